import { Controller, Get, HttpCode, Post, Query, Res, UseFilters } from '@nestjs/common';
import { CurrentVisit, type Visit } from '../../domain/served-domain.js';
import { Methods } from '../../method/methods.js';
import { Passkeys } from '../../passkey/passkeys.js';
import { jsonIn } from '../json-in.js';
import { PageErrorFilter } from '../../pages/page-error.filter.js';
import { PageRefusal } from '../../pages/page-refusal.js';
import { fieldOf, redirect, sendJson } from '../visit.js';
import { showOffer, WelcomeVisits } from './welcome-visits.js';

/** Between a link that was made by the API and where it leads: who has no passkey is offered one. */
@Controller('account/welcome')
@UseFilters(PageErrorFilter)
export class WelcomeController {
  constructor(
    private readonly visits: WelcomeVisits,
    private readonly methods: Methods,
    private readonly passkeys: Passkeys,
  ) {}

  @Get()
  async show(@CurrentVisit() current: Visit, @Query('link') id: unknown, @Res() _answered: unknown): Promise<void> {
    const visit = await this.visits.open(current, id);
    const { passkeys } = await this.methods.of(visit.domain, visit.sub);
    if (passkeys > 0) redirect(visit, visit.link.redirectUri);
    else showOffer(visit);
  }

  @Post('passkey/options')
  @HttpCode(200)
  async options(@CurrentVisit() current: Visit, @Query('link') id: unknown, @Res() _answered: unknown): Promise<void> {
    const visit = await this.visits.submit(current, id);
    const options = await this.passkeys.registrationOptions(visit.domain, visit.sub);
    if (!options) throw new PageRefusal('account-inactive', 403, visit.domain.branding);
    sendJson(visit, options);
  }

  @Post('passkey')
  async create(@CurrentVisit() current: Visit, @Query('link') id: unknown, @Res() _answered: unknown): Promise<void> {
    const visit = await this.visits.submit(current, id);
    const response = jsonIn(fieldOf(visit, 'response'));
    if (response === undefined) return showOffer(visit, 'passkey-needs-script');
    if (!(await this.passkeys.verifyRegistration(visit.domain, visit.sub, { response }))) return showOffer(visit, 'passkey-failed');
    redirect(visit, visit.link.redirectUri);
  }

  /** "Not now". */
  @Post('finish')
  async finish(@CurrentVisit() current: Visit, @Query('link') id: unknown, @Res() _answered: unknown): Promise<void> {
    const visit = await this.visits.submit(current, id);
    redirect(visit, visit.link.redirectUri);
  }
}
