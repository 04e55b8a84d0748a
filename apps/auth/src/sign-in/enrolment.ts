import { Injectable } from '@nestjs/common';
import type { Visit } from '../domain/served-domain.js';
import { authenticatorAppPage, recoveryCodesPage } from '../pages/enrolment.view.js';
import type { InputError } from '../pages/view-models.js';
import { Passkeys } from '../passkey/passkeys.js';
import { PageRefusal } from '../pages/page-refusal.js';
import { NewAuthenticatorApp } from './new-authenticator-app.js';
import { jsonIn } from './json-in.js';
import type { Enrollable } from './next-step.js';
import { show } from './presentation.js';
import { StagePages } from './stage-pages.js';
import { Stages, type Stage } from './stages.js';
import { addressOf, fieldOf, redirect, sendJson, type SignInVisit } from './visit.js';
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
    const { visit, sub, stage } = await this.open(current, 'passkey');
    const response = jsonIn(fieldOf(visit, 'response'));
    if (response === undefined) return this.pages.show(visit, stage, 'passkey-needs-script');
    if (!(await this.passkeys.verifyRegistration(visit.domain, sub, { response }))) return this.pages.show(visit, stage, 'passkey-failed');
    await this.pages.proceed(visit, await this.stages.advance(visit, sub, 'passkey'));
  }

  async beginApp(current: Visit): Promise<void> {
    const { visit, sub } = await this.open(current, 'totp');
    await this.apps.begin(visit.domain, sub);
    await this.showApp(visit, sub, null);
  }

  /** The code that confirms it counts as a method shown; with the first app come recovery codes. */
  async confirmApp(current: Visit): Promise<void> {
    const { visit, sub } = await this.open(current, 'totp');
    if (!(await this.apps.confirm(visit.domain, sub, fieldOf(visit, 'code')))) return this.showApp(visit, sub, 'code-wrong');
    if (!(await this.stages.advance(visit, sub, 'totp'))) throw new PageRefusal('account-inactive', 403);
    const codes = await this.apps.recoveryCodes(visit.domain, sub);
    if (!codes) return this.pages.proceed(visit, true);
    show(visit, recoveryCodesPage(visit.context, { csrf: visit.csrf, codes, continueTo: addressOf(visit, '/finish') }));
  }

  async cancelApp(current: Visit): Promise<void> {
    const visit = await this.visits.submitLocal(current);
    redirect(visit, addressOf(visit));
  }

  /** @throws PageRefusal if there is nothing to set up for them now: whoever has come in by a link alone may not add to what they have */
  private async open(current: Visit, method: Enrollable): Promise<{ visit: SignInVisit; sub: string; stage: Stage }> {
    const visit = await this.visits.submitLocal(current);
    const stage = await this.stages.of(visit);
    if (!stage.shown || !mayEnrol(stage, method)) throw new PageRefusal('forbidden', 403);
    return { visit, sub: stage.shown.sub, stage };
  }

  private async showApp(visit: SignInVisit, sub: string, error: InputError | null): Promise<void> {
    const app = await this.apps.pending(visit.domain, sub);
    if (!app) return redirect(visit, addressOf(visit));
    const [action, cancel] = [addressOf(visit, '/new-authenticator-app/code'), addressOf(visit, '/new-authenticator-app/cancel')];
    show(visit, authenticatorAppPage(visit.context, { csrf: visit.csrf, ...app, error, action, cancel }));
  }
}

function mayEnrol({ step, offer }: Stage, method: Enrollable): boolean {
  return step.kind === 'enrol' ? step.methods.includes(method) : step.kind === 'done' && offer.includes(method);
}
