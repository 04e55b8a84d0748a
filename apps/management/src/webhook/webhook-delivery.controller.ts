import { Body, Controller, Get, HttpCode, Param, Post, Query, UseGuards } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Domain } from '@latchkey/persistence';
import { RequiresPermission } from '../caller/requires-permission.js';
import { CurrentDomain, CurrentDomainGuard, DomainParameter } from '../current-domain/current-domain.guard.js';
import { RequestQueryPipe } from '../http/request-query.pipe.js';
import { ResponseBody } from '../http/response-body.js';
import { parseRfc3339 } from '../http/rfc3339.js';
import { ApiProblems } from '../openapi/api-problems.js';
import { DeliveryQueryRequest } from '../delivery/delivery.dto.js';
import { parseDeliveryStatus, showDeliveryStatus } from '../delivery/delivery-status.js';
import { ReplayRequest, WebhookDeliveryResponse } from './webhook-delivery.dto.js';
import { WebhookDeliveryService } from './webhook-delivery.service.js';
import { WebhookIdParameter } from './webhook.dto.js';

@ApiTags('Webhooks')
@DomainParameter()
@WebhookIdParameter()
@Controller('v1/domain/:domain/webhook/:webhookId')
@UseGuards(CurrentDomainGuard)
export class WebhookDeliveryController {
  constructor(private readonly deliveries: WebhookDeliveryService) {}

  @Get('delivery')
  @RequiresPermission('webhook:read')
  @ApiOperation({ operationId: 'listWebhookDeliveries', summary: 'List the last 100 deliveries of a webhook, newest first' })
  @ResponseBody(WebhookDeliveryResponse, { isArray: true })
  @ApiProblems('invalid-request', 'domain-not-found', 'webhook-not-found')
  async list(
    @CurrentDomain() domain: Domain,
    @Param('webhookId') id: string,
    @Query(RequestQueryPipe) { status }: DeliveryQueryRequest,
  ): Promise<WebhookDeliveryResponse[]> {
    const deliveries = await this.deliveries.list({ domain, id }, status === undefined ? null : parseDeliveryStatus(status));
    return deliveries.map((delivery) => ({ ...delivery, status: showDeliveryStatus(delivery.status) }));
  }

  @Post('test')
  @HttpCode(202)
  @RequiresPermission('webhook:write')
  @ApiOperation({ operationId: 'testWebhook', summary: 'Send the event webhook.tested' })
  @ApiAcceptedResponse()
  @ApiProblems('domain-not-found', 'webhook-not-found', 'webhook-conflict')
  test(@CurrentDomain() domain: Domain, @Param('webhookId') id: string): Promise<void> {
    return this.deliveries.test({ domain, id });
  }

  @Post('replay')
  @HttpCode(202)
  @RequiresPermission('webhook:write')
  @ApiOperation({ operationId: 'replayWebhookDeliveries', summary: 'Send events again, selected by delivery or by time' })
  @ApiAcceptedResponse()
  @ApiProblems('invalid-request', 'domain-not-found', 'webhook-not-found', 'webhook-conflict')
  replay(@CurrentDomain() domain: Domain, @Param('webhookId') id: string, @Body() { deliveryIds, from, to }: ReplayRequest): Promise<void> {
    const selected = deliveryIds ? { ids: deliveryIds } : { from: parseRfc3339(from!)!.date, to: parseRfc3339(to!)!.date };
    return this.deliveries.replay({ domain, id }, selected);
  }
}
