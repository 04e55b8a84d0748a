import { Injectable } from '@nestjs/common';
import type { Visit } from '../domain/served-domain.js';
import { authenticatorAppPage, recoveryCodesPage } from '../pages/enrolment.view.js';
import { sendRecoveryCodes } from '../pages/recovery-codes-file.js';
import { errorIn, toldOn } from '../pages/told.js';
import { Passkeys } from '../passkey/passkeys.js';
import { PageRefusal } from '../pages/page-refusal.js';
import { NewAuthenticatorApp } from './new-authenticator-app.js';
import { jsonIn } from './json-in.js';
import type { Enrollable } from './next-step.js';
import { show } from './presentation.js';
import { StagePages } from './stage-pages.js';
import { Stages, type Stage } from './stages.js';
import { addressOf, fieldOf, PAGES, placeOf, sendJson, turnTo, type SignInVisit } from './visit.js';
import { Visits } from './visits.js';

/** Sets people up within their sign-in. */
@Injectable()
export class Enrolment {
  constructor(
    private readonly visits: Visits,
    private readonly stages: Stages,
    private readonly pages: StagePages,
    private readonly passkeys: Passkeys,
    private readonly apps: NewAuthenticatorApp,
  ) {}

  async passkeyOptions(current: Visit): Promise<void> {
    const { visit, sub } = await this.open(current, 'passkey');
    const options = await this.passkeys.registrationOptions(visit.domain, sub);
    if (!options) throw new PageRefusal('account-inactive', 403);
    sendJson(visit, options);
  }

  /** Making a passkey proves the same as using it: that counts as a method shown. */
  async createPasskey(current: Visit): Promise<void> {
    const { visit, sub } = await this.open(current, 'passkey');
    const response = jsonIn(fieldOf(visit, 'response'));
    if (response === undefined) return turnTo(visit, '', 'passkey-needs-script');
    if (!(await this.passkeys.verifyRegistration(visit.domain, sub, { response }))) return turnTo(visit, '', 'passkey-failed');
    await this.pages.proceed(visit, await this.stages.advance(visit, sub, 'passkey'));
  }

  async beginApp(current: Visit): Promise<void> {
    const { visit, sub } = await this.open(current, 'totp');
    await this.apps.begin(visit.domain, sub);
    turnTo(visit, PAGES.newApp);
  }

  async showApp(current: Visit): Promise<void> {
    const visit = await this.visits.openLocal(current);
    const stage = await this.stages.of(visit);
    const app = stage.shown && mayEnrol(stage, 'totp') ? await this.apps.pending(visit.domain, stage.shown.sub) : null;
    if (!app) return turnTo(visit, '');
    const error = errorIn(toldOn(visit));
    const [action, cancel] = [addressOf(visit, '/new-authenticator-app/code'), addressOf(visit, '/new-authenticator-app/cancel')];
    show(visit, authenticatorAppPage(visit.context, { csrf: visit.csrf, ...app, error, action, cancel }));
  }

  /** The code that confirms it counts as a method shown; with the first app come recovery codes. */
  async confirmApp(current: Visit): Promise<void> {
    const { visit, sub } = await this.open(current, 'totp');
    if (!(await this.apps.confirm(visit.domain, sub, fieldOf(visit, 'code')))) return turnTo(visit, PAGES.newApp, 'code-wrong');
    if (!(await this.stages.advance(visit, sub, 'totp'))) throw new PageRefusal('account-inactive', 403, visit.domain.branding);
    if (await this.apps.makeRecoveryCodes(visit.domain, sub, placeOf(visit))) turnTo(visit, PAGES.newCodes);
    else await this.pages.proceed(visit, true);
  }

  async cancelApp(current: Visit): Promise<void> {
    turnTo(await this.visits.submitLocal(current), '');
  }

  /** For as long as nobody has said that they have kept them. */
  async showCodes(current: Visit): Promise<void> {
    const { visit, codes } = await this.shownCodes(current);
    if (codes.length === 0) return turnTo(visit, '');
    const [download, continueTo] = [addressOf(visit, `${PAGES.newCodes}/download`), addressOf(visit, PAGES.newCodes)];
    show(visit, recoveryCodesPage(visit.context, { csrf: visit.csrf, codes, download, continueTo }));
  }

  async downloadCodes(current: Visit): Promise<void> {
    const { visit, codes } = await this.shownCodes(current);
    if (codes.length === 0) return turnTo(visit, '');
    sendRecoveryCodes(visit.response, visit.context, codes);
  }

  async keepCodes(current: Visit): Promise<void> {
    const visit = await this.visits.submitLocal(current);
    const { shown } = await this.stages.of(visit);
    if (shown) await this.apps.keepRecoveryCodes(visit.domain, shown.sub);
    if (!(await this.stages.finish(visit))) turnTo(visit, '');
  }

  private async shownCodes(current: Visit): Promise<{ visit: SignInVisit; codes: string[] }> {
    const visit = await this.visits.openLocal(current);
    const { shown } = await this.stages.of(visit);
    return { visit, codes: shown ? await this.apps.shownRecoveryCodes(visit.domain, shown.sub, placeOf(visit)) : [] };
  }

  /** @throws PageRefusal if there is nothing to set up for them now: whoever has come in by a link alone may not add to what they have */
  private async open(current: Visit, method: Enrollable): Promise<{ visit: SignInVisit; sub: string }> {
    const visit = await this.visits.submitLocal(current);
    const stage = await this.stages.of(visit);
    if (!stage.shown || !mayEnrol(stage, method)) throw new PageRefusal('forbidden', 403);
    return { visit, sub: stage.shown.sub };
  }
}

function mayEnrol({ step, offer }: Stage, method: Enrollable): boolean {
  return step.kind === 'enrol' ? step.methods.includes(method) : step.kind === 'done' && offer.includes(method);
}
