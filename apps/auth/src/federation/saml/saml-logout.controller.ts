import { Controller, Get, Param } from '@nestjs/common';
import { queryOf } from '@latchkey/server';
import { TooManyRefusedTokensError } from '../../domain/too-many-refused-tokens.error.js';
import { CurrentDomainRequest, type DomainRequest } from '../../domain/served-domain.service.js';
import { PageRefusal } from '../../pages/http/page-refusal.js';
import { Page } from '../../pages/http/page.decorator.js';
import { FederationFailure, PAGE_ERROR_BY_REASON } from '../federation-failure.js';
import { buildRedirectUri } from '../upstream/upstream-authorization-request.js';
import { SamlLogoutService } from './saml-logout.service.js';

/** Single logout service of a domain for one SAML identity provider: SAML profiles section 4.4. */
@Controller('connect/federation/:name/saml/logout')
@Page()
export class SamlLogoutController {
  constructor(private readonly logouts: SamlLogoutService) {}

  @Get()
  async receive(@CurrentDomainRequest() requestContext: DomainRequest, @Param('name') name: string): Promise<void> {
    const { request, response, domain } = requestContext;
    const query = queryOf(request);
    const parameters = new URLSearchParams(query);
    // The session has ended already. What the response says changes nothing, and a cookie says where the browser continues.
    const location = parameters.has('SAMLResponse')
      ? `${buildRedirectUri(domain, name)}/signed-out?${new URLSearchParams({ state: parameters.get('RelayState') ?? '' }).toString()}`
      : await this.endSessions(requestContext, name, query);
    response.writeHead(303, { Location: location, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' }).end();
  }

  /** @throws PageRefusal */
  private async endSessions(requestContext: DomainRequest, name: string, query: string): Promise<string> {
    try {
      return await this.logouts.receive(requestContext, name, query);
    } catch (error) {
      if (error instanceof TooManyRefusedTokensError) throw new PageRefusal('too-many-requests', 429, requestContext.domain.branding);
      if (!(error instanceof FederationFailure)) throw error;
      throw new PageRefusal(PAGE_ERROR_BY_REASON[error.reason], 400, requestContext.domain.branding);
    }
  }
}
