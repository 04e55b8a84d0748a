import { Controller, Get, Post, Query, Res, UseFilters } from '@nestjs/common';
import { CurrentVisit, type Visit } from '../../domain/served-domain.js';
import { PageErrorFilter } from '../../pages/page-error.filter.js';
import { errorIn, tell, toldOn } from '../../pages/told.js';
import { NewAuthenticatorApp } from '../new-authenticator-app.js';
import { fieldOf, redirect } from '../visit.js';
import { WelcomeOffers } from './welcome-offers.js';
import { showSecret, welcomeAddress } from './welcome-pages.js';
import { WelcomeVisits } from './welcome-visits.js';

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
    redirect(visit, welcomeAddress(visit, '/authenticator-app'));
  }

  @Get()
  async show(@CurrentVisit() current: Visit, @Query('link') id: unknown, @Res() _answered: unknown): Promise<void> {
    const visit = await this.visits.open(current, id);
    const isOffered = (await this.offers.of(visit)).includes('totp');
    const app = isOffered ? await this.apps.pending(visit.domain, visit.sub) : null;
    if (app) showSecret(visit, app, errorIn(toldOn(visit)));
    else redirect(visit, welcomeAddress(visit));
  }

  @Post('code')
  async confirm(@CurrentVisit() current: Visit, @Query('link') id: unknown, @Res() _answered: unknown): Promise<void> {
    const visit = await this.visits.submit(current, id);
    await this.offers.require(visit, 'totp');
    if (!(await this.apps.confirm(visit.domain, visit.sub, fieldOf(visit, 'code')))) {
      tell(visit, '/account/welcome/authenticator-app', 'code-wrong');
      return redirect(visit, welcomeAddress(visit, '/authenticator-app'));
    }
    const made = await this.apps.makeRecoveryCodes(visit.domain, visit.sub, visit.place);
    redirect(visit, made ? welcomeAddress(visit, '/recovery-codes') : visit.link.redirectUri);
  }

  /** Back to what there is to choose from. */
  @Post('cancel')
  async cancel(@CurrentVisit() current: Visit, @Query('link') id: unknown, @Res() _answered: unknown): Promise<void> {
    const visit = await this.visits.submit(current, id);
    redirect(visit, welcomeAddress(visit));
  }
}
