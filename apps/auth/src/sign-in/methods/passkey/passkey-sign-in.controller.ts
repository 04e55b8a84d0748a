import { Controller, HttpCode, Post } from '@nestjs/common';
import { CurrentDomainRequest, type DomainRequest } from '../../../domain/served-domain.service.js';
import type { InputError } from '../../../pages/views/view-models.js';
import { Page } from '../../../pages/http/page.decorator.js';
import { PasskeyVerificationService } from './passkey-verification.service.js';
import { StepRendererService } from '../../state/step-renderer.service.js';
import { SignInStateService } from '../../state/sign-in-state.service.js';
import {
  getEnteredUsername,
  readFormField,
  PAGE_PATHS,
  sendJson,
  redirectWithError,
  type SignInContext,
} from '../../context/sign-in-context.js';
import { HomeIdentityProviderService } from '../identity-provider/home-identity-provider.service.js';
import { SignInContextLoader } from '../../context/sign-in-context.loader.js';

/** "Sign in with a passkey", as the first or second step. */
@Controller('sign-in/:uid/passkey')
@Page()
export class PasskeySignInController {
  constructor(
    private readonly contexts: SignInContextLoader,
    private readonly signInState: SignInStateService,
    private readonly stepRenderer: StepRendererService,
    private readonly passkeyVerification: PasskeyVerificationService,
    private readonly homeProviders: HomeIdentityProviderService,
  ) {}

  @Post('options')
  @HttpCode(200)
  async options(@CurrentDomainRequest() current: DomainRequest): Promise<void> {
    sendJson(current, await this.passkeyVerification.options(await this.contexts.loadLocalPost(current)));
  }

  @Post()
  async verify(@CurrentDomainRequest() current: DomainRequest): Promise<void> {
    const requestContext = await this.contexts.loadLocalPost(current);
    const verified = await this.passkeyVerification.verify(requestContext);
    if ('error' in verified) return this.redirectAfterFailure(requestContext, verified.error);
    if (await this.homeProviders.enforceForUser(requestContext, verified.sub)) return;
    await this.stepRenderer.continueSignIn(
      requestContext,
      await this.signInState.addCompletedFactor(requestContext, verified.sub, 'passkey'),
    );
  }

  /** Shows the previous page again, with the error and the entered username. */
  private async redirectAfterFailure(requestContext: SignInContext, error: InputError): Promise<void> {
    const enteredUsername = getEnteredUsername(requestContext, 'entered');
    if (enteredUsername !== '') requestContext.updateCookie({ username: enteredUsername, sentBy: null });
    const state = await this.signInState.resolve(requestContext);
    const isPending = state.completedFactors !== null && state.step.kind !== 'done';
    redirectWithError(requestContext, readFormField(requestContext, 'username') === '' || isPending ? '' : PAGE_PATHS.methods, error);
  }
}
