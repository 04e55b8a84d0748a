import { Controller, Post, Res, UseFilters } from '@nestjs/common';
import { ClientAddresses } from '../domain/client-addresses.js';
import { CurrentVisit, type Visit } from '../domain/served-domain.js';
import { LINK_SECONDS } from '../magic-link/link-seconds.js';
import { MagicLinks } from '../magic-link/magic-links.js';
import { PageErrorFilter } from '../pages/page-error.filter.js';
import { showInbox, showSignIn } from './presentation.js';
import { fieldOf, requestIdOf } from './visit.js';
import { Visits } from './visits.js';

/** "Email me a link", "Text me a link": the same page, as soon, whoever is named. */
@Controller('sign-in/:uid')
@UseFilters(PageErrorFilter)
export class LinkSignInController {
  constructor(
    private readonly visits: Visits,
    private readonly links: MagicLinks,
    private readonly addresses: ClientAddresses,
  ) {}

  @Post('email')
  email(@CurrentVisit() current: Visit, @Res() _answered: unknown): Promise<void> {
    return this.send(current, 'email');
  }

  @Post('sms')
  sms(@CurrentVisit() current: Visit, @Res() _answered: unknown): Promise<void> {
    return this.send(current, 'sms');
  }

  private async send(current: Visit, channel: 'email' | 'sms'): Promise<void> {
    const visit = await this.visits.submitLocal(current);
    const username = fieldOf(visit, 'username');
    if (username === '') return showSignIn(visit, { username, error: 'username-missing' });
    await this.links.request(visit.domain, {
      username,
      channel,
      interactionUid: visit.interaction.uid,
      language: visit.context.language,
      peer: this.addresses.of(visit.request),
      requestId: requestIdOf(visit),
    });
    showInbox(visit, { channel, minutes: LINK_SECONDS / 60, username });
  }
}
