import { Injectable } from '@nestjs/common';
import { getRequestEvent } from '@latchkey/observability';
import { Problem } from '@latchkey/problem';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { ApiKeyLastUseService } from '../api-key/api-key-last-use.service.js';
import { ApiKeyService } from '../api-key/api-key.service.js';
import { FailedAuthenticationLimiter } from '../api-key/failed-authentication.limiter.js';
import { setCaller, type Caller } from '../caller/caller.js';

/** Requires a valid key in `x-api-key`. This is middleware and not a guard, because it must run before the body is read. */
@Injectable()
export class AuthenticationMiddleware {
  constructor(
    private readonly apiKeys: ApiKeyService,
    private readonly use: ApiKeyLastUseService,
    private readonly wrongKeys: FailedAuthenticationLimiter,
  ) {}

  readonly handler: RequestHandler = (request, response, next) => {
    this.authenticate(request, response).then(() => next(), next as NextFunction);
  };

  private async authenticate(request: Request, response: Response): Promise<void> {
    const apiKey = request.headers['x-api-key'];
    const isSent = typeof apiKey === 'string' && apiKey !== '';
    const caller = isSent ? await this.authenticateKey(apiKey, request.ip) : null;
    if (!caller) {
      if (isSent) this.wrongKeys.count(request);
      throw new Problem('unauthenticated', 'Send the API key of a subscription in the x-api-key header.', {
        headers: { 'WWW-Authenticate': 'ApiKey realm="management", header="x-api-key"' },
      });
    }
    setCaller(request, caller);
    getRequestEvent(response).apiKey = caller.id;
  }

  /** @returns null if the key is not valid @throws Problem permission-denied from another network than the key's */
  private async authenticateKey(apiKey: string, address: string | undefined): Promise<Caller | null> {
    const key = await this.apiKeys.authenticate(apiKey);
    if (!key) return null;
    this.apiKeys.requireNetwork(key, address);
    this.use.record(key.id);
    return { type: 'api_key', ...key };
  }
}
