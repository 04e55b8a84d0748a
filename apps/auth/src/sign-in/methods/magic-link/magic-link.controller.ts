import { Controller, Get, Post, Query } from '@nestjs/common';
import { CurrentDomainRequest, type DomainRequest } from '../../../domain/served-domain.service.js';
import { Page } from '../../../pages/http/page.decorator.js';
import { InteractionService } from '../../../authorization/interaction.service.js';
import { redirectToOtherDevicePage, showLandingPage, showOtherDevicePage } from './magic-link-pages.js';
import { MagicLinkSignInService } from './magic-link-sign-in.service.js';
import { MagicLinkContextLoader } from './magic-link-context.loader.js';

/** The page of a magic link. Opening it does not consume the link, so mail scanners do no harm; only its button does. */
@Controller()
@Page()
export class MagicLinkController {
  constructor(
    private readonly contexts: MagicLinkContextLoader,
    private readonly signIns: MagicLinkSignInService,
    private readonly interactions: InteractionService,
  ) {}

  /** Nest routes HEAD requests here too. */
  @Get('connect/magiclink')
  async show(@CurrentDomainRequest() current: DomainRequest, @Query() query: Record<string, unknown>): Promise<void> {
    const requestContext = await this.contexts.load(current, query['token']);
    if (query['elsewhere'] === 'ask' && requestContext.link.interactionUid !== null) showOtherDevicePage(requestContext);
    else showLandingPage(requestContext);
  }

  /** Redeems a link created by the API, or a link from another browser after the user has confirmed it. */
  @Post('connect/magiclink')
  async redeem(@CurrentDomainRequest() current: DomainRequest, @Query('elsewhere') elsewhere: unknown): Promise<void> {
    const requestContext = await this.contexts.loadPost(current);
    if (requestContext.link.interactionUid === null) return this.signIns.signIn(requestContext);
    if (elsewhere === 'allow') return this.signIns.restartAuthorization(requestContext);
    if (elsewhere === 'deny') return this.signIns.decline(requestContext);
    redirectToOtherDevicePage(requestContext);
  }

  /** Redeems a link requested in this authorization request. Only the browser that requested it has the interaction cookie. */
  @Post('sign-in/:uid/link')
  async resumeInteraction(@CurrentDomainRequest() current: DomainRequest): Promise<void> {
    const requestContext = await this.contexts.loadPost(current);
    const interaction = await this.interactions.find(current);
    if (interaction && interaction.uid === requestContext.link.interactionUid) await this.signIns.resumeInteraction(requestContext);
    else redirectToOtherDevicePage(requestContext);
  }
}
