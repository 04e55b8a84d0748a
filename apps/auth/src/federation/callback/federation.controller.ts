import { Controller, Get, Param, Post, Req } from '@nestjs/common';
import { queryOf } from '@latchkey/server';
import type { Request } from 'express';
import { CurrentDomainRequest, type DomainRequest } from '../../domain/served-domain.service.js';
import { Page } from '../../pages/http/page.decorator.js';
import { APPLE_USER_PARAMETER } from './apple-name.js';
import { FederationCallbackService } from './federation-callback.service.js';
import { isSameSitePost, leadOn, readFormResponse, resubmitResponse } from './form-post.js';
import { PostLogoutRedirectService } from '../logout/post-logout-redirect.service.js';

/** Receives the responses of identity providers. */
@Controller('connect/federation/:name')
@Page()
export class FederationController {
  constructor(
    private readonly callback: FederationCallbackService,
    private readonly postLogoutRedirect: PostLogoutRedirectService,
  ) {}

  @Get()
  async receive(@CurrentDomainRequest() requestContext: DomainRequest, @Param('name') name: string): Promise<void> {
    const address = await this.callback.receive(requestContext, name, queryOf(requestContext.request));
    requestContext.response.writeHead(303, { Location: address, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' }).end();
  }

  /** Form Post Response Mode: the identity provider's page posts the response. */
  @Post()
  async receiveForm(
    @CurrentDomainRequest() requestContext: DomainRequest,
    @Param('name') name: string,
    @Req() request: Request,
  ): Promise<void> {
    const usesName = await this.callback.usesAppleName(requestContext, name);
    const parameters = readFormResponse(request, usesName ? null : APPLE_USER_PARAMETER);
    if (!isSameSitePost(request)) return resubmitResponse(requestContext, name, parameters);
    leadOn(requestContext, await this.callback.receive(requestContext, name, parameters));
  }

  /** `post_logout_redirect_uri` of the logout at an identity provider. */
  @Get('signed-out')
  handleSignedOut(@CurrentDomainRequest() requestContext: DomainRequest): void {
    this.postLogoutRedirect.redirect(requestContext);
  }
}
