import { Controller, Get, Post } from '@nestjs/common';
import { CurrentDomainRequest, type DomainRequest } from '../domain/served-domain.service.js';
import { Page } from '../pages/http/page.decorator.js';
import { InteractionService } from '../authorization/interaction.service.js';
import { PageRefusal } from '../pages/http/page-refusal.js';
import { toInputError, takeFlashMessage } from '../pages/http/flash-message.js';
import { IdentityProviderSignInService } from './methods/identity-provider/identity-provider-sign-in.service.js';
import { showSignInPage } from './state/sign-in-pages.js';
import { SignInStateService } from './state/sign-in-state.service.js';
import { StepRendererService } from './state/step-renderer.service.js';
import {
  PAGE_PATHS,
  getAuthorizationParameter,
  markSignInEnded,
  readFormField,
  allowsLocalUsers,
  redirectWithError,
  requestsNewAccount,
  type SignInContext,
} from './context/sign-in-context.js';
import { SignInContextLoader } from './context/sign-in-context.loader.js';

const MAX_USERNAME_LENGTH = 320;

/** The pages of an interaction: identification and choice of method. */
@Controller('sign-in/:uid')
@Page()
export class SignInController {
  constructor(
    private readonly contexts: SignInContextLoader,
    private readonly interactions: InteractionService,
    private readonly signInState: SignInStateService,
    private readonly stepRenderer: StepRendererService,
    private readonly identityProviderSignIn: IdentityProviderSignInService,
  ) {}

  /** Shows the current step. Users return here after a step elsewhere, such as in their mailbox. */
  @Get()
  async show(@CurrentDomainRequest() current: DomainRequest): Promise<void> {
    const requestContext = await this.contexts.load(current);
    if (requestContext.interaction.prompt === 'consent') return this.stepRenderer.showConsent(requestContext);
    const error = toInputError(takeFlashMessage(requestContext));
    const query = new URLSearchParams(current.request.url?.split('?', 2)[1]);
    const state = query.has('anew') ? null : await this.signInState.resolve(requestContext);
    if (state?.completedFactors) return this.stepRenderer.show(requestContext, state, error);
    if (!allowsLocalUsers(requestContext)) return this.showIdentityProviders(requestContext, state === null);
    if (!state) return showSignInPage(requestContext, { username: '', error });
    if (requestsNewAccount(requestContext) && requestContext.cookieData.username === '')
      return redirectWithError(requestContext, PAGE_PATHS.signUp);
    const username =
      requestContext.cookieData.username || (getAuthorizationParameter(requestContext, 'login_hint') ?? '').slice(0, MAX_USERNAME_LENGTH);
    showSignInPage(requestContext, { username, error });
  }

  /** Shows the choice of methods. */
  @Get('methods')
  async showMethods(@CurrentDomainRequest() current: DomainRequest): Promise<void> {
    const requestContext = await this.contexts.loadLocal(current);
    if (requestContext.cookieData.username === '') return redirectWithError(requestContext, '');
    await this.stepRenderer.showMethods(requestContext, toInputError(takeFlashMessage(requestContext)));
  }

  /**
   * Handles clients that allow only identity providers. Redirects to a single provider directly, unless the user has just returned from it.
   */
  private async showIdentityProviders(requestContext: SignInContext, isRestart: boolean): Promise<void> {
    const [first, ...others] = requestContext.identityProviders;
    if (!first) throw new PageRefusal('no-way-to-sign-in', 403, requestContext.domain.branding);
    if (isRestart || others.length > 0) return showSignInPage(requestContext, { username: '' });
    await this.interactions.touch(requestContext, requestContext.interaction.uid);
    await this.identityProviderSignIn.begin(requestContext, first.name);
  }

  /** Handles GET requests for a form's URL: redirects to the page that the form leads to. */
  @Get('*form')
  async redirectToCurrentStep(@CurrentDomainRequest() current: DomainRequest): Promise<void> {
    const requestContext = await this.contexts.load(current);
    redirectWithError(requestContext, '');
  }

  /** "Continue". Does the same for known and unknown usernames. */
  @Post()
  async identify(@CurrentDomainRequest() current: DomainRequest): Promise<void> {
    const requestContext = await this.contexts.loadIdentifiedPost(current, { isFirstPage: true });
    if (requestContext) redirectWithError(requestContext, PAGE_PATHS.methods);
  }

  /** "Remove from this browser": of an account to choose. */
  @Post('forget')
  async forget(@CurrentDomainRequest() current: DomainRequest): Promise<void> {
    const requestContext = await this.contexts.loadLocalPost(current);
    this.contexts.forgetAccount(requestContext, readFormField(requestContext, 'username'));
    redirectWithError(requestContext, '');
  }

  /** "Not now", and the end of each enrolment. */
  @Post('finish')
  async finish(@CurrentDomainRequest() current: DomainRequest): Promise<void> {
    const requestContext = await this.contexts.loadLocalPost(current);
    if (!(await this.signInState.finish(requestContext))) redirectWithError(requestContext, '');
  }

  @Post('cancel')
  async cancel(@CurrentDomainRequest() current: DomainRequest): Promise<void> {
    const requestContext = await this.contexts.loadPost(current);
    markSignInEnded(requestContext);
    await this.interactions.abort(requestContext, 'access_denied', 'the user ended the sign-in before it was complete');
  }

  @Post('consent/allow')
  async allowConsent(@CurrentDomainRequest() current: DomainRequest): Promise<void> {
    const requestContext = await this.contexts.loadPost(current);
    if (requestContext.interaction.prompt !== 'consent') return redirectWithError(requestContext, '');
    markSignInEnded(requestContext);
    await this.interactions.finishConsent(requestContext);
  }

  @Post('consent/deny')
  async denyConsent(@CurrentDomainRequest() current: DomainRequest): Promise<void> {
    const requestContext = await this.contexts.loadPost(current);
    markSignInEnded(requestContext);
    await this.interactions.abort(requestContext, 'access_denied', 'the user did not allow what the application requests');
  }
}
