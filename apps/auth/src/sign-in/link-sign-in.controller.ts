import { Controller, Get, Post, Res, UseFilters } from '@nestjs/common';
import { ClientAddresses } from '../domain/client-addresses.js';
import { CurrentVisit, type Visit } from '../domain/served-domain.js';
import { LINK_SECONDS } from '../magic-link/link-seconds.js';
import { MagicLinks } from '../magic-link/magic-links.js';
import { PageErrorFilter } from '../pages/page-error.filter.js';
import { KnownBrowsers } from '../provider/known-browsers.js';
import { showInbox } from './presentation.js';
import { PAGES, requestIdOf, turnTo } from './visit.js';
import { Visits } from './visits.js';

/** "Email me a link", "Text me a link": the same page, as soon, whoever is named. */
@Controller('sign-in/:uid')
@UseFilters(PageErrorFilter)
export class LinkSignInController {
  constructor(
    private readonly visits: Visits,
    private readonly links: MagicLinks,
    private readonly addresses: ClientAddresses,
    private readonly browsers: KnownBrowsers,
  ) {}

  @Post('email')
  email(@CurrentVisit() current: Visit, @Res() _answered: unknown): Promise<void> {
    return this.send(current, 'email');
  }

  @Post('sms')
  sms(@CurrentVisit() current: Visit, @Res() _answered: unknown): Promise<void> {
    return this.send(current, 'sms');
  }

  @Get('email')
  showEmail(@CurrentVisit() current: Visit, @Res() _answered: unknown): Promise<void> {
    return this.show(current, 'email');
  }

  @Get('sms')
  showSms(@CurrentVisit() current: Visit, @Res() _answered: unknown): Promise<void> {
    return this.show(current, 'sms');
  }

  /** Whoever has not asked for a link is shown how to. */
  private async show(current: Visit, channel: 'email' | 'sms'): Promise<void> {
    const visit = await this.visits.openLocal(current);
    const { username, sentBy } = visit.remembered;
    if (sentBy !== channel) return turnTo(visit, PAGES.methods);
    showInbox(visit, { channel, minutes: LINK_SECONDS / 60, username });
  }

  private async send(current: Visit, channel: 'email' | 'sms'): Promise<void> {
    const visit = await this.visits.submitNamed(current);
    if (!visit) return;
    const { username } = visit.remembered;
    await this.links.request(visit.domain, {
      username,
      channel,
      interactionUid: visit.interaction.uid,
      language: visit.context.language,
      peer: this.addresses.of(visit.request),
      requestId: requestIdOf(visit),
      isKnownTo: (sub) => this.browsers.knows(visit, sub),
    });
    visit.remember({ username, sentBy: channel });
    turnTo(visit, PAGES[channel]);
  }
}
