import { Controller, Get, HttpCode, Post, Query, Res, UseFilters } from '@nestjs/common';
import { CurrentVisit, type Visit } from '../../domain/served-domain.js';
import { PageErrorFilter } from '../../pages/page-error.filter.js';
import { PageRefusal } from '../../pages/page-refusal.js';
import { errorIn, tell, toldOn } from '../../pages/told.js';
import { Passkeys } from '../../passkey/passkeys.js';
import { jsonIn } from '../json-in.js';
import { NewAuthenticatorApp } from '../new-authenticator-app.js';
import { fieldOf, redirect, sendJson } from '../visit.js';
import { WelcomeOffers } from './welcome-offers.js';
import { showOffer, welcomeAddress } from './welcome-pages.js';
import { WelcomeVisits, type WelcomeVisit } from './welcome-visits.js';

/** Between a link that was made by the API and where it leads: who has nothing else to sign in with is offered a passkey. */
@Controller('account/welcome')
@UseFilters(PageErrorFilter)
export class WelcomeController {
  constructor(
    private readonly visits: WelcomeVisits,
    private readonly offers: WelcomeOffers,
    private readonly passkeys: Passkeys,
    private readonly apps: NewAuthenticatorApp,
  ) {}

  @Get()
  async show(@CurrentVisit() current: Visit, @Query('link') id: unknown, @Res() _answered: unknown): Promise<void> {
    const visit = await this.visits.open(current, id);
    const offers = await this.offers.of(visit);
    if (offers.length === 0) redirect(visit, await this.afterOffers(visit));
    else showOffer(visit, offers, errorIn(toldOn(visit)));
  }

  @Post('passkey/options')
  @HttpCode(200)
  async options(@CurrentVisit() current: Visit, @Query('link') id: unknown, @Res() _answered: unknown): Promise<void> {
    const visit = await this.visits.submit(current, id);
    await this.offers.require(visit, 'passkey');
    const options = await this.passkeys.registrationOptions(visit.domain, visit.sub);
    if (!options) throw new PageRefusal('account-inactive', 403, visit.domain.branding);
    sendJson(visit, options);
  }

  @Post('passkey')
  async create(@CurrentVisit() current: Visit, @Query('link') id: unknown, @Res() _answered: unknown): Promise<void> {
    const visit = await this.visits.submit(current, id);
    await this.offers.require(visit, 'passkey');
    const response = jsonIn(fieldOf(visit, 'response'));
    const created = response !== undefined && (await this.passkeys.verifyRegistration(visit.domain, visit.sub, { response }));
    if (!created) tell(visit, '/account/welcome', response === undefined ? 'passkey-needs-script' : 'passkey-failed');
    redirect(visit, created ? visit.link.redirectUri : welcomeAddress(visit));
  }

  /** "Not now". */
  @Post('finish')
  async finish(@CurrentVisit() current: Visit, @Query('link') id: unknown, @Res() _answered: unknown): Promise<void> {
    const visit = await this.visits.submit(current, id);
    redirect(visit, visit.link.redirectUri);
  }

  /** Who is offered nothing is led on; first to recovery codes that they have not kept yet. */
  private async afterOffers(visit: WelcomeVisit): Promise<string> {
    const codes = await this.apps.shownRecoveryCodes(visit.domain, visit.sub, visit.place);
    return codes.length > 0 ? welcomeAddress(visit, '/recovery-codes') : visit.link.redirectUri;
  }
}
