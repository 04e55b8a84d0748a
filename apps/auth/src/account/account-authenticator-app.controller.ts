import { Controller, Get, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { CurrentDomainRequest, type DomainRequest } from '../domain/served-domain.service.js';
import { authenticatorAppPage } from '../pages/views/enrolment.view.js';
import { sendPage } from '../pages/http/send-page.js';
import { toInputError, setFlashMessage, takeFlashMessage } from '../pages/http/flash-message.js';
import type { InputError } from '../pages/views/view-models.js';
import { TotpService, type TotpEnrolment } from '../totp/totp.service.js';
import { Page } from '../pages/http/page.decorator.js';
import { AccountErrorFilter } from './account-error.filter.js';
import { PageRefusal } from '../pages/http/page-refusal.js';
import { redirectWithFlashMessage, readFormField, type AccountContext, seeOther } from './account-context.js';
import { AccountContextLoader } from './account-context.loader.js';

const PAGE_PATH = '/account/authenticator-app';

@Controller('account/authenticator-app')
@Page(AccountErrorFilter)
export class AccountAuthenticatorAppController {
  constructor(
    private readonly contexts: AccountContextLoader,
    private readonly totp: TotpService,
  ) {}

  /** Creates the secret in a POST, because reloading the page must not replace it. */
  @Post()
  async enrol(@CurrentDomainRequest() requestContext: DomainRequest, @Res() response: Response): Promise<void> {
    const { domain, session } = await this.contexts.submitChange(requestContext);
    if (!(await this.totp.enrol(domain, session.sub))) throw new PageRefusal('account-inactive', 403, domain.branding);
    seeOther(response, PAGE_PATH);
  }

  @Get()
  async show(@CurrentDomainRequest() requestContext: DomainRequest, @Res() response: Response): Promise<void> {
    const account = await this.contexts.openForChange(requestContext);
    const enrolment = await this.totp.pending(account.domain, account.session.sub);
    if (enrolment) sendAuthenticatorAppPage(account, enrolment, toInputError(takeFlashMessage(account)));
    else seeOther(response, '/account');
  }

  @Post('confirm')
  async confirm(@CurrentDomainRequest() requestContext: DomainRequest, @Res() response: Response): Promise<void> {
    const account = await this.contexts.submitChange(requestContext);
    const { domain, session } = account;
    if (await this.totp.confirm(domain, session.sub, readFormField(requestContext, 'code'))) {
      return redirectWithFlashMessage(account, 'authenticator-app-set-up');
    }
    setFlashMessage(account, PAGE_PATH, 'code-wrong');
    seeOther(response, PAGE_PATH);
  }

  @Post('cancel')
  async cancel(@CurrentDomainRequest() requestContext: DomainRequest, @Res() response: Response): Promise<void> {
    const { domain, session } = await this.contexts.submit(requestContext);
    await this.totp.cancel(domain, session.sub);
    seeOther(response, '/account');
  }

  @Post('remove')
  async remove(@CurrentDomainRequest() requestContext: DomainRequest): Promise<void> {
    const account = await this.contexts.submitChange(requestContext);
    if (!(await this.totp.remove(account.domain, account.session.sub))) return redirectWithFlashMessage(account, 'already-gone');
    redirectWithFlashMessage(account, 'authenticator-app-removed');
  }
}

function sendAuthenticatorAppPage(
  { response, formToken, context }: AccountContext,
  { uri, secret }: TotpEnrolment,
  error: InputError | null,
): void {
  const view = { csrf: formToken, uri, secret, error, action: `${PAGE_PATH}/confirm`, cancel: `${PAGE_PATH}/cancel` };
  sendPage(response, authenticatorAppPage(context, view), { context });
}
