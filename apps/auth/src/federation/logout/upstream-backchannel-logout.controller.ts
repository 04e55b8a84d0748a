import { Controller, HttpCode, Param, Post, Res } from '@nestjs/common';
import { getRequestEvent } from '@latchkey/observability';
import type { Request, Response } from 'express';
import { TooManyRefusedTokensError } from '../../domain/too-many-refused-tokens.error.js';
import { CurrentDomainRequest, type DomainRequest } from '../../domain/served-domain.service.js';
import { FederationFailure } from '../federation-failure.js';
import { UpstreamBackchannelLogoutService } from './upstream-backchannel-logout.service.js';

/** Receives logout tokens: OpenID Connect Back-Channel Logout 1.0 section 2.5. */
@Controller('connect/federation/:name/logout')
export class UpstreamBackchannelLogoutController {
  constructor(private readonly logouts: UpstreamBackchannelLogoutService) {}

  /** Responds with 200, or 400 and the error: section 2.8. After too many refused tokens, with 429. */
  @Post()
  @HttpCode(200)
  async receive(
    @CurrentDomainRequest() requestContext: DomainRequest,
    @Param('name') name: string,
    @Res() response: Response,
  ): Promise<void> {
    const { logout_token: token } = ((requestContext.request as Request).body ?? {}) as { logout_token?: unknown };
    try {
      if (typeof token !== 'string') throw new FederationFailure('wrong-answer');
      await this.logouts.receive(requestContext, name, token);
      response.status(200).end();
    } catch (error) {
      if (error instanceof TooManyRefusedTokensError) return refuseTooMany(response, error);
      if (!(error instanceof FederationFailure)) throw error;
      getRequestEvent(response).problem = `logout-token-${error.reason}`;
      response.status(400).json({ error: 'invalid_request', error_description: `the logout token was not accepted: ${error.reason}` });
    }
  }
}

function refuseTooMany(response: Response, { message, retryAfter }: TooManyRefusedTokensError): void {
  getRequestEvent(response).problem = 'temporarily_unavailable';
  response.status(429).set('Retry-After', String(retryAfter)).json({ error: 'temporarily_unavailable', error_description: message });
}
