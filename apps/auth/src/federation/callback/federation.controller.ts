import { Controller, Get, Param, Res, UseFilters } from '@nestjs/common';
import { CurrentDomainRequest, type DomainRequest } from '../../domain/served-domain.service.js';
import { PageErrorFilter } from '../../pages/http/page-error.filter.js';
import { FederationCallbackService } from './federation-callback.service.js';
import { PostLogoutRedirectService } from '../logout/post-logout-redirect.service.js';

/** Receives the redirects from identity providers. */
@Controller('connect/federation/:name')
@UseFilters(PageErrorFilter)
export class FederationController {
  constructor(
    private readonly callback: FederationCallbackService,
    private readonly postLogoutRedirect: PostLogoutRedirectService,
  ) {}

  @Get()
  async receive(
    @CurrentDomainRequest() requestContext: DomainRequest,
    @Param('name') name: string,
    @Res() _response: unknown,
  ): Promise<void> {
    const address = await this.callback.receive(requestContext, name);
    requestContext.response.writeHead(303, { Location: address, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' }).end();
  }

  /** `post_logout_redirect_uri` of the logout at an identity provider. */
  @Get('signed-out')
  handleSignedOut(@CurrentDomainRequest() requestContext: DomainRequest, @Res() _response: unknown): void {
    this.postLogoutRedirect.redirect(requestContext);
  }
}
