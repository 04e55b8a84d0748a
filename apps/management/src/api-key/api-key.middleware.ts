import { Injectable, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { getRequestEvent } from '@latchkey/observability';
import type { LiveApiKey } from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { ApiKeyLastUseService } from './api-key-last-use.service.js';
import { ApiKeyService } from './api-key.service.js';
import { FailedAuthenticationLimiter } from './failed-authentication.limiter.js';

const READ_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

const keys = new WeakMap<Request, LiveApiKey>();

/** The API key of a request. */
export function getApiKey(request: Request): LiveApiKey {
  const key = keys.get(request);
  if (!key) throw new Error('this path is served without an API key: it must be under /v1');
  return key;
}

/** Requires a valid key in `x-api-key`. This is middleware and not a guard, because it must run before the body is read. */
@Injectable()
export class ApiKeyMiddleware {
  constructor(
    private readonly apiKeys: ApiKeyService,
    private readonly use: ApiKeyLastUseService,
    private readonly wrongKeys: FailedAuthenticationLimiter,
  ) {}

  readonly handler: RequestHandler = (request, response, next) => {
    this.authenticate(request, response).then(() => next(), next as NextFunction);
  };

  /** Requires a key with the permission for the request. Runs after the request is counted, so that rejections count too. */
  readonly authorize: RequestHandler = (request, _response, next) => {
    if (getApiKey(request).role === 'read-only' && !READ_METHODS.has(request.method)) {
      throw new Problem('read-only-key', 'This API key is read-only. Use a key with the role admin to make changes.');
    }
    next();
  };

  /** Requires an admin key, for reads that reveal credentials. */
  readonly requireAdmin: RequestHandler = (request, _response, next) => {
    if (getApiKey(request).role === 'read-only') {
      throw new Problem('read-only-key', 'Messages contain links that sign users in. Use a key with the role admin to read them.');
    }
    next();
  };

  private async authenticate(request: Request, response: Response): Promise<void> {
    const apiKey = request.headers['x-api-key'];
    const isSent = typeof apiKey === 'string' && apiKey !== '';
    const key = isSent ? await this.apiKeys.authenticate(apiKey) : null;
    if (!key) {
      if (isSent) this.wrongKeys.count(request);
      throw new Problem('unauthenticated', 'Send the API key of a subscription in the x-api-key header.', {
        headers: { 'WWW-Authenticate': 'ApiKey realm="management", header="x-api-key"' },
      });
    }
    keys.set(request, key);
    this.use.record(key.id);
    getRequestEvent(response).apiKey = key.id;
  }
}

/** Injects the subscription id of the request's API key. */
export const CurrentSubscription = createParamDecorator(
  (_data: unknown, context: ExecutionContext): string => getApiKey(context.switchToHttp().getRequest<Request>()).subscriptionId,
);
