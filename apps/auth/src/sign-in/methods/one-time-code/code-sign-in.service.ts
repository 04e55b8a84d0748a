import { Injectable } from '@nestjs/common';
import { CodeVerificationService, type CodeMethod } from './code-verification.service.js';
import { UserLookupService } from '../../state/user-lookup.service.js';
import { showCodePage } from '../../state/sign-in-pages.js';
import { StepRendererService } from '../../state/step-renderer.service.js';
import { SignInStateService } from '../../state/sign-in-state.service.js';
import { toInputError, takeFlashMessage } from '../../../pages/http/flash-message.js';
import { readFormField, PAGE_PATHS, redirectWithError } from '../../context/sign-in-context.js';
import { SignInContextLoader } from '../../context/sign-in-context.loader.js';
import type { DomainRequest } from '../../../domain/served-domain.service.js';

/** Signs users in with codes from an authenticator app or recovery codes. */
@Injectable()
export class CodeSignInService {
  constructor(
    private readonly contexts: SignInContextLoader,
    private readonly signInState: SignInStateService,
    private readonly stepRenderer: StepRendererService,
    private readonly userLookup: UserLookupService,
    private readonly codeVerification: CodeVerificationService,
  ) {}

  /** Redirects to the page with the code field. */
  async begin(current: DomainRequest, method: CodeMethod): Promise<void> {
    const requestContext = await this.contexts.loadIdentifiedPost(current);
    if (requestContext) redirectWithError(requestContext, PAGE_PATHS[method]);
  }

  async show(current: DomainRequest, method: CodeMethod): Promise<void> {
    const requestContext = await this.contexts.loadLocal(current);
    const { username } = requestContext.cookieData;
    if (username === '') return redirectWithError(requestContext, '');
    showCodePage(requestContext, method, { username, error: toInputError(takeFlashMessage(requestContext)) });
  }

  async verify(current: DomainRequest, method: CodeMethod): Promise<void> {
    const requestContext = await this.contexts.loadIdentifiedPost(current);
    if (!requestContext) return;
    const { username } = requestContext.cookieData;
    const sub = await this.userLookup.findSub(requestContext.domain, username);
    const error = await this.codeVerification.verify(requestContext, method, {
      sub,
      username,
      code: readFormField(requestContext, 'code'),
    });
    if (error) return redirectWithError(requestContext, PAGE_PATHS[method], error);
    await this.stepRenderer.continueSignIn(requestContext, await this.signInState.addCompletedFactor(requestContext, sub, method));
  }
}
