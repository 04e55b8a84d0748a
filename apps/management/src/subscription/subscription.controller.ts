import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Precondition, Subscription, SubscriptionQuota } from '@latchkey/persistence';
import { CurrentAuthenticatedCaller, type AuthenticatedCaller } from '../caller/caller.js';
import { RequiresPermission } from '../caller/requires-permission.js';
import { ConditionalGet, RequestPrecondition } from '../http/conditional-request.js';
import { KeyedListBody, type KeyedList } from '../http/keyed-list.js';
import { ResponseBody } from '../http/response-body.js';
import { ApiProblems } from '../openapi/api-problems.js';
import {
  CreatedSubscriptionResponse,
  SubscriptionIdParameter,
  SubscriptionQuotaRequest,
  SubscriptionQuotaResponse,
  SubscriptionRequest,
  SubscriptionResponse,
} from './subscription.dto.js';
import { SubscriptionService } from './subscription.service.js';

const PLATFORM_ONLY = 'Only with the platform key (PLATFORM_KEY).';

@ApiTags('Subscriptions')
@Controller('v1/subscription')
export class SubscriptionController {
  constructor(private readonly subscriptions: SubscriptionService) {}

  @Get()
  @RequiresPermission('subscription:read')
  @ApiOperation({
    operationId: 'listSubscriptions',
    summary: 'List the subscriptions, oldest first: all of the installation with the platform key, otherwise your own',
  })
  @KeyedListBody(SubscriptionResponse)
  @ApiProblems()
  async list(@CurrentAuthenticatedCaller() caller: AuthenticatedCaller): Promise<KeyedList> {
    const keys = await this.subscriptions.listIds(caller);
    return { keys, total: keys.length, read: (ids) => this.subscriptions.findAll(ids) };
  }

  @Post()
  @RequiresPermission('subscription:write')
  @ApiOperation({
    operationId: 'createSubscription',
    summary: 'Create a subscription with its first API key, which is shown only in this response',
    description: PLATFORM_ONLY,
  })
  @ResponseBody(CreatedSubscriptionResponse, { status: 201 })
  @ApiProblems('invalid-request', 'subscription-conflict')
  create(@Body() { name }: SubscriptionRequest): Promise<CreatedSubscriptionResponse> {
    return this.subscriptions.create(name);
  }

  @Get(':subscriptionId')
  @SubscriptionIdParameter()
  @RequiresPermission('subscription:read')
  @ApiOperation({ operationId: 'getSubscription', summary: 'Show a subscription' })
  @ConditionalGet()
  @ResponseBody(SubscriptionResponse)
  @ApiProblems('subscription-not-found')
  get(@CurrentAuthenticatedCaller() caller: AuthenticatedCaller, @Param('subscriptionId') id: string): Promise<SubscriptionResponse> {
    return this.subscriptions.get(caller, id);
  }

  @Delete(':subscriptionId')
  @HttpCode(204)
  @SubscriptionIdParameter()
  @RequiresPermission('subscription:write')
  @ApiOperation({
    operationId: 'deleteSubscription',
    summary: 'Delete a subscription without domains, its API keys, its operators and the receipts of its deletions',
    description: PLATFORM_ONLY,
  })
  @ApiNoContentResponse()
  @ApiProblems('subscription-not-found', 'subscription-conflict', 'precondition-failed')
  delete(
    @Param('subscriptionId') id: string,
    @RequestPrecondition(SubscriptionResponse) precondition: Precondition<Subscription>,
  ): Promise<void> {
    return this.subscriptions.delete(id, precondition);
  }

  @Get(':subscriptionId/quota')
  @SubscriptionIdParameter()
  @RequiresPermission('subscription:read')
  @ApiOperation({ operationId: 'getSubscriptionQuota', summary: 'Show how much a subscription may have' })
  @ConditionalGet()
  @ResponseBody(SubscriptionQuotaResponse)
  @ApiProblems('subscription-not-found')
  getQuota(
    @CurrentAuthenticatedCaller() caller: AuthenticatedCaller,
    @Param('subscriptionId') id: string,
  ): Promise<SubscriptionQuotaResponse> {
    return this.subscriptions.getQuota(caller, id);
  }

  @Put(':subscriptionId/quota')
  @HttpCode(204)
  @SubscriptionIdParameter()
  @RequiresPermission('subscription:write')
  @ApiOperation({
    operationId: 'replaceSubscriptionQuota',
    summary: 'Choose how much a subscription may have',
    description: `${PLATFORM_ONLY} Everything that exists stays, also beyond the quota.`,
  })
  @ApiNoContentResponse()
  @ApiProblems('invalid-request', 'subscription-not-found', 'precondition-failed')
  replaceQuota(
    @Param('subscriptionId') id: string,
    @Body() request: SubscriptionQuotaRequest,
    @RequestPrecondition(SubscriptionQuotaResponse) precondition: Precondition<SubscriptionQuota>,
  ): Promise<void> {
    return this.subscriptions.replaceQuota(id, toQuota(request), precondition);
  }
}

/** The quota in a request. Absent and null are the same. */
function toQuota({ domains, clients, users, tokensPerDay }: SubscriptionQuotaRequest): SubscriptionQuota {
  return { domains: domains ?? null, clients: clients ?? null, users: users ?? null, tokensPerDay: tokensPerDay ?? null };
}
