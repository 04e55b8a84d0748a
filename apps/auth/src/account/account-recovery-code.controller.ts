import { Controller, Get, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { CurrentDomainRequest, type DomainRequest } from '../domain/served-domain.service.js';
import { recoveryCodesPage } from '../pages/views/enrolment.view.js';
import { sendRecoveryCodesFile } from '../pages/http/recovery-codes-file.js';
import { sendPage } from '../pages/http/send-page.js';
import { RecoveryCodeService } from '../recovery-code/recovery-code.service.js';
import { Page } from '../pages/http/page.decorator.js';
import { AccountErrorFilter } from './account-error.filter.js';
import { PageRefusal } from '../pages/http/page-refusal.js';
import { deriveFormToken, displayScope, type AccountContext, seeOther } from './account-context.js';
import { AccountContextLoader } from './account-context.loader.js';

/** Every load of the page submits the same form, until the user confirms that the codes are saved. */
const FORM_SALT = 'recovery-codes--';
const PAGE_PATH = '/account/recovery-codes';

@Controller('account/recovery-codes')
@Page(AccountErrorFilter)
export class AccountRecoveryCodeController {
  constructor(
    private readonly contexts: AccountContextLoader,
    private readonly codes: RecoveryCodeService,
  ) {}

  /** Creates the codes in a POST, because reloading the page must not replace them. */
  @Post()
  async regenerate(@CurrentDomainRequest() requestContext: DomainRequest, @Res() response: Response): Promise<void> {
    const account = await this.contexts.submitChange(requestContext);
    const { domain, session } = account;
    if (!(await this.codes.regenerate(domain, session.sub, displayScope(account))))
      throw new PageRefusal('account-inactive', 403, domain.branding);
    seeOther(response, PAGE_PATH);
  }

  /** Shows the codes in the session that created them, until the user confirms having saved them. */
  @Get()
  async show(@CurrentDomainRequest() requestContext: DomainRequest, @Res() response: Response): Promise<void> {
    const { context, csrf, codes } = await this.loadWithCodes(requestContext);
    if (codes.length === 0) return seeOther(response, '/account');
    const view = { csrf: deriveFormToken(csrf, FORM_SALT), codes, download: `${PAGE_PATH}/download`, continueTo: `${PAGE_PATH}/kept` };
    sendPage(response, recoveryCodesPage(context, view), { context });
  }

  @Get('download')
  async download(@CurrentDomainRequest() requestContext: DomainRequest, @Res() response: Response): Promise<void> {
    const { context, codes } = await this.loadWithCodes(requestContext);
    if (codes.length === 0) return seeOther(response, '/account');
    sendRecoveryCodesFile(response, context, codes);
  }

  @Post('kept')
  async keep(@CurrentDomainRequest() requestContext: DomainRequest, @Res() response: Response): Promise<void> {
    const { domain, session } = await this.contexts.submit(requestContext);
    await this.codes.acknowledge(domain, session.sub);
    seeOther(response, '/account');
  }

  private async loadWithCodes(requestContext: DomainRequest): Promise<AccountContext & { codes: string[] }> {
    const account = await this.contexts.open(requestContext);
    return { ...account, codes: await this.codes.listDisplayed(account.domain, account.session.sub, displayScope(account)) };
  }
}
