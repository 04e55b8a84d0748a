import { Controller, Get, Post, Res, UseFilters } from '@nestjs/common';
import type { Response } from 'express';
import { CurrentVisit, type Visit } from '../domain/served-domain.js';
import { authenticatorAppPage } from '../pages/enrolment.view.js';
import { sendPage } from '../pages/send-page.js';
import { errorIn, tell, toldOn } from '../pages/told.js';
import type { InputError } from '../pages/view-models.js';
import { Totp, type TotpEnrolment } from '../totp/totp.js';
import { AccountErrorFilter } from './account-error.filter.js';
import { PageRefusal } from '../pages/page-refusal.js';
import { fieldOf, type AccountVisit } from './account-visit.js';
import { AccountVisits } from './account-visits.js';
import { seeOther } from './see-other.js';
import { tellOnAccount } from './tell-on-account.js';

const PAGE = '/account/authenticator-app';

@Controller('account/authenticator-app')
@UseFilters(AccountErrorFilter)
export class AccountAuthenticatorAppController {
  constructor(
    private readonly visits: AccountVisits,
    private readonly totp: Totp,
  ) {}

  /** Makes a secret, which the page then shows: asked for by a GET, it would be another one each time. */
  @Post()
  async enrol(@CurrentVisit() visit: Visit, @Res() response: Response): Promise<void> {
    const { domain, session } = await this.visits.submitChange(visit);
    if (!(await this.totp.enrol(domain, session.sub))) throw new PageRefusal('account-inactive', 403, domain.branding);
    seeOther(response, PAGE);
  }

  @Get()
  async show(@CurrentVisit() visit: Visit, @Res() response: Response): Promise<void> {
    const account = await this.visits.openForChange(visit);
    const enrolment = await this.totp.pending(account.domain, account.session.sub);
    if (enrolment) sendSecret(account, enrolment, errorIn(toldOn(account)));
    else seeOther(response, '/account');
  }

  @Post('confirm')
  async confirm(@CurrentVisit() visit: Visit, @Res() response: Response): Promise<void> {
    const account = await this.visits.submitChange(visit);
    const { domain, session } = account;
    if (await this.totp.confirm(domain, session.sub, fieldOf(visit, 'code'))) {
      return tellOnAccount(account, 'authenticator-app-set-up');
    }
    tell(account, PAGE, 'code-wrong');
    seeOther(response, PAGE);
  }

  @Post('cancel')
  async cancel(@CurrentVisit() visit: Visit, @Res() response: Response): Promise<void> {
    const { domain, session } = await this.visits.submit(visit);
    await this.totp.cancel(domain, session.sub);
    seeOther(response, '/account');
  }

  @Post('remove')
  async remove(@CurrentVisit() visit: Visit, @Res() _answered: unknown): Promise<void> {
    const account = await this.visits.submitChange(visit);
    if (!(await this.totp.remove(account.domain, account.session.sub))) return tellOnAccount(account, 'already-gone');
    tellOnAccount(account, 'authenticator-app-removed');
  }
}

function sendSecret({ response, csrf, context }: AccountVisit, { uri, secret }: TotpEnrolment, error: InputError | null): void {
  const view = { csrf, uri, secret, error, action: `${PAGE}/confirm`, cancel: `${PAGE}/cancel` };
  sendPage(response, authenticatorAppPage(context, view), { context });
}
