import { Injectable } from '@nestjs/common';
import type { InputError } from '../pages/view-models.js';
import { PageRefusal } from '../pages/page-refusal.js';
import { Consent } from './consent.js';
import { People } from './people.js';
import { ProviderSignIn } from './provider-sign-in.js';
import { showEnrolment, showSecondStep } from './presentation.js';
import { Stages, type Stage } from './stages.js';
import { addressOf, redirect, type SignInVisit } from './visit.js';

/** The page for where somebody stands. */
@Injectable()
export class StagePages {
  constructor(
    private readonly stages: Stages,
    private readonly people: People,
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
      throw await this.federation.tooWeak(visit, shown!.sub);
    }
    if (step.kind === 'second-step') {
      const username = await this.people.usernameOf(visit.domain, shown!.sub);
      return showSecondStep(visit, step.methods, { username, error });
    }
    if (step.kind === 'enrol') return showEnrolment(visit, 'required', { methods: step.methods, error });
    if (offer.length > 0) return showEnrolment(visit, 'offer', { methods: offer, error });
    if (!(await this.stages.finish(visit))) throw new PageRefusal('interaction-expired', 400, visit.domain.branding);
  }

  /** Goes on after somebody was verified, or refuses those who may not sign in. */
  async proceed(visit: SignInVisit, advanced: boolean): Promise<void> {
    if (!advanced) throw new PageRefusal('account-inactive', 403, visit.domain.branding);
    const stage = await this.stages.of(visit);
    if (stage.step.kind === 'done' && stage.offer.length === 0 && (await this.stages.finish(visit))) return;
    redirect(visit, addressOf(visit));
  }
}
