import { Controller, Param, Post, Res, UseFilters } from '@nestjs/common';
import type { Response } from 'express';
import { CurrentVisit, type Visit } from '../domain/served-domain.js';
import { AccountErrorFilter } from './account-error.filter.js';
import { pageWith } from './account-notices.js';
import { PageRefusal } from '../pages/page-refusal.js';
import { AccountSessions } from './account-sessions.js';
import { AccountVisits } from './account-visits.js';
import { seeOther } from './see-other.js';

@Controller('account/sessions')
@UseFilters(AccountErrorFilter)
export class AccountSessionController {
  constructor(
    private readonly visits: AccountVisits,
    private readonly sessions: AccountSessions,
  ) {}

  @Post('end-others')
  async endOthers(@CurrentVisit() visit: Visit, @Res() response: Response): Promise<void> {
    const account = await this.visits.submit(visit);
    await this.sessions.endOthers(account);
    seeOther(response, pageWith('sessions-ended', account));
  }

  @Post(':sid/end')
  async end(@CurrentVisit() visit: Visit, @Param('sid') sid: string, @Res() response: Response): Promise<void> {
    const account = await this.visits.submit(visit);
    if (!(await this.sessions.end(account, sid))) throw new PageRefusal('not-found', 404, account.domain.branding);
    seeOther(response, pageWith('session-ended', account));
  }
}
