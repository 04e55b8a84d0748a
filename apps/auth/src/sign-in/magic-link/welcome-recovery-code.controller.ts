import { Controller, Get, Post, Query, Res, UseFilters } from '@nestjs/common';
import { CurrentVisit, type Visit } from '../../domain/served-domain.js';
import { PageErrorFilter } from '../../pages/page-error.filter.js';
import { sendRecoveryCodes } from '../../pages/recovery-codes-file.js';
import { NewAuthenticatorApp } from '../new-authenticator-app.js';
import { redirect } from '../visit.js';
import { showRecoveryCodes } from './welcome-pages.js';
import { WelcomeVisits, type WelcomeVisit } from './welcome-visits.js';

/** The recovery codes that came with an authenticator app, until they have been kept. */
@Controller('account/welcome/recovery-codes')
@UseFilters(PageErrorFilter)
export class WelcomeRecoveryCodeController {
  constructor(
    private readonly visits: WelcomeVisits,
    private readonly apps: NewAuthenticatorApp,
  ) {}

  @Get()
  async show(@CurrentVisit() current: Visit, @Query('link') id: unknown, @Res() _answered: unknown): Promise<void> {
    const { visit, codes } = await this.shown(current, id);
    if (codes.length > 0) showRecoveryCodes(visit, codes);
    else redirect(visit, visit.link.redirectUri);
  }

  @Get('download')
  async download(@CurrentVisit() current: Visit, @Query('link') id: unknown, @Res() _answered: unknown): Promise<void> {
    const { visit, codes } = await this.shown(current, id);
    if (codes.length > 0) sendRecoveryCodes(visit.response, visit.context, codes);
    else redirect(visit, visit.link.redirectUri);
  }

  /** "I have kept them". */
  @Post()
  async keep(@CurrentVisit() current: Visit, @Query('link') id: unknown, @Res() _answered: unknown): Promise<void> {
    const visit = await this.visits.submit(current, id);
    await this.apps.keepRecoveryCodes(visit.domain, visit.sub);
    redirect(visit, visit.link.redirectUri);
  }

  private async shown(current: Visit, id: unknown): Promise<{ visit: WelcomeVisit; codes: string[] }> {
    const visit = await this.visits.open(current, id);
    return { visit, codes: await this.apps.shownRecoveryCodes(visit.domain, visit.sub, visit.place) };
  }
}
