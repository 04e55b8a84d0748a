import { Inject, Injectable } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { Database, RateLimiter, type RateLimitState } from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { getAuthenticatedCaller, type AuthenticatedCaller } from '../caller/caller.js';
import { SETTINGS } from '../settings/settings.module.js';

const WINDOW_SECONDS = 60;

/**
 * Limits the requests of each API key and operator, counted across all replicas, and reports the remaining ones: draft-ietf-httpapi-ratelimit-headers.
 */
@Injectable()
export class RateLimitMiddleware {
  private readonly limiters: Record<AuthenticatedCaller['type'], RateLimiter> | null;

  constructor(@Inject(SETTINGS) { RATE_LIMIT, RATE_LIMIT_PER_MINUTE }: ManagementSettings, database: Database) {
    const policy = { requests: RATE_LIMIT_PER_MINUTE, window: WINDOW_SECONDS };
    const create = (name: string): RateLimiter => new RateLimiter(database, { ...policy, name });
    const keys = create('api-key');
    this.limiters = RATE_LIMIT === 'on' ? { api_key: keys, platform: keys, operator: create('operator') } : null;
  }

  readonly handler: RequestHandler = (request, response, next) => {
    // control: requests are limited by API key
    if (!this.limiters) return next();
    this.count(this.limiters, request, response).then(() => next(), next as NextFunction);
  };

  private async count(limiters: Record<AuthenticatedCaller['type'], RateLimiter>, request: Request, response: Response): Promise<void> {
    const caller = getAuthenticatedCaller(request);
    const limiter = limiters[caller.type];
    const isOperator = caller.type === 'operator';
    // Each subscription chooses the ids of its operators.
    const state = await limiter.consume(isOperator ? `${caller.subscriptionId} ${caller.id}` : caller.id);
    const { name, requests, window } = limiter.policy;
    response.setHeader('RateLimit-Policy', `"${name}";q=${requests};w=${window}`);
    response.setHeader('RateLimit', `"${name}";r=${state.remaining};t=${state.resetsIn}`);
    if (!state.allowed) throw createTooManyRequestsProblem(isOperator ? 'operator' : 'API key', requests, state);
  }
}

function createTooManyRequestsProblem(caller: string, requests: number, { resetsIn }: RateLimitState): Problem {
  const detail = `This ${caller} may make ${requests} requests per minute. Nothing was changed; continue in ${resetsIn} seconds.`;
  return new Problem('too-many-requests', detail, { headers: { 'Retry-After': String(resetsIn) } });
}
