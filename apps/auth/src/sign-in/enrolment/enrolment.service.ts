import { Injectable } from '@nestjs/common';
import type { DomainRequest } from '../../domain/served-domain.service.js';
import { authenticatorAppPage, recoveryCodesPage } from '../../pages/views/enrolment.view.js';
import { sendRecoveryCodesFile } from '../../pages/http/recovery-codes-file.js';
import { toInputError, takeFlashMessage } from '../../pages/http/flash-message.js';
import { PasskeyService } from '../../passkey/passkey.service.js';
import { PageRefusal } from '../../pages/http/page-refusal.js';
import { AuthenticatorAppEnrolmentService } from './authenticator-app-enrolment.service.js';
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

/** Sets people up within their sign-in. */
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
    const { visit, sub } = await this.loadPostForEnrolment(current, 'passkey');
    const options = await this.passkeys.registrationOptions(visit.domain, sub);
    if (!options) throw new PageRefusal('account-inactive', 403);
    sendJson(visit, options);
  }

  /** Making a passkey proves the same as using it: that counts as a method shown. */
  async createPasskey(current: DomainRequest): Promise<void> {
    const { visit, sub } = await this.loadPostForEnrolment(current, 'passkey');
    const response = parseJson(readFormField(visit, 'response'));
    if (response === undefined) return redirectWithError(visit, '', 'passkey-needs-script');
    if (!(await this.passkeys.verifyRegistration(visit.domain, sub, { response }))) return redirectWithError(visit, '', 'passkey-failed');
    await this.stepRenderer.continueSignIn(visit, await this.signInState.addCompletedFactor(visit, sub, 'passkey'));
  }

  async beginApp(current: DomainRequest): Promise<void> {
    const { visit, sub } = await this.loadPostForEnrolment(current, 'totp');
    await this.authenticatorApps.begin(visit.domain, sub);
    redirectWithError(visit, PAGE_PATHS.newApp);
  }

  async showApp(current: DomainRequest): Promise<void> {
    const visit = await this.contexts.loadLocal(current);
    const state = await this.signInState.resolve(visit);
    const app =
      state.completedFactors && canEnrol(state, 'totp')
        ? await this.authenticatorApps.findPending(visit.domain, state.completedFactors.sub)
        : null;
    if (!app) return redirectWithError(visit, '');
    const error = toInputError(takeFlashMessage(visit));
    const [action, cancel] = [getSignInPath(visit, '/new-authenticator-app/code'), getSignInPath(visit, '/new-authenticator-app/cancel')];
    sendSignInPage(visit, authenticatorAppPage(visit.pageContext, { csrf: visit.csrf, ...app, error, action, cancel }));
  }

  /** The code that confirms it counts as a method shown; with the first app come recovery codes. */
  async confirmApp(current: DomainRequest): Promise<void> {
    const { visit, sub } = await this.loadPostForEnrolment(current, 'totp');
    if (!(await this.authenticatorApps.confirm(visit.domain, sub, readFormField(visit, 'code'))))
      return redirectWithError(visit, PAGE_PATHS.newApp, 'code-wrong');
    if (!(await this.signInState.addCompletedFactor(visit, sub, 'totp')))
      throw new PageRefusal('account-inactive', 403, visit.domain.branding);
    if (await this.authenticatorApps.createRecoveryCodes(visit.domain, sub, displayScope(visit)))
      redirectWithError(visit, PAGE_PATHS.newCodes);
    else await this.stepRenderer.continueSignIn(visit, true);
  }

  async cancelApp(current: DomainRequest): Promise<void> {
    redirectWithError(await this.contexts.loadLocalPost(current), '');
  }

  /** For as long as nobody has said that they have kept them. */
  async showCodes(current: DomainRequest): Promise<void> {
    const { visit, codes } = await this.loadDisplayedCodes(current);
    if (codes.length === 0) return redirectWithError(visit, '');
    const [download, continueTo] = [getSignInPath(visit, `${PAGE_PATHS.newCodes}/download`), getSignInPath(visit, PAGE_PATHS.newCodes)];
    sendSignInPage(visit, recoveryCodesPage(visit.pageContext, { csrf: visit.csrf, codes, download, continueTo }));
  }

  async downloadCodes(current: DomainRequest): Promise<void> {
    const { visit, codes } = await this.loadDisplayedCodes(current);
    if (codes.length === 0) return redirectWithError(visit, '');
    sendRecoveryCodesFile(visit.response, visit.pageContext, codes);
  }

  async acknowledgeCodes(current: DomainRequest): Promise<void> {
    const visit = await this.contexts.loadLocalPost(current);
    const { completedFactors: shown } = await this.signInState.resolve(visit);
    if (shown) await this.authenticatorApps.acknowledgeRecoveryCodes(visit.domain, shown.sub);
    if (!(await this.signInState.finish(visit))) redirectWithError(visit, '');
  }

  private async loadDisplayedCodes(current: DomainRequest): Promise<{ visit: SignInContext; codes: string[] }> {
    const visit = await this.contexts.loadLocal(current);
    const { completedFactors: shown } = await this.signInState.resolve(visit);
    return {
      visit,
      codes: shown ? await this.authenticatorApps.listDisplayedRecoveryCodes(visit.domain, shown.sub, displayScope(visit)) : [],
    };
  }

  /** @throws PageRefusal if there is nothing to set up for them now: whoever has come in by a link alone may not add to what they have */
  private async loadPostForEnrolment(current: DomainRequest, method: Enrollable): Promise<{ visit: SignInContext; sub: string }> {
    const visit = await this.contexts.loadLocalPost(current);
    const state = await this.signInState.resolve(visit);
    if (!state.completedFactors || !canEnrol(state, method)) throw new PageRefusal('forbidden', 403);
    return { visit, sub: state.completedFactors.sub };
  }
}

function canEnrol({ step, offeredEnrolments: offer }: SignInState, method: Enrollable): boolean {
  return step.kind === 'enrol' ? step.methods.includes(method) : step.kind === 'done' && offer.includes(method);
}
