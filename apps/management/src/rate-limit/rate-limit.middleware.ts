import { Inject, Injectable } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { Database, RateLimiter, type RateLimitState } from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { getCaller } from '../caller/caller.js';
import { SETTINGS } from '../settings/settings.module.js';

const WINDOW_SECONDS = 60;

/**
 * Limits the requests of each API key, counted across all replicas, and reports the remaining ones: draft-ietf-httpapi-ratelimit-headers.
 */
@Injectable()
export class RateLimitMiddleware {
  private readonly limiter: RateLimiter | null;

  constructor(@Inject(SETTINGS) { RATE_LIMIT, RATE_LIMIT_PER_MINUTE }: ManagementSettings, database: Database) {
    const policy = { name: 'api-key', requests: RATE_LIMIT_PER_MINUTE, window: WINDOW_SECONDS };
    this.limiter = RATE_LIMIT === 'on' ? new RateLimiter(database, policy) : null;
  }

  readonly handler: RequestHandler = (request, response, next) => {
    // control: requests are limited by API key
    if (!this.limiter) return next();
    this.count(this.limiter, request, response).then(() => next(), next as NextFunction);
  };

  private async count(limiter: RateLimiter, request: Request, response: Response): Promise<void> {
    const state = await limiter.consume(getCaller(request).id);
    const { name, requests, window } = limiter.policy;
    response.setHeader('RateLimit-Policy', `"${name}";q=${requests};w=${window}`);
    response.setHeader('RateLimit', `"${name}";r=${state.remaining};t=${state.resetsIn}`);
    if (!state.allowed) throw createTooManyRequestsProblem(requests, state);
  }
}

function createTooManyRequestsProblem(requests: number, { resetsIn }: RateLimitState): Problem {
  const detail = `This API key may make ${requests} requests per minute. Nothing was changed; continue in ${resetsIn} seconds.`;
  return new Problem('too-many-requests', detail, { headers: { 'Retry-After': String(resetsIn) } });
}
