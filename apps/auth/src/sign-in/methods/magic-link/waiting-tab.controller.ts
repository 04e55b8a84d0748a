import { Controller, Get, Post } from '@nestjs/common';
import { CurrentDomainRequest, type DomainRequest } from '../../../domain/served-domain.service.js';
import { Page } from '../../../pages/http/page.decorator.js';
import { PageRefusal } from '../../../pages/http/page-refusal.js';
import { SignInContextLoader } from '../../context/sign-in-context.loader.js';
import { PAGE_PATHS, redirect, redirectWithError, sendJson, type SignInContext } from '../../context/sign-in-context.js';
import { SignInStateService } from '../../state/sign-in-state.service.js';

/** Serves a tab that waits while its user opens the link in another tab of the same browser. */
@Controller('sign-in/:uid')
@Page()
export class WaitingTabController {
  constructor(
    private readonly contexts: SignInContextLoader,
    private readonly signInState: SignInStateService,
  ) {}

  /** Tells the page's script whether it can continue, because the sign-in has ended and its session has begun. */
  @Get('progress')
  async showProgress(@CurrentDomainRequest() current: DomainRequest): Promise<void> {
    sendJson(current, { continues: (await this.findWaiting(current)) instanceof PageRefusal });
  }

  /** Continues at the current step, or in the application if the sign-in has ended. */
  @Get('continue')
  continueByScript(@CurrentDomainRequest() current: DomainRequest): Promise<void> {
    return this.continueSignIn(current);
  }

  /** "I have opened the link". It changes nothing, so it needs no CSRF token, which could not be checked after the sign-in has ended. */
  @Post('continue')
  continueByButton(@CurrentDomainRequest() current: DomainRequest): Promise<void> {
    return this.continueSignIn(current);
  }

  private async continueSignIn(current: DomainRequest): Promise<void> {
    const requestContext = await this.findWaiting(current);
    if (requestContext instanceof PageRefusal) {
      if (requestContext.kind !== 'sign-in-finished' || requestContext.backTo === null) throw requestContext;
      return redirect(current, requestContext.backTo);
    }
    const { sentBy, signUpTo } = requestContext.cookieData;
    const waitingPage = sentBy === null ? signUpTo && PAGE_PATHS.signUpSent : PAGE_PATHS[sentBy];
    redirectWithError(requestContext, !waitingPage || (await this.isLinkUsed(requestContext)) ? '' : waitingPage);
  }

  /** @returns the refusal if the sign-in has ended */
  private async findWaiting(current: DomainRequest): Promise<SignInContext | PageRefusal> {
    try {
      return await this.contexts.load(current);
    } catch (error) {
      if (error instanceof PageRefusal) return error;
      throw error;
    }
  }

  private async isLinkUsed(requestContext: SignInContext): Promise<boolean> {
    const { completedFactors } = await this.signInState.resolve(requestContext);
    const method = requestContext.cookieData.sentBy === 'sms' ? 'text-link' : 'email-link';
    return completedFactors?.methods.includes(method) ?? false;
  }
}
