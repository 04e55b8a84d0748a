import { Controller, Get, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { CurrentDomainRequest, type DomainRequest } from '../../domain/served-domain.service.js';
import { BROWSER_COOKIE } from '../../pages/http/binding.cookie.js';
import { setFlashMessage, type FlashMessage } from '../../pages/http/flash-message.js';
import { Page } from '../../pages/http/page.decorator.js';
import { PageRefusal } from '../../pages/http/page-refusal.js';
import { sendPage } from '../../pages/http/send-page.js';
import { createPageContext } from '../../pages/page-context.js';
import { emailConfirmationPage, emailSignInPage } from '../../pages/views/account-email.view.js';
import { readFormField, seeOther, type AccountContext } from '../account-context.js';
import { AccountContextLoader } from '../account-context.loader.js';
import { AccountErrorFilter } from '../account-error.filter.js';
import { AccountProfileService } from '../account-profile.service.js';
import type { EmailRefusal } from './email-address.service.js';
import { EmailChangeService } from './email-change.service.js';
import type { EmailLink } from './email-link.service.js';
import { EmailRateLimitService } from './email-rate-limit.service.js';

const PAGE_PATH = '/account/profile';
const MESSAGES: Readonly<Record<'sent' | 'invalid' | 'same', FlashMessage>> = {
  sent: 'email-link-sent',
  invalid: 'email-invalid',
  same: 'email-same',
};

/** The change of the signed-in user's email address. */
@Controller('account/email')
@Page(AccountErrorFilter)
export class AccountEmailController {
  constructor(
    private readonly contexts: AccountContextLoader,
    private readonly profiles: AccountProfileService,
    private readonly emails: EmailChangeService,
    private readonly limits: EmailRateLimitService,
  ) {}

  @Post()
  async request(@CurrentDomainRequest() requestContext: DomainRequest): Promise<void> {
    const account = await this.contexts.submitChange(requestContext);
    const { email } = await this.profiles.load(account);
    if (!email) throw new PageRefusal('not-found', 404, account.domain.branding);
    const to = readFormField(account, 'email').trim();
    redirect(account, (await this.limits.isExceeded(account, to)) ? 'too-many-tries' : MESSAGES[await this.emails.request(account, to)]);
  }

  /** Opening a link does not use it up, so mail scanners do no harm; only the button of its page does. */
  @Get('confirm')
  async show(
    @CurrentDomainRequest() requestContext: DomainRequest,
    @Query('token') token: unknown,
    @Res() response: Response,
  ): Promise<void> {
    const account = await this.contexts.find(requestContext);
    if (!account) {
      const context = createPageContext(requestContext.request, requestContext.domain);
      return sendPage(response, emailSignInPage(context, { continueTo: '/account' }), { context });
    }
    BROWSER_COOKIE.bind(requestContext, 'account');
    const { formToken: csrf, context } = account;
    const { to } = await this.readLink(account, token);
    const view = { csrf, address: to, action: '/account/email/confirm', fields: { token: token as string } };
    sendPage(response, emailConfirmationPage(context, view), { context });
  }

  @Post('confirm')
  async confirm(@CurrentDomainRequest() requestContext: DomainRequest): Promise<void> {
    const account = await this.contexts.submit(requestContext);
    const refusal = await this.emails.confirm(account, await this.readLink(account, readFormField(account, 'token')));
    if (refusal !== null) throw createEmailRefusal(account, refusal);
    redirect(account, 'email-changed');
  }

  private async readLink(account: AccountContext, token: unknown): Promise<EmailLink> {
    const link = await this.emails.read(account, token);
    if (!link) throw createEmailRefusal(account, 'unusable');
    return link;
  }
}

/** The page that explains why an address has not changed. */
export function createEmailRefusal({ domain }: DomainRequest, refusal: EmailRefusal): PageRefusal {
  return refusal === 'taken'
    ? new PageRefusal('email-taken', 409, domain.branding, PAGE_PATH)
    : new PageRefusal('link-unusable', 410, domain.branding, PAGE_PATH);
}

function redirect(account: AccountContext, message: FlashMessage): void {
  setFlashMessage(account, PAGE_PATH, message);
  seeOther(account.response, PAGE_PATH);
}
