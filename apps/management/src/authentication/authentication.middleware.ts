import { Inject, Injectable } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { getRequestEvent } from '@latchkey/observability';
import type { Problem } from '@latchkey/problem';
import type { Credentials } from '@latchkey/server';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { ApiKeyLastUseService } from '../api-key/api-key-last-use.service.js';
import { ApiKeyService } from '../api-key/api-key.service.js';
import { FailedAuthenticationLimiter } from '../api-key/failed-authentication.limiter.js';
import { setCaller, type AuthenticatedCaller, type Caller } from '../caller/caller.js';
import { createUnauthenticatedProblem } from '../caller/unauthenticated.js';
import { SETTINGS } from '../settings/settings.module.js';
import { AccessTokenError, createChallenge } from './access-token.error.js';
import { OperatorAuthenticationService } from './operator-authentication.service.js';
import { authenticatePlatform } from './platform-key.js';

/**
 * Requires a valid key in `x-api-key`, or an operator's access token in `Authorization`. This is middleware and not a guard, because it must
 * run before the body is read.
 */
@Injectable()
export class AuthenticationMiddleware {
  constructor(
    @Inject(SETTINGS) private readonly settings: Pick<ManagementSettings, 'PLATFORM_KEY'>,
    private readonly apiKeys: ApiKeyService,
    private readonly use: ApiKeyLastUseService,
    private readonly failures: FailedAuthenticationLimiter,
    private readonly operators: OperatorAuthenticationService,
  ) {}

  readonly handler: RequestHandler = (request, response, next) => {
    this.authenticate(request, response).then(() => next(), next as NextFunction);
  };

  private async authenticate(request: Request, response: Response): Promise<void> {
    const apiKey = request.headers['x-api-key'];
    const isSent = typeof apiKey === 'string' && apiKey !== '';
    const credentials = this.operators.findCredentials(request);
    if (isSent && credentials) throw createAmbiguityProblem();
    const caller = credentials
      ? await this.authenticateOperator(request, credentials)
      : isSent
        ? await this.authenticateKey(apiKey, request.ip)
        : null;
    if (!caller) {
      if (isSent) this.failures.count(request);
      throw this.createMissingProblem();
    }
    setCaller(request, caller);
    getRequestEvent(response)[caller.type === 'operator' ? 'operator' : 'apiKey'] = caller.id;
  }

  /** @returns null if the key is not valid @throws Problem permission-denied from another network than the key's */
  private async authenticateKey(apiKey: string, address: string | undefined): Promise<AuthenticatedCaller | null> {
    const platform = authenticatePlatform(apiKey, this.settings.PLATFORM_KEY);
    if (platform) return platform;
    const key = await this.apiKeys.authenticate(apiKey);
    if (!key) return null;
    this.apiKeys.requireNetwork(key, address);
    this.use.record(key.id);
    return { type: 'api_key', ...key };
  }

  /** @throws Problem unauthenticated, too-many-requests or service-unavailable */
  private async authenticateOperator(request: Request, credentials: Credentials): Promise<Caller> {
    try {
      return await this.operators.authenticate(request, credentials);
    } catch (error) {
      if (!(error instanceof AccessTokenError)) throw error;
      // control: wrong access tokens are limited by address
      this.failures.count(request);
      throw error.toProblem();
    }
  }

  private createMissingProblem(): Problem {
    if (!this.operators.isEnabled) return createUnauthenticatedProblem('Send the API key of a subscription in the x-api-key header.');
    const detail =
      'Send the API key of a subscription in the x-api-key header, or the access token of an operator in the Authorization header.';
    return createUnauthenticatedProblem(detail, createChallenge(null));
  }
}

function createAmbiguityProblem(): Problem {
  const detail = 'Send an API key in x-api-key, or an access token in Authorization, but not both. Nothing was changed.';
  const error = new AccessTokenError('invalid_request', 'the request has both an API key and an access token');
  return createUnauthenticatedProblem(detail, createChallenge(error));
}
