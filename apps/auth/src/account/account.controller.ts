import { Controller, Get, Post, Res, UseFilters } from '@nestjs/common';
import type { Response } from 'express';
import { CurrentVisit, type Visit } from '../domain/served-domain.js';
import { chooseLanguage } from '../pages/language.js';
import { SOME_PROVIDER } from '../pages/page-headers.js';
import { sendPage } from '../pages/send-page.js';
import { toldOn } from '../pages/told.js';
import { signedOutPage } from '../pages/sign-out.view.js';
import { AccountErrorFilter } from './account-error.filter.js';
import { AccountPage } from './account-page.js';
import { AccountSessions } from './account-sessions.js';
import { AccountVisits } from './account-visits.js';
import { seeOther } from './see-other.js';
import { SignInNeeded } from './sign-in-needed.js';
import { tellOnAccount } from './tell-on-account.js';

const SIGNED_OUT = '/account/signed-out';

/** The signed-in person's own page, and the way out of it. */
@Controller('account')
@UseFilters(AccountErrorFilter)
export class AccountController {
  constructor(
    private readonly visits: AccountVisits,
    private readonly page: AccountPage,
    private readonly sessions: AccountSessions,
  ) {}

  @Get()
  async show(@CurrentVisit() visit: Visit, @Res() response: Response): Promise<void> {
    const query = new URL(visit.request.url ?? '', visit.domain.issuer).searchParams;
    const found = await this.visits.find(visit);
    if (found) {
      if (query.get('error') === 'login_required') return tellOnAccount(found, 'other-account');
      // What an authorization request leaves behind in the address is of no use to anybody.
      if (query.has('code') || query.has('error')) return seeOther(response, '/account');
      const formTargets = found.session.federation === undefined ? [] : [SOME_PROVIDER, visit.domain.issuer];
      return sendPage(response, await this.page.render(found, toldOn(found)), { context: found.context, formTargets });
    }
    if (query.has('error')) return seeOther(response, '/account/signed-out');
    throw new SignInNeeded(visit.domain.issuer, null);
  }

  @Post('sign-out')
  async signOut(@CurrentVisit() visit: Visit, @Res() response: Response): Promise<void> {
    const away = await this.sessions.signOut(await this.visits.submit(visit), SIGNED_OUT);
    if (away) response.append('Set-Cookie', away.cookie);
    seeOther(response, away?.location ?? SIGNED_OUT);
  }

  @Get('signed-out')
  signedOut(@CurrentVisit() { domain, request }: Visit, @Res() response: Response): void {
    const context = {
      domain: domain.name,
      branding: domain.branding,
      language: chooseLanguage(undefined, request.headers['accept-language']),
    };
    sendPage(response, signedOutPage(context, { continueTo: '/account' }), { context });
  }
}
