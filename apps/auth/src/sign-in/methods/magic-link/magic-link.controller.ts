import { Controller, Get, Post, Query, Res, UseFilters } from '@nestjs/common';
import { CurrentDomainRequest, type DomainRequest } from '../../../domain/served-domain.service.js';
import { InteractionService } from '../../../provider/interaction/interaction.service.js';
import { PageErrorFilter } from '../../../pages/http/page-error.filter.js';
import { redirectToOtherDevicePage, showLandingPage, showOtherDevicePage } from './magic-link-pages.js';
import { MagicLinkSignInService } from './magic-link-sign-in.service.js';
import { MagicLinkContextLoader } from './magic-link-context.loader.js';

/** Where a magic link leads. Whatever looks at it, a scanner of mails too, uses nothing up: that takes the button of its page. */
@Controller()
@UseFilters(PageErrorFilter)
export class MagicLinkController {
  constructor(
    private readonly contexts: MagicLinkContextLoader,
    private readonly signIns: MagicLinkSignInService,
    private readonly interactions: InteractionService,
  ) {}

  /** HEAD comes here as well. */
  @Get('connect/magiclink')
  async show(
    @CurrentDomainRequest() current: DomainRequest,
    @Query() query: Record<string, unknown>,
    @Res() _response: unknown,
  ): Promise<void> {
    const requestContext = await this.contexts.load(current, query['token']);
    if (query['elsewhere'] === 'ask' && requestContext.link.interactionUid !== null) showOtherDevicePage(requestContext);
    else showLandingPage(requestContext);
  }

  /** A link that was made by the API; or one from another browser, once its user has seen what it is for. */
  @Post('connect/magiclink')
  async redeem(
    @CurrentDomainRequest() current: DomainRequest,
    @Query('elsewhere') elsewhere: unknown,
    @Res() _response: unknown,
  ): Promise<void> {
    const requestContext = await this.contexts.loadPost(current);
    if (requestContext.link.interactionUid === null) return this.signIns.signIn(requestContext);
    if (elsewhere === 'allow') return this.signIns.restartAuthorization(requestContext);
    if (elsewhere === 'deny') return this.signIns.decline(requestContext);
    redirectToOtherDevicePage(requestContext);
  }

  /** A link that was asked for within this authorization request. Only the browser in which it was has the interaction's cookie. */
  @Post('sign-in/:uid/link')
  async resumeInteraction(@CurrentDomainRequest() current: DomainRequest, @Res() _response: unknown): Promise<void> {
    const requestContext = await this.contexts.loadPost(current);
    const interaction = await this.interactions.find(current);
    if (interaction && interaction.uid === requestContext.link.interactionUid) await this.signIns.resumeInteraction(requestContext);
    else redirectToOtherDevicePage(requestContext);
  }
}
