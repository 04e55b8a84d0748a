import { Controller, Get, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { CurrentDomainRequest, type DomainRequest } from '../../domain/served-domain.service.js';
import { BROWSER_COOKIE } from '../../pages/http/binding.cookie.js';
import { Page } from '../../pages/http/page.decorator.js';
import { sendPage } from '../../pages/http/send-page.js';
import { createPageContext } from '../../pages/page-context.js';
import { emailUndonePage, emailUndoPage } from '../../pages/views/account-email.view.js';
import { readFormField, seeOther } from '../account-context.js';
import { AccountErrorFilter } from '../account-error.filter.js';
import { createEmailRefusal } from './account-email.controller.js';
import type { EmailLink } from './email-link.service.js';
import { EmailUndoService } from './email-undo.service.js';

/** The link that a former address gets. Whoever has it may use it, so its forms need no CSRF token. */
@Controller('account/email/undo')
@Page(AccountErrorFilter)
export class AccountEmailUndoController {
  constructor(private readonly undos: EmailUndoService) {}

  @Get()
  async show(
    @CurrentDomainRequest() requestContext: DomainRequest,
    @Query('token') token: unknown,
    @Res() response: Response,
  ): Promise<void> {
    const { to } = await this.readLink(requestContext, token);
    // The form runs once if its button is pressed twice.
    BROWSER_COOKIE.bind(requestContext, 'account');
    const context = createPageContext(requestContext.request, requestContext.domain);
    const view = { address: to, action: '/account/email/undo', fields: { token: token as string } };
    sendPage(response, emailUndoPage(context, view), { context });
  }

  @Post()
  async undo(@CurrentDomainRequest() requestContext: DomainRequest, @Res() response: Response): Promise<void> {
    const link = await this.readLink(requestContext, readFormField(requestContext, 'token'));
    const refusal = await this.undos.undo(requestContext.domain, link);
    if (refusal !== null) throw createEmailRefusal(requestContext, refusal);
    seeOther(response, '/account/email/undo/done');
  }

  @Get('done')
  showDone(@CurrentDomainRequest() { request, domain }: DomainRequest, @Res() response: Response): void {
    const context = createPageContext(request, domain);
    sendPage(response, emailUndonePage(context, { continueTo: '/account' }), { context });
  }

  private async readLink(requestContext: DomainRequest, token: unknown): Promise<EmailLink> {
    const link = await this.undos.read(requestContext.domain, token);
    if (!link) throw createEmailRefusal(requestContext, 'unusable');
    return link;
  }
}
