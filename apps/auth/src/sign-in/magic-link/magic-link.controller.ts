import { Controller, Get, Post, Query, Res, UseFilters } from '@nestjs/common';
import { CurrentVisit, type Visit } from '../../domain/served-domain.js';
import { Interactions } from '../../provider/interactions.js';
import { PageErrorFilter } from '../../pages/page-error.filter.js';
import { askElsewhere, showLanding, showOtherDevice } from './link-pages.js';
import { LinkSignIns } from './link-sign-ins.js';
import { LinkVisits } from './link-visits.js';

/** Where a magic link leads. Whatever looks at it, a scanner of mails too, uses nothing up: that takes the button of its page. */
@Controller()
@UseFilters(PageErrorFilter)
export class MagicLinkController {
  constructor(
    private readonly visits: LinkVisits,
    private readonly signIns: LinkSignIns,
    private readonly interactions: Interactions,
  ) {}

  /** HEAD comes here as well. */
  @Get('connect/magiclink')
  async show(@CurrentVisit() current: Visit, @Query() query: Record<string, unknown>, @Res() _answered: unknown): Promise<void> {
    const visit = await this.visits.open(current, query['token']);
    if (query['elsewhere'] === 'ask' && visit.link.interactionUid !== null) showOtherDevice(visit);
    else showLanding(visit);
  }

  /** A link that was made by the API; or one from another browser, once its user has seen what it is for. */
  @Post('connect/magiclink')
  async redeem(@CurrentVisit() current: Visit, @Query('elsewhere') elsewhere: unknown, @Res() _answered: unknown): Promise<void> {
    const visit = await this.visits.submit(current);
    if (visit.link.interactionUid === null) return this.signIns.signIn(visit);
    if (elsewhere === 'allow') return this.signIns.goOnElsewhere(visit);
    if (elsewhere === 'deny') return this.signIns.decline(visit);
    askElsewhere(visit);
  }

  /** A link that was asked for within this authorization request. Only the browser in which it was has the interaction's cookie. */
  @Post('sign-in/:uid/link')
  async goOn(@CurrentVisit() current: Visit, @Res() _answered: unknown): Promise<void> {
    const visit = await this.visits.submit(current);
    const interaction = await this.interactions.find(current);
    if (interaction && interaction.uid === visit.link.interactionUid) await this.signIns.goOn(visit);
    else askElsewhere(visit);
  }
}
