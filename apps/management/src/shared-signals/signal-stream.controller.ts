import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, UseGuards } from '@nestjs/common';
import { ApiAcceptedResponse, ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { SIGNAL_TYPES } from '@latchkey/events';
import type { Domain, Precondition, SsfStreamSummary } from '@latchkey/persistence';
import { RequiresPermission } from '../caller/requires-permission.js';
import { CurrentDomain, CurrentDomainGuard, DomainParameter } from '../current-domain/current-domain.guard.js';
import { ConditionalGet, RequestPrecondition } from '../http/conditional-request.js';
import { ResponseBody } from '../http/response-body.js';
import { UnpagedList } from '../http/total-count.interceptor.js';
import { ApiProblems } from '../openapi/api-problems.js';
import {
  SignalStreamConfigurationResponse,
  SignalStreamResponse,
  SignalStreamStatusRequest,
  SignalStreamStatusResponse,
  StreamIdParameter,
} from './signal-stream.dto.js';
import { SignalStreamService } from './signal-stream.service.js';

type Configured = Omit<SsfStreamSummary, 'pendingEvents'>;

@ApiTags('Shared Signals')
@DomainParameter()
@Controller('v1/domain/:domain/signal-stream')
@UseGuards(CurrentDomainGuard)
export class SignalStreamController {
  constructor(private readonly streams: SignalStreamService) {}

  @Get()
  @RequiresPermission('webhook:read')
  @ApiOperation({ operationId: 'listSignalStreams', summary: "List the domain's streams of security events, oldest first" })
  @UnpagedList(SignalStreamResponse)
  @ApiProblems('domain-not-found')
  async list(@CurrentDomain() domain: Domain): Promise<SignalStreamResponse[]> {
    return (await this.streams.list(domain)).map(toResponse);
  }

  @Get(':streamId')
  @StreamIdParameter()
  @RequiresPermission('webhook:read')
  @ApiOperation({
    operationId: 'getSignalStream',
    summary: 'Show a stream of security events; never the header of its pushes',
    description: 'The ETag covers the configuration and the status, not the counts.',
  })
  @ConditionalGet(SignalStreamConfigurationResponse)
  @ResponseBody(SignalStreamResponse)
  @ApiProblems('domain-not-found', 'signal-stream-not-found')
  async get(@CurrentDomain() domain: Domain, @Param('streamId') id: string): Promise<SignalStreamResponse> {
    return toResponse(await this.streams.get({ domain, id }));
  }

  @Delete(':streamId')
  @HttpCode(204)
  @StreamIdParameter()
  @RequiresPermission('webhook:write')
  @ApiOperation({
    operationId: 'deleteSignalStream',
    summary: 'Remove a stream with its pending events',
    description: 'Its client can create another one while it has the scope ssf.manage.',
  })
  @ApiNoContentResponse()
  @ApiProblems('domain-not-found', 'signal-stream-not-found', 'precondition-failed')
  delete(
    @CurrentDomain() domain: Domain,
    @Param('streamId') id: string,
    @RequestPrecondition(SignalStreamConfigurationResponse) precondition: Precondition<SignalStreamConfigurationResponse>,
  ): Promise<void> {
    return this.streams.delete({ domain, id }, (current) => precondition(toConfiguration(current)));
  }

  @Get(':streamId/status')
  @StreamIdParameter()
  @RequiresPermission('webhook:read')
  @ApiOperation({ operationId: 'getSignalStreamStatus', summary: 'Show the status of a stream' })
  @ConditionalGet()
  @ResponseBody(SignalStreamStatusResponse)
  @ApiProblems('domain-not-found', 'signal-stream-not-found')
  async getStatus(@CurrentDomain() domain: Domain, @Param('streamId') id: string): Promise<SignalStreamStatusResponse> {
    return toStatus(await this.streams.get({ domain, id }));
  }

  @Put(':streamId/status')
  @HttpCode(204)
  @StreamIdParameter()
  @RequiresPermission('webhook:write')
  @ApiOperation({
    operationId: 'replaceSignalStreamStatus',
    summary: 'Enable, pause or disable a stream',
    description: 'The receiver learns of it by an event stream-updated. It can change the status, too, as OpenID SSF 1.0 permits.',
  })
  @ApiNoContentResponse()
  @ApiProblems('invalid-request', 'domain-not-found', 'signal-stream-not-found', 'precondition-failed')
  replaceStatus(
    @CurrentDomain() domain: Domain,
    @Param('streamId') id: string,
    @Body() { status, reason }: SignalStreamStatusRequest,
    @RequestPrecondition(SignalStreamStatusResponse) precondition: Precondition<SignalStreamStatusResponse>,
  ): Promise<void> {
    return this.streams.setStatus({ domain, id }, { status, reason: reason ?? null }, (current) => precondition(toStatus(current)));
  }

  @Post(':streamId/verification')
  @HttpCode(202)
  @StreamIdParameter()
  @RequiresPermission('webhook:write')
  @ApiOperation({ operationId: 'verifySignalStream', summary: 'Send a verification event to the receiver of a stream' })
  @ApiAcceptedResponse()
  @ApiProblems('domain-not-found', 'signal-stream-not-found', 'signal-stream-conflict', 'too-many-requests')
  verify(@CurrentDomain() domain: Domain, @Param('streamId') id: string): Promise<void> {
    return this.streams.verify({ domain, id });
  }
}

function toStatus({ status, statusReason }: Pick<SsfStreamSummary, 'status' | 'statusReason'>): SignalStreamStatusResponse {
  return { status, reason: statusReason };
}

function toConfiguration(stream: Configured): SignalStreamConfigurationResponse {
  const { id, clientId, pushEndpoint, eventsRequested, description, createdAt } = stream;
  return {
    ...toStatus(stream),
    id,
    clientId,
    audience: clientId,
    deliveryMethod: pushEndpoint === null ? 'poll' : 'push',
    endpoint: pushEndpoint,
    eventsRequested,
    eventsDelivered: SIGNAL_TYPES.filter((type) => eventsRequested.includes(type)),
    description,
    createdAt,
  };
}

function toResponse(stream: SsfStreamSummary): SignalStreamResponse {
  const { pendingEvents, failures, failingSince, verifiedAt } = stream;
  return { ...toConfiguration(stream), pendingEvents, failures, failingSince, verifiedAt };
}
