import { Controller, Post, UseFilters, Res } from '@nestjs/common';
import type { Response } from 'express';
import { CurrentVisit, type Visit } from '../domain/served-domain.js';
import { recoveryCodesPage } from '../pages/enrolment.view.js';
import { sendPage } from '../pages/send-page.js';
import { RecoveryCodes } from '../recovery-code/recovery-codes.js';
import { AccountErrorFilter } from './account-error.filter.js';
import { PageRefusal } from '../pages/page-refusal.js';
import { AccountVisits } from './account-visits.js';

@Controller('account/recovery-codes')
@UseFilters(AccountErrorFilter)
export class AccountRecoveryCodeController {
  constructor(
    private readonly visits: AccountVisits,
    private readonly codes: RecoveryCodes,
  ) {}

  /** The codes are in the answer itself, which nobody stores: the one time that they are shown. */
  @Post()
  async regenerate(@CurrentVisit() visit: Visit, @Res() response: Response): Promise<void> {
    const { domain, session, csrf, context } = await this.visits.submitChange(visit);
    const codes = await this.codes.regenerate(domain, session.sub);
    if (!codes) throw new PageRefusal('account-inactive', 403, domain.branding);
    sendPage(response, recoveryCodesPage(context, { csrf, codes, continueTo: '/account/continue' }), { context });
  }
}
