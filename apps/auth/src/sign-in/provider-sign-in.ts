import { Injectable } from '@nestjs/common';
import { FederatedLoginRepository, type KeptFederatedLogin } from '@latchkey/persistence';
import { FederationFailure } from '../federation/failure.js';
import { FederationRefusals } from '../federation/federation-refusals.js';
import { FederationRequests, type SendingOff } from '../federation/federation-requests.js';
import type { UpstreamPrompt } from '../federation/upstream-request.js';
import { PageRefusal } from '../pages/page-refusal.js';
import type { ShownProgress } from '../progress/sign-in-progress.js';
import type { Interaction } from '../provider/interactions.js';
import { wishedAcrValues } from './requested-acr.js';
import { requiredOf } from './stages.js';
import { parameterOf, redirect, type SignInVisit } from './visit.js';

/** Why somebody who has a session at the provider has to sign in there all the same: see provider/interaction-policy.ts. */
const ANEW: readonly string[] = ['login_prompt', 'reauthenticate'];

const LONGEST_AGE = 2 ** 31 - 1;
const PROVIDER_NAME = /^[a-z0-9][a-z0-9._~-]{0,63}$/i;

/** Signs people in by identity providers: what comes of it is in the room of federation. */
@Injectable()
export class ProviderSignIn {
  constructor(
    private readonly requests: FederationRequests,
    private readonly refusals: FederationRefusals,
    private readonly logins: FederatedLoginRepository,
  ) {}

  /** Sends the browser to the provider. @throws PageRefusal if that is not possible */
  async begin(visit: SignInVisit, provider: string): Promise<void> {
    const offered = visit.providers.some(({ name }) => name === provider);
    // What is not offered may be any text at all: the log has none of it.
    const sending = sendingOf(visit, offered || PROVIDER_NAME.test(provider) ? provider : 'unknown');
    try {
      if (!offered) throw new FederationFailure('provider-off');
      const address = await this.requests.begin(visit, sending);
      visit.remember({ sentTo: provider });
      redirect(visit, address.href);
    } catch (error) {
      throw await this.refusals.of(visit, error, sending);
    }
  }

  /** Why somebody whom a provider has sent cannot go on after all: it was switched off since, or is not offered any more. */
  async refusalOf(visit: SignInVisit, { sub, federation }: ShownProgress): Promise<PageRefusal | null> {
    const { uid, client } = visit.interaction;
    const login = await this.loginOf(visit, federation);
    if (!login || visit.providers.some(({ name }) => name === login.provider)) return null;
    return this.refusals.of(visit, new FederationFailure('provider-off'), {
      provider: login.provider,
      uid,
      clientId: client.clientId,
      sub,
    });
  }

  /** What the provider has said of somebody's sign-in is too little for the application. */
  async tooWeak(visit: SignInVisit, { sub, federation }: ShownProgress): Promise<PageRefusal> {
    const { uid, client } = visit.interaction;
    const provider = (await this.loginOf(visit, federation))?.provider ?? 'unknown';
    return this.refusals.of(visit, new FederationFailure('too-weak'), { provider, uid, clientId: client.clientId, sub });
  }

  private async loginOf({ domain }: SignInVisit, uid: string | null): Promise<KeptFederatedLogin | null> {
    return uid === null ? null : this.logins.find({ domainId: domain.id, uid });
  }
}

function sendingOf(visit: SignInVisit, provider: string): SendingOff {
  const { uid, client, params } = visit.interaction;
  return {
    provider,
    uid,
    clientId: client.clientId,
    again: visit.remembered.sentTo === provider,
    classes: { required: requiredOf(visit), wished: wishedAcrValues(params) },
    maxAge: maxAgeOf(visit.interaction),
    prompts: promptsOf(visit.interaction),
    loginHint: parameterOf(visit, 'login_hint'),
    uiLocales: parameterOf(visit, 'ui_locales'),
  };
}

/** Seconds; null: it does not matter how long ago they have signed in. No more than can be stored, which is as good as any more. */
function maxAgeOf({ reasons, params }: Pick<Interaction, 'reasons' | 'params'>): number | null {
  if (reasons.includes('just_now')) return 0;
  return params['max_age'] === undefined ? null : Math.min(Number(params['max_age']), LONGEST_AGE);
}

/** `prompt` as the application has sent it, and signing in anew also where its client insists on that. */
function promptsOf({ reasons, params }: Pick<Interaction, 'reasons' | 'params'>): UpstreamPrompt[] {
  const asked = String(params['prompt'] ?? '').split(' ');
  const further = (['select_account', 'consent'] as const).filter((prompt) => asked.includes(prompt));
  return [...(reasons.some((reason) => ANEW.includes(reason)) ? (['login'] as const) : []), ...further];
}
