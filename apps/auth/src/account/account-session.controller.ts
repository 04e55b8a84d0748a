import { Controller, Param, Post, Res, UseFilters } from '@nestjs/common';
import { CurrentVisit, type Visit } from '../domain/served-domain.js';
import { AccountErrorFilter } from './account-error.filter.js';
import { AccountSessions } from './account-sessions.js';
import { AccountVisits } from './account-visits.js';
import { tellOnAccount } from './tell-on-account.js';

@Controller('account/sessions')
@UseFilters(AccountErrorFilter)
export class AccountSessionController {
  constructor(
    private readonly visits: AccountVisits,
    private readonly sessions: AccountSessions,
  ) {}

  @Post('end-others')
  async endOthers(@CurrentVisit() visit: Visit, @Res() _answered: unknown): Promise<void> {
    const account = await this.visits.submit(visit);
    await this.sessions.endOthers(account);
    tellOnAccount(account, 'sessions-ended');
  }

  @Post(':sid/end')
  async end(@CurrentVisit() visit: Visit, @Param('sid') sid: string, @Res() _answered: unknown): Promise<void> {
    const account = await this.visits.submit(visit);
    if (!(await this.sessions.end(account, sid))) return tellOnAccount(account, 'already-gone');
    tellOnAccount(account, 'session-ended');
  }
}
