import { Injectable } from '@nestjs/common';
import type { InputError } from '../pages/view-models.js';
import { PageRefusal } from '../pages/page-refusal.js';
import { Consent } from './consent.js';
import { People } from './people.js';
import { NewAuthenticatorApp } from './new-authenticator-app.js';
import type { ShownProgress } from '../progress/sign-in-progress.js';
import { showEnrolment, showMethods, showSecondStep } from './presentation.js';
import { requiredOf, Stages, type Stage } from './stages.js';
import { addressOf, PAGES, placeOf, turnTo, type SignInVisit } from './visit.js';
import { ProviderSignIn } from './provider-sign-in.js';

/** The page for where somebody stands. */
@Injectable()
export class StagePages {
  constructor(
    private readonly stages: Stages,
    private readonly people: People,
    private readonly apps: NewAuthenticatorApp,
    private readonly federation: ProviderSignIn,
    private readonly consent: Consent,
  ) {}

  /** Asks whoever is signed in already. */
  showConsent(visit: SignInVisit): Promise<void> {
    return this.consent.show(visit);
  }

  /** @param stage one in which something was shown */
  async show(visit: SignInVisit, { shown, step, offer }: Stage, error: InputError | null = null): Promise<void> {
    if (step.kind === 'sign-in') {
      await this.stages.giveUp(visit);
      throw await this.federation.tooWeak(visit, shown!);
    }
    const refusal = await this.federation.refusalOf(visit, shown!);
    if (refusal) {
      await this.stages.giveUp(visit);
      throw refusal;
    }
    if (await this.hasCodesToKeep(visit, shown!)) return turnTo(visit, PAGES.newCodes);
    if (step.kind === 'second-step') {
      const username = await this.people.usernameOf(visit.domain, shown!.sub);
      return showSecondStep(visit, step.methods, { username, error });
    }
    if (step.kind === 'enrol') return showEnrolment(visit, 'required', { methods: step.methods, error });
    if (offer.length > 0) return showEnrolment(visit, 'offer', { methods: offer, error });
    if (!(await this.stages.finish(visit))) throw new PageRefusal('interaction-expired', 400, visit.domain.branding);
  }

  /** How does who was named sign in? Who has shown something already is asked for what is missing. */
  async showMethods(visit: SignInVisit, error: InputError | null): Promise<void> {
    const { username } = visit.remembered;
    const { shown } = await this.stages.of(visit);
    if (shown && (await this.people.usernameOf(visit.domain, shown.sub)) === username) return turnTo(visit, '', error);
    showMethods(visit, requiredOf(visit), { username, error });
  }

  /** Goes on after somebody was verified, or refuses those who may not sign in. */
  async proceed(visit: SignInVisit, advanced: boolean): Promise<void> {
    if (!advanced) throw new PageRefusal('account-inactive', 403, visit.domain.branding, addressOf(visit, '?anew=yes'));
    const stage = await this.stages.of(visit);
    if (stage.step.kind === 'done' && stage.offer.length === 0 && (await this.stages.finish(visit))) return;
    turnTo(visit, '');
  }

  /** Recovery codes come with an authenticator app that was set up in this sign-in. */
  private async hasCodesToKeep(visit: SignInVisit, { sub, methods }: ShownProgress): Promise<boolean> {
    return methods.includes('totp') && (await this.apps.shownRecoveryCodes(visit.domain, sub, placeOf(visit))).length > 0;
  }
}
