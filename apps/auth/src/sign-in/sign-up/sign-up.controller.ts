import { Controller, Get, Post, Query } from '@nestjs/common';
import { InteractionService } from '../../authorization/interaction.service.js';
import { CurrentDomainRequest, type DomainRequest } from '../../domain/served-domain.service.js';
import { setFlashMessage, takeFlashMessage, toInputError } from '../../pages/http/flash-message.js';
import { Page } from '../../pages/http/page.decorator.js';
import { readFormField, redirect } from '../context/sign-in-context.js';
import { MagicLinkContextLoader } from '../methods/magic-link/magic-link-context.loader.js';
import { LANDING_PATH, redirectToOtherDevicePage } from '../methods/magic-link/magic-link-pages.js';
import { MagicLinkSignInService } from '../methods/magic-link/magic-link-sign-in.service.js';
import { AccountCreationService } from './account-creation.service.js';
import { isPersonName } from './person-name.js';
import { SignUpContextLoader } from './sign-up-context.loader.js';
import { showNewAccountPage, SIGN_UP_PATH } from './sign-up-pages.js';

/** The page of a sign-up link. Opening it does not consume the link, so mail scanners do no harm; only its button does. */
@Controller()
@Page()
export class SignUpController {
  constructor(
    private readonly contexts: SignUpContextLoader,
    private readonly accounts: AccountCreationService,
    private readonly links: MagicLinkContextLoader,
    private readonly signIns: MagicLinkSignInService,
    private readonly interactions: InteractionService,
  ) {}

  /** After its use it is a magic link for a short time, for a browser that has lost the answer. */
  @Get('connect/sign-up')
  async show(@CurrentDomainRequest() current: DomainRequest, @Query('token') token: unknown): Promise<void> {
    const requestContext = await this.contexts.load(current, token);
    if (!requestContext) return redirect(current, `${LANDING_PATH}?${new URLSearchParams({ token: String(token) }).toString()}`);
    showNewAccountPage(requestContext, toInputError(takeFlashMessage(requestContext)));
  }

  /** Accepts an invitation. */
  @Post('connect/sign-up')
  async accept(@CurrentDomainRequest() current: DomainRequest): Promise<void> {
    if (await this.createAccount(current)) await this.signIns.signIn(await this.links.loadPost(current));
  }

  /** Continues the authorization request in the browser that has started it; another browser asks its user first. */
  @Post('sign-in/:uid/sign-up/account')
  async create(@CurrentDomainRequest() current: DomainRequest): Promise<void> {
    if (!(await this.createAccount(current))) return;
    const requestContext = await this.links.loadPost(current);
    const interaction = await this.interactions.find(current);
    // control: a sign-up continues only in the browser that asked for it
    if (interaction && interaction.uid === requestContext.link.interactionUid) await this.signIns.resumeInteraction(requestContext);
    else redirectToOtherDevicePage(requestContext);
  }

  /** @returns false after a redirect to the page, because the name is missing */
  private async createAccount(current: DomainRequest): Promise<boolean> {
    const requestContext = await this.contexts.loadPost(current);
    // A concurrent request has used it.
    if (!requestContext) return true;
    const name = readFormField(current, 'name');
    if (!isPersonName(name)) {
      setFlashMessage(requestContext, SIGN_UP_PATH, 'name-missing');
      redirect(current, `${SIGN_UP_PATH}?${new URLSearchParams({ token: requestContext.token }).toString()}`);
      return false;
    }
    await this.accounts.create(requestContext, name);
    return true;
  }
}
