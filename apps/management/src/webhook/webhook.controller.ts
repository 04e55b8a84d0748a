import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, UseGuards } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { formatWebhookPublicKey } from '@latchkey/crypto';
import type { Domain, Precondition, Webhook } from '@latchkey/persistence';
import { RequiresPermission } from '../caller/requires-permission.js';
import { CurrentDomain, CurrentDomainGuard, DomainParameter } from '../current-domain/current-domain.guard.js';
import { createCallbackUrlBodyPipe } from '../http/callback-url-body.pipe.js';
import { ConditionalGet, RequestPrecondition } from '../http/conditional-request.js';
import { ResponseBody } from '../http/response-body.js';
import { UnpagedList } from '../http/total-count.interceptor.js';
import { ApiProblems } from '../openapi/api-problems.js';
import {
  CreatedWebhookResponse,
  ReplaceWebhookRequest,
  WebhookRequest,
  WebhookResponse,
  WebhookSecretResponse,
  WebhookIdParameter,
} from './webhook.dto.js';
import { readConfiguration } from './webhook-configuration.js';
import { WebhookService } from './webhook.service.js';

const WebhookBodyPipe = createCallbackUrlBodyPipe('url');

@ApiTags('Webhooks')
@DomainParameter()
@Controller('v1/domain/:domain/webhook')
@UseGuards(CurrentDomainGuard)
export class WebhookController {
  constructor(private readonly webhooks: WebhookService) {}

  @Get()
  @RequiresPermission('webhook:read')
  @ApiOperation({ operationId: 'listWebhooks', summary: 'List the webhooks of a domain, oldest first; never their secrets' })
  @UnpagedList(WebhookResponse)
  @ApiProblems('domain-not-found')
  async list(@CurrentDomain() domain: Domain): Promise<WebhookResponse[]> {
    return (await this.webhooks.list(domain)).map(toResponse);
  }

  @Post()
  @RequiresPermission('webhook:write')
  @ApiOperation({ operationId: 'createWebhook', summary: 'Post the events of a domain to a URL (Standard Webhooks)' })
  @ResponseBody(CreatedWebhookResponse, { status: 201 })
  @ApiProblems('invalid-request', 'domain-not-found', 'webhook-conflict')
  async create(@CurrentDomain() domain: Domain, @Body(WebhookBodyPipe) request: WebhookRequest): Promise<CreatedWebhookResponse> {
    const { webhook, secret } = await this.webhooks.create(domain, readConfiguration(request));
    return { ...toResponse(webhook), secret };
  }

  @Get(':webhookId')
  @WebhookIdParameter()
  @RequiresPermission('webhook:read')
  @ApiOperation({ operationId: 'getWebhook', summary: 'Show a webhook; never its secret' })
  @ConditionalGet()
  @ResponseBody(WebhookResponse)
  @ApiProblems('domain-not-found', 'webhook-not-found')
  async get(@CurrentDomain() domain: Domain, @Param('webhookId') id: string): Promise<WebhookResponse> {
    return toResponse(await this.webhooks.get({ domain, id }));
  }

  @Put(':webhookId')
  @HttpCode(204)
  @WebhookIdParameter()
  @RequiresPermission('webhook:write')
  @ApiOperation({ operationId: 'replaceWebhook', summary: 'Replace the whole configuration of a webhook, except its secret' })
  @ApiNoContentResponse()
  @ApiProblems('invalid-request', 'domain-not-found', 'webhook-not-found', 'precondition-failed')
  replace(
    @CurrentDomain() domain: Domain,
    @Param('webhookId') id: string,
    @Body(WebhookBodyPipe) request: ReplaceWebhookRequest,
    @RequestPrecondition(WebhookResponse) precondition: Precondition<WebhookResponse>,
  ): Promise<void> {
    return this.webhooks.replace({ domain, id }, readConfiguration(request), (current) => precondition(current && toResponse(current)));
  }

  @Delete(':webhookId')
  @HttpCode(204)
  @WebhookIdParameter()
  @RequiresPermission('webhook:write')
  @ApiOperation({ operationId: 'deleteWebhook', summary: 'Remove a webhook and its pending deliveries' })
  @ApiNoContentResponse()
  @ApiProblems('domain-not-found', 'webhook-not-found', 'precondition-failed')
  delete(
    @CurrentDomain() domain: Domain,
    @Param('webhookId') id: string,
    @RequestPrecondition(WebhookResponse) precondition: Precondition<WebhookResponse>,
  ): Promise<void> {
    return this.webhooks.delete({ domain, id }, (current) => precondition(current && toResponse(current)));
  }

  @Post(':webhookId/secret')
  @HttpCode(200)
  @WebhookIdParameter()
  @RequiresPermission('webhook:write')
  @ApiOperation({ operationId: 'replaceWebhookSecret', summary: 'Give a webhook a new secret; the old one also signs for 24 hours' })
  @ResponseBody(WebhookSecretResponse)
  @ApiProblems('domain-not-found', 'webhook-not-found')
  async replaceSecret(@CurrentDomain() domain: Domain, @Param('webhookId') id: string): Promise<WebhookSecretResponse> {
    return { secret: await this.webhooks.replaceSecret({ domain, id }) };
  }
}

function toResponse({ id, url, eventTypes, enabled, description, disabledReason, publicKey }: Webhook): WebhookResponse {
  return { id, url, eventTypes, enabled, description, disabledReason, publicKey: formatWebhookPublicKey(publicKey) };
}
