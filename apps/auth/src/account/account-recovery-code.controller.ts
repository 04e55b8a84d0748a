import { Controller, Get, Post, Res, UseFilters } from '@nestjs/common';
import type { Response } from 'express';
import { CurrentVisit, type Visit } from '../domain/served-domain.js';
import { recoveryCodesPage } from '../pages/enrolment.view.js';
import { sendRecoveryCodes } from '../pages/recovery-codes-file.js';
import { sendPage } from '../pages/send-page.js';
import { RecoveryCodes } from '../recovery-code/recovery-codes.js';
import { AccountErrorFilter } from './account-error.filter.js';
import { PageRefusal } from '../pages/page-refusal.js';
import { placeOf, type AccountVisit } from './account-visit.js';
import { AccountVisits } from './account-visits.js';
import { seeOther } from './see-other.js';

const PAGE = '/account/recovery-codes';

@Controller('account/recovery-codes')
@UseFilters(AccountErrorFilter)
export class AccountRecoveryCodeController {
  constructor(
    private readonly visits: AccountVisits,
    private readonly codes: RecoveryCodes,
  ) {}

  /** Makes codes, which the page then shows: asked for by a GET, they would be others each time. */
  @Post()
  async regenerate(@CurrentVisit() visit: Visit, @Res() response: Response): Promise<void> {
    const account = await this.visits.submitChange(visit);
    const { domain, session } = account;
    if (!(await this.codes.regenerate(domain, session.sub, placeOf(account))))
      throw new PageRefusal('account-inactive', 403, domain.branding);
    seeOther(response, PAGE);
  }

  /** In the session in which they were made, until somebody says that they have kept them. */
  @Get()
  async show(@CurrentVisit() visit: Visit, @Res() response: Response): Promise<void> {
    const { context, csrf, codes } = await this.shown(visit);
    if (codes.length === 0) return seeOther(response, '/account');
    const view = { csrf, codes, download: `${PAGE}/download`, continueTo: `${PAGE}/kept` };
    sendPage(response, recoveryCodesPage(context, view), { context });
  }

  @Get('download')
  async download(@CurrentVisit() visit: Visit, @Res() response: Response): Promise<void> {
    const { context, codes } = await this.shown(visit);
    if (codes.length === 0) return seeOther(response, '/account');
    sendRecoveryCodes(response, context, codes);
  }

  @Post('kept')
  async keep(@CurrentVisit() visit: Visit, @Res() response: Response): Promise<void> {
    const { domain, session } = await this.visits.submit(visit);
    await this.codes.kept(domain, session.sub);
    seeOther(response, '/account');
  }

  private async shown(visit: Visit): Promise<AccountVisit & { codes: string[] }> {
    const account = await this.visits.open(visit);
    return { ...account, codes: await this.codes.shown(account.domain, account.session.sub, placeOf(account)) };
  }
}
