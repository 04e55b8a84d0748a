import { Body, Controller, Get, HttpCode, Param, Post, Put, Query, UseGuards } from '@nestjs/common';
import { ApiAcceptedResponse, ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Domain, SsfEventDeliveryStatus } from '@latchkey/persistence';
import { RequiresPermission } from '../caller/requires-permission.js';
import { CurrentDomain, CurrentDomainGuard, DomainParameter } from '../current-domain/current-domain.guard.js';
import { parseDeliveryStatus, showDeliveryStatus, type DeliveryStatus } from '../delivery/delivery-status.js';
import { ConditionalGet } from '../http/conditional-request.js';
import { RequestQueryPipe } from '../http/request-query.pipe.js';
import { ResponseBody } from '../http/response-body.js';
import { ApiProblems } from '../openapi/api-problems.js';
import { PushAuthorizationService } from './push-authorization.service.js';
import {
  DeliveryIdParameter,
  PushAuthorizationRequest,
  SignalDeliveryDetailsResponse,
  SignalDeliveryQueryRequest,
  SignalDeliveryResponse,
} from './signal-delivery.dto.js';
import { SignalDeliveryService } from './signal-delivery.service.js';
import { StreamIdParameter } from './signal-stream.dto.js';

@ApiTags('Shared Signals')
@DomainParameter()
@StreamIdParameter()
@Controller('v1/domain/:domain/signal-stream/:streamId')
@UseGuards(CurrentDomainGuard)
export class SignalDeliveryController {
  constructor(
    private readonly deliveries: SignalDeliveryService,
    private readonly authorizations: PushAuthorizationService,
  ) {}

  @Get('delivery')
  @RequiresPermission('webhook:read')
  @ApiOperation({
    operationId: 'listSignalDeliveries',
    summary: 'List 100 deliveries of a stream, newest first',
    description: 'Those that wait, and those of the last week, 1,000 at most.',
  })
  @ResponseBody(SignalDeliveryResponse, { isArray: true })
  @ApiProblems('invalid-request', 'domain-not-found', 'signal-stream-not-found')
  async list(
    @CurrentDomain() domain: Domain,
    @Param('streamId') id: string,
    @Query(RequestQueryPipe) { status, before }: SignalDeliveryQueryRequest,
  ): Promise<SignalDeliveryResponse[]> {
    const page = { status: status === undefined ? null : parseDeliveryStatus(status), before: before ?? null };
    return (await this.deliveries.list({ domain, id }, page)).map(showStatus);
  }

  @Get('delivery/:deliveryId')
  @DeliveryIdParameter()
  @RequiresPermission('webhook:read')
  @ApiOperation({
    operationId: 'getSignalDelivery',
    summary: 'Show a delivery with what was sent and answered; never the header of pushes',
  })
  @ConditionalGet()
  @ResponseBody(SignalDeliveryDetailsResponse)
  @ApiProblems('domain-not-found', 'signal-stream-not-found', 'signal-delivery-not-found')
  async get(
    @CurrentDomain() domain: Domain,
    @Param('streamId') id: string,
    @Param('deliveryId') deliveryId: string,
  ): Promise<SignalDeliveryDetailsResponse> {
    return showStatus(await this.deliveries.get({ domain, id, deliveryId }));
  }

  @Post('delivery/:deliveryId/replay')
  @HttpCode(202)
  @DeliveryIdParameter()
  @RequiresPermission('webhook:write')
  @ApiOperation({
    operationId: 'replaySignalDelivery',
    summary: 'Send an event again, with the same jti',
    description: 'A receiver that has accepted it recognizes the jti. An event that waits for its next attempt is pushed immediately.',
  })
  @ApiAcceptedResponse()
  @ApiProblems('domain-not-found', 'signal-stream-not-found', 'signal-delivery-not-found', 'signal-stream-conflict')
  replay(@CurrentDomain() domain: Domain, @Param('streamId') id: string, @Param('deliveryId') deliveryId: string): Promise<void> {
    return this.deliveries.replay({ domain, id, deliveryId });
  }

  @Put('authorization-header')
  @HttpCode(204)
  @RequiresPermission('webhook:write')
  @ApiOperation({
    operationId: 'replaceSignalStreamAuthorization',
    summary: 'Replace the Authorization header of the pushes of a stream',
    description: 'Nothing is lost: what the receiver did not accept with the old header is pushed with the new one immediately.',
  })
  @ApiNoContentResponse()
  @ApiProblems('invalid-request', 'domain-not-found', 'signal-stream-not-found', 'signal-stream-conflict')
  replaceAuthorization(
    @CurrentDomain() domain: Domain,
    @Param('streamId') id: string,
    @Body() { authorizationHeader }: PushAuthorizationRequest,
  ): Promise<void> {
    return this.authorizations.replace({ domain, id }, authorizationHeader);
  }
}

function showStatus<Delivery extends { status: SsfEventDeliveryStatus }>(
  delivery: Delivery,
): Omit<Delivery, 'status'> & { status: DeliveryStatus } {
  return { ...delivery, status: showDeliveryStatus(delivery.status) };
}
