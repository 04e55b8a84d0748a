import { Injectable } from '@nestjs/common';
import type { InputError } from '../../pages/views/view-models.js';
import { PageRefusal } from '../../pages/http/page-refusal.js';
import { ConsentService } from './consent.service.js';
import { UserLookupService } from './user-lookup.service.js';
import { AuthenticatorAppEnrolmentService } from './authenticator-app-enrolment.service.js';
import type { CompletedFactors } from '../../completed-factors/completed-factors.service.js';
import { showEnrolmentPage, showMethodsPage, showSecondStepPage } from './sign-in-pages.js';
import { getRequiredAcr, SignInStateService, type SignInState } from './sign-in-state.service.js';
import { getSignInPath, PAGE_PATHS, displayScope, redirectWithError, type SignInContext } from '../context/sign-in-context.js';
import { IdentityProviderRefusalService } from './identity-provider-refusal.service.js';

/** Renders the current step of a sign-in. */
@Injectable()
export class StepRendererService {
  constructor(
    private readonly signInState: SignInStateService,
    private readonly userLookup: UserLookupService,
    private readonly authenticatorApps: AuthenticatorAppEnrolmentService,
    private readonly identityProviderRefusals: IdentityProviderRefusalService,
    private readonly consent: ConsentService,
  ) {}

  /** Asks a signed-in user for consent. */
  showConsent(requestContext: SignInContext): Promise<void> {
    return this.consent.show(requestContext);
  }

  /** @param state a state with completed factors */
  async show(
    requestContext: SignInContext,
    { completedFactors, step, offeredEnrolments }: SignInState,
    error: InputError | null = null,
  ): Promise<void> {
    if (step.kind === 'sign-in') {
      await this.signInState.discardCompletedFactors(requestContext);
      throw await this.identityProviderRefusals.insufficientAcr(requestContext, completedFactors!);
    }
    const refusal = await this.identityProviderRefusals.findRefusal(requestContext, completedFactors!);
    if (refusal) {
      await this.signInState.discardCompletedFactors(requestContext);
      throw refusal;
    }
    if (await this.hasUnacknowledgedCodes(requestContext, completedFactors!)) return redirectWithError(requestContext, PAGE_PATHS.newCodes);
    if (step.kind === 'second-step') {
      const username = await this.userLookup.findUsername(requestContext.domain, completedFactors!.sub);
      return showSecondStepPage(requestContext, step.methods, { username, error });
    }
    if (step.kind === 'enrol') return showEnrolmentPage(requestContext, 'required', { methods: step.methods, error });
    if (offeredEnrolments.length > 0) return showEnrolmentPage(requestContext, 'offer', { methods: offeredEnrolments, error });
    if (!(await this.signInState.finish(requestContext))) throw new PageRefusal('interaction-expired', 400, requestContext.domain.branding);
  }

  /** Shows the choice of methods. Redirects users with a completed factor to their missing step. */
  async showMethods(requestContext: SignInContext, error: InputError | null): Promise<void> {
    const { username } = requestContext.cookieData;
    const { completedFactors } = await this.signInState.resolve(requestContext);
    if (completedFactors && (await this.userLookup.findUsername(requestContext.domain, completedFactors.sub)) === username)
      return redirectWithError(requestContext, '', error);
    showMethodsPage(requestContext, getRequiredAcr(requestContext), { username, error });
  }

  /** Continues after a completed factor, or refuses users who may not sign in. */
  async continueSignIn(requestContext: SignInContext, advanced: boolean): Promise<void> {
    if (!advanced)
      throw new PageRefusal('account-inactive', 403, requestContext.domain.branding, getSignInPath(requestContext, '?anew=yes'));
    const state = await this.signInState.resolve(requestContext);
    if (state.step.kind === 'done' && state.offeredEnrolments.length === 0 && (await this.signInState.finish(requestContext))) return;
    redirectWithError(requestContext, '');
  }

  /** Whether this sign-in has created recovery codes, together with an authenticator app, that the user has not acknowledged. */
  private async hasUnacknowledgedCodes(requestContext: SignInContext, { sub, methods }: CompletedFactors): Promise<boolean> {
    return (
      methods.includes('totp') &&
      (await this.authenticatorApps.listDisplayedRecoveryCodes(requestContext.domain, sub, displayScope(requestContext))).length > 0
    );
  }
}
