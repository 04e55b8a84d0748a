import { Controller, Post, Query, Res, UseFilters } from '@nestjs/common';
import { CurrentVisit, type Visit } from '../../domain/served-domain.js';
import { PageErrorFilter } from '../../pages/page-error.filter.js';
import { NewAuthenticatorApp } from '../new-authenticator-app.js';
import { fieldOf, redirect } from '../visit.js';
import { WelcomeOffers } from './welcome-offers.js';
import { showRecoveryCodes, showSecret, welcomeAddress } from './welcome-pages.js';
import { WelcomeVisits, type WelcomeVisit } from './welcome-visits.js';

/** "Set up an authenticator app", for somebody whom a link has brought. */
@Controller('account/welcome/authenticator-app')
@UseFilters(PageErrorFilter)
export class WelcomeAuthenticatorAppController {
  constructor(
    private readonly visits: WelcomeVisits,
    private readonly offers: WelcomeOffers,
    private readonly apps: NewAuthenticatorApp,
  ) {}

  @Post()
  async begin(@CurrentVisit() current: Visit, @Query('link') id: unknown, @Res() _answered: unknown): Promise<void> {
    const visit = await this.visits.submit(current, id);
    await this.offers.require(visit, 'totp');
    await this.apps.begin(visit.domain, visit.sub);
    await this.showApp(visit);
  }

  @Post('code')
  async confirm(@CurrentVisit() current: Visit, @Query('link') id: unknown, @Res() _answered: unknown): Promise<void> {
    const visit = await this.visits.submit(current, id);
    await this.offers.require(visit, 'totp');
    if (!(await this.apps.confirm(visit.domain, visit.sub, fieldOf(visit, 'code')))) return this.showApp(visit, 'code-wrong');
    const codes = await this.apps.recoveryCodes(visit.domain, visit.sub);
    if (codes) showRecoveryCodes(visit, codes);
    else redirect(visit, visit.link.redirectUri);
  }

  /** Back to what there is to choose from. */
  @Post('cancel')
  async cancel(@CurrentVisit() current: Visit, @Query('link') id: unknown, @Res() _answered: unknown): Promise<void> {
    const visit = await this.visits.submit(current, id);
    redirect(visit, welcomeAddress(visit));
  }

  private async showApp(visit: WelcomeVisit, error: 'code-wrong' | null = null): Promise<void> {
    const app = await this.apps.pending(visit.domain, visit.sub);
    if (app) showSecret(visit, app, error);
    else redirect(visit, welcomeAddress(visit));
  }
}
