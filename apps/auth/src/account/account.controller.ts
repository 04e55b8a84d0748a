import { Controller, Get, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { BROWSER_COOKIE } from '../pages/http/binding.cookie.js';
import { CurrentDomainRequest, type DomainRequest } from '../domain/served-domain.service.js';
import { createPageContext } from '../pages/page-context.js';
import { sendPage } from '../pages/http/send-page.js';
import { takeFlashMessage } from '../pages/http/flash-message.js';
import { signedOutPage } from '../pages/views/sign-out.view.js';
import { Page } from '../pages/http/page.decorator.js';
import { AccountErrorFilter } from './account-error.filter.js';
import { AccountPageService } from './account-page.service.js';
import { AccountSessionService } from './account-session.service.js';
import { listFormTargets, redirectWithFlashMessage, seeOther } from './account-context.js';
import { AccountContextLoader } from './account-context.loader.js';
import { getReturnPage, SignInRequiredError } from './sign-in-required.js';

const SIGNED_OUT_PATH = '/account/signed-out';

/** The signed-in user's account page, and signing out. */
@Controller('account')
@Page(AccountErrorFilter)
export class AccountController {
  constructor(
    private readonly contexts: AccountContextLoader,
    private readonly page: AccountPageService,
    private readonly sessions: AccountSessionService,
  ) {}

  @Get()
  async show(@CurrentDomainRequest() requestContext: DomainRequest, @Res() response: Response): Promise<void> {
    const query = new URL(requestContext.request.url ?? '', requestContext.domain.issuer).searchParams;
    const account = await this.contexts.find(requestContext);
    if (account) {
      if (query.get('error') === 'login_required') return redirectWithFlashMessage(account, 'other-account');
      // Removes the parameters of the authorization response from the URL.
      if (query.has('code') || query.has('error')) return seeOther(response, getReturnPage(query.get('state')));
      // A form of this page that is submitted twice runs once.
      BROWSER_COOKIE.bind(requestContext, 'account');
      const { html, pictures } = await this.page.render(account, takeFlashMessage(account));
      return sendPage(response, html, { context: account.context, formTargets: listFormTargets(account), pictures });
    }
    if (query.has('error')) return seeOther(response, SIGNED_OUT_PATH);
    throw new SignInRequiredError(requestContext.domain.issuer, null);
  }

  @Post('sign-out')
  async signOut(@CurrentDomainRequest() requestContext: DomainRequest, @Res() response: Response): Promise<void> {
    const upstreamLogout = await this.sessions.signOut(await this.contexts.submit(requestContext), SIGNED_OUT_PATH);
    if (upstreamLogout) response.append('Set-Cookie', upstreamLogout.cookie);
    seeOther(response, upstreamLogout?.location ?? SIGNED_OUT_PATH);
  }

  @Get('signed-out')
  signedOut(@CurrentDomainRequest() { domain, request }: DomainRequest, @Res() response: Response): void {
    const context = createPageContext(request, domain);
    sendPage(response, signedOutPage(context, { continueTo: '/account' }), { context });
  }
}
