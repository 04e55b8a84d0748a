import { Injectable } from '@nestjs/common';
import type { DomainRequest } from '../../domain/served-domain.service.js';
import { authenticatorAppPage, recoveryCodesPage } from '../../pages/views/enrolment.view.js';
import { sendRecoveryCodesFile } from '../../pages/http/recovery-codes-file.js';
import { toInputError, takeFlashMessage } from '../../pages/http/flash-message.js';
import { PasskeyService } from '../../passkey/passkey.service.js';
import { PageRefusal } from '../../pages/http/page-refusal.js';
import { AuthenticatorAppEnrolmentService } from '../state/authenticator-app-enrolment.service.js';
import { parseJson } from '../context/parse-json.js';
import type { Enrollable } from '../state/next-step.js';
import { sendSignInPage } from '../state/sign-in-pages.js';
import { StepRendererService } from '../state/step-renderer.service.js';
import { SignInStateService, type SignInState } from '../state/sign-in-state.service.js';
import {
  getSignInPath,
  readFormField,
  PAGE_PATHS,
  displayScope,
  sendJson,
  redirectWithError,
  type SignInContext,
} from '../context/sign-in-context.js';
import { SignInContextLoader } from '../context/sign-in-context.loader.js';

/** Enrols users in passkeys and authenticator apps during sign-in. */
@Injectable()
export class EnrolmentService {
  constructor(
    private readonly contexts: SignInContextLoader,
    private readonly signInState: SignInStateService,
    private readonly stepRenderer: StepRendererService,
    private readonly passkeys: PasskeyService,
    private readonly authenticatorApps: AuthenticatorAppEnrolmentService,
  ) {}

  async passkeyOptions(current: DomainRequest): Promise<void> {
    const { requestContext, sub } = await this.loadPostForEnrolment(current, 'passkey');
    const options = await this.passkeys.registrationOptions(requestContext.domain, sub);
    if (!options) throw new PageRefusal('account-inactive', 403);
    sendJson(requestContext, options);
  }

  /** Creating a passkey counts as a completed factor, like using it. */
  async createPasskey(current: DomainRequest): Promise<void> {
    const { requestContext, sub } = await this.loadPostForEnrolment(current, 'passkey');
    const response = parseJson(readFormField(requestContext, 'response'));
    if (response === undefined) return redirectWithError(requestContext, '', 'passkey-needs-script');
    if (!(await this.passkeys.verifyRegistration(requestContext.domain, sub, { response })))
      return redirectWithError(requestContext, '', 'passkey-failed');
    await this.stepRenderer.continueSignIn(requestContext, await this.signInState.addCompletedFactor(requestContext, sub, 'passkey'));
  }

  async beginApp(current: DomainRequest): Promise<void> {
    const { requestContext, sub } = await this.loadPostForEnrolment(current, 'totp');
    await this.authenticatorApps.begin(requestContext.domain, sub);
    redirectWithError(requestContext, PAGE_PATHS.newApp);
  }

  async showApp(current: DomainRequest): Promise<void> {
    const requestContext = await this.contexts.loadLocal(current);
    const state = await this.signInState.resolve(requestContext);
    const app =
      state.completedFactors && canEnrol(state, 'totp')
        ? await this.authenticatorApps.findPending(requestContext.domain, state.completedFactors.sub)
        : null;
    if (!app) return redirectWithError(requestContext, '');
    const error = toInputError(takeFlashMessage(requestContext));
    const [action, cancel] = [
      getSignInPath(requestContext, '/new-authenticator-app/code'),
      getSignInPath(requestContext, '/new-authenticator-app/cancel'),
    ];
    sendSignInPage(
      requestContext,
      authenticatorAppPage(requestContext.pageContext, { csrf: requestContext.csrf, ...app, error, action, cancel }),
    );
  }

  /** The confirming code counts as a completed factor. The first app comes with recovery codes. */
  async confirmApp(current: DomainRequest): Promise<void> {
    const { requestContext, sub } = await this.loadPostForEnrolment(current, 'totp');
    if (!(await this.authenticatorApps.confirm(requestContext.domain, sub, readFormField(requestContext, 'code'))))
      return redirectWithError(requestContext, PAGE_PATHS.newApp, 'code-wrong');
    if (!(await this.signInState.addCompletedFactor(requestContext, sub, 'totp')))
      throw new PageRefusal('account-inactive', 403, requestContext.domain.branding);
    if (await this.authenticatorApps.createRecoveryCodes(requestContext.domain, sub, displayScope(requestContext)))
      redirectWithError(requestContext, PAGE_PATHS.newCodes);
    else await this.stepRenderer.continueSignIn(requestContext, true);
  }

  async cancelApp(current: DomainRequest): Promise<void> {
    redirectWithError(await this.contexts.loadLocalPost(current), '');
  }

  /** Shows new recovery codes until the user acknowledges them. */
  async showCodes(current: DomainRequest): Promise<void> {
    const { requestContext, codes } = await this.loadDisplayedCodes(current);
    if (codes.length === 0) return redirectWithError(requestContext, '');
    const [download, continueTo] = [
      getSignInPath(requestContext, `${PAGE_PATHS.newCodes}/download`),
      getSignInPath(requestContext, PAGE_PATHS.newCodes),
    ];
    sendSignInPage(
      requestContext,
      recoveryCodesPage(requestContext.pageContext, { csrf: requestContext.csrf, codes, download, continueTo }),
    );
  }

  async downloadCodes(current: DomainRequest): Promise<void> {
    const { requestContext, codes } = await this.loadDisplayedCodes(current);
    if (codes.length === 0) return redirectWithError(requestContext, '');
    sendRecoveryCodesFile(requestContext.response, requestContext.pageContext, codes);
  }

  async acknowledgeCodes(current: DomainRequest): Promise<void> {
    const requestContext = await this.contexts.loadLocalPost(current);
    const { completedFactors } = await this.signInState.resolve(requestContext);
    if (completedFactors) await this.authenticatorApps.acknowledgeRecoveryCodes(requestContext.domain, completedFactors.sub);
    if (!(await this.signInState.finish(requestContext))) redirectWithError(requestContext, '');
  }

  private async loadDisplayedCodes(current: DomainRequest): Promise<{ requestContext: SignInContext; codes: string[] }> {
    const requestContext = await this.contexts.loadLocal(current);
    const { completedFactors } = await this.signInState.resolve(requestContext);
    return {
      requestContext,
      codes: completedFactors
        ? await this.authenticatorApps.listDisplayedRecoveryCodes(requestContext.domain, completedFactors.sub, displayScope(requestContext))
        : [],
    };
  }

  /** @throws PageRefusal if the method is not offered now. A magic link alone does not allow changes to existing methods. */
  private async loadPostForEnrolment(current: DomainRequest, method: Enrollable): Promise<{ requestContext: SignInContext; sub: string }> {
    const requestContext = await this.contexts.loadLocalPost(current);
    const state = await this.signInState.resolve(requestContext);
    if (!state.completedFactors || !canEnrol(state, method)) throw new PageRefusal('forbidden', 403);
    return { requestContext, sub: state.completedFactors.sub };
  }
}

function canEnrol({ step, offeredEnrolments }: SignInState, method: Enrollable): boolean {
  return step.kind === 'enrol' ? step.methods.includes(method) : step.kind === 'done' && offeredEnrolments.includes(method);
}
