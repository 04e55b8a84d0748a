import { Controller, Param, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { CurrentDomainRequest, type DomainRequest } from '../../domain/served-domain.service.js';
import { Page } from '../../pages/http/page.decorator.js';
import { isSameSitePost, leadOn, readFormResponse, resubmitForm } from '../callback/form-post.js';
import { SamlCallbackService, type SamlResponseForm } from './saml-callback.service.js';

/** Assertion consumer service of a domain for one SAML identity provider. */
@Controller('connect/federation/:name/saml')
@Page()
export class SamlController {
  constructor(private readonly callback: SamlCallbackService) {}

  /** HTTP POST binding: SAML bindings section 3.5. */
  @Post()
  async receive(
    @CurrentDomainRequest() requestContext: DomainRequest,
    @Param('name') name: string,
    @Req() request: Request,
  ): Promise<void> {
    // The browser sends no cookies with the post of another site. The response stays out of the address, which histories and logs keep.
    if (!isSameSitePost(request)) return resubmitForm(requestContext, request.path, readFormResponse(request, null));
    const address = await this.callback.receive(requestContext, name, (request.body ?? {}) as SamlResponseForm);
    leadOn(requestContext, address);
  }
}
