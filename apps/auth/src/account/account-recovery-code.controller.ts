import { Controller, Get, Post, Res, UseFilters } from '@nestjs/common';
import type { Response } from 'express';
import { CurrentVisit, type Visit } from '../domain/served-domain.js';
import { recoveryCodesPage } from '../pages/enrolment.view.js';
import { sendPage } from '../pages/send-page.js';
import { RecoveryCodes } from '../recovery-code/recovery-codes.js';
import { AccountErrorFilter } from './account-error.filter.js';
import { PageRefusal } from '../pages/page-refusal.js';
import { placeOf } from './account-visit.js';
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
    const account = await this.visits.open(visit);
    const codes = await this.codes.shown(account.domain, account.session.sub, placeOf(account));
    if (codes.length === 0) return seeOther(response, '/account');
    const { context, csrf } = account;
    sendPage(response, recoveryCodesPage(context, { csrf, codes, continueTo: `${PAGE}/kept` }), { context });
  }

  @Post('kept')
  async keep(@CurrentVisit() visit: Visit, @Res() response: Response): Promise<void> {
    const { domain, session } = await this.visits.submit(visit);
    await this.codes.kept(domain, session.sub);
    seeOther(response, '/account');
  }
}
