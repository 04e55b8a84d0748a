import { Injectable } from '@nestjs/common';
import { FederatedLoginRepository, type KeptFederatedLogin } from '@latchkey/persistence';
import { FederationFailure } from '../../../federation/federation-failure.js';
import { FederationFailurePageService } from '../../../federation/federation-failure-page.service.js';
import {
  UpstreamAuthorizationService,
  type UpstreamAuthorizationParameters,
} from '../../../federation/authorize/upstream-authorization.service.js';
import type { UpstreamPrompt } from '../../../federation/upstream/upstream-authorization-request.js';
import { PageRefusal } from '../../../pages/http/page-refusal.js';
import type { CompletedFactors } from '../../../completed-factors/completed-factors.service.js';
import type { Interaction } from '../../../provider/interaction/interaction.service.js';
import { parseVoluntaryAcrValues } from '../../state/requested-acr.js';
import { getRequiredAcr } from '../../state/sign-in-state.service.js';
import { getAuthorizationParameter, redirect, type SignInContext } from '../../context/sign-in-context.js';

/** Why somebody who has a session at the provider has to sign in there all the same: see interaction/interaction-policy.ts. */
const REAUTHENTICATION_REASONS: readonly string[] = ['login_prompt', 'reauthenticate'];

const MAX_STORED_AGE_SECONDS = 2 ** 31 - 1;
const IDENTITY_PROVIDER_NAME_PATTERN = /^[a-z0-9][a-z0-9._~-]{0,63}$/i;

/** Signs people in by identity providers: what comes of it is in the room of federation. */
@Injectable()
export class IdentityProviderSignInService {
  constructor(
    private readonly requests: UpstreamAuthorizationService,
    private readonly refusals: FederationFailurePageService,
    private readonly federatedLogins: FederatedLoginRepository,
  ) {}

  /** Sends the browser to the provider. @throws PageRefusal if that is not possible */
  async begin(requestContext: SignInContext, provider: string): Promise<void> {
    const offered = requestContext.identityProviders.some(({ name }) => name === provider);
    // What is not offered may be any text at all: the log has none of it.
    const upstreamParameters = toUpstreamAuthorizationParameters(
      requestContext,
      offered || IDENTITY_PROVIDER_NAME_PATTERN.test(provider) ? provider : 'unknown',
    );
    try {
      if (!offered) throw new FederationFailure('provider-off');
      const address = await this.requests.begin(requestContext, upstreamParameters);
      requestContext.updateCookie({ sentTo: provider });
      redirect(requestContext, address.href);
    } catch (error) {
      throw await this.refusals.handle(requestContext, error, upstreamParameters);
    }
  }

  /** Why somebody whom a provider has sent cannot go on after all: it was switched off since, or is not offered any more. */
  async findRefusal(requestContext: SignInContext, { sub, federation }: CompletedFactors): Promise<PageRefusal | null> {
    const { uid, client } = requestContext.interaction;
    const login = await this.findFederatedLogin(requestContext, federation);
    if (!login || requestContext.identityProviders.some(({ name }) => name === login.provider)) return null;
    return this.refusals.handle(requestContext, new FederationFailure('provider-off'), {
      provider: login.provider,
      uid,
      clientId: client.clientId,
      sub,
    });
  }

  /** What the provider has said of somebody's sign-in is too little for the application. */
  async insufficientAcr(requestContext: SignInContext, { sub, federation }: CompletedFactors): Promise<PageRefusal> {
    const { uid, client } = requestContext.interaction;
    const provider = (await this.findFederatedLogin(requestContext, federation))?.provider ?? 'unknown';
    return this.refusals.handle(requestContext, new FederationFailure('too-weak'), { provider, uid, clientId: client.clientId, sub });
  }

  private async findFederatedLogin({ domain }: SignInContext, uid: string | null): Promise<KeptFederatedLogin | null> {
    return uid === null ? null : this.federatedLogins.find({ domainId: domain.id, uid });
  }
}

function toUpstreamAuthorizationParameters(requestContext: SignInContext, provider: string): UpstreamAuthorizationParameters {
  const { uid, client, params } = requestContext.interaction;
  return {
    provider,
    uid,
    clientId: client.clientId,
    isRetry: requestContext.cookieData.sentTo === provider,
    requestedAcrs: { required: getRequiredAcr(requestContext), voluntary: parseVoluntaryAcrValues(params) },
    maxAge: getMaxAge(requestContext.interaction),
    prompts: listUpstreamPrompts(requestContext.interaction),
    loginHint: getAuthorizationParameter(requestContext, 'login_hint'),
    uiLocales: getAuthorizationParameter(requestContext, 'ui_locales'),
  };
}

/** Seconds; null: it does not matter how long ago they have signed in. No more than can be stored, which is as good as any more. */
function getMaxAge({ reasons, params }: Pick<Interaction, 'reasons' | 'params'>): number | null {
  if (reasons.includes('just_now')) return 0;
  return params['max_age'] === undefined ? null : Math.min(Number(params['max_age']), MAX_STORED_AGE_SECONDS);
}

/** `prompt` as the application has sent it, and signing in anew also where its client insists on that. */
function listUpstreamPrompts({ reasons, params }: Pick<Interaction, 'reasons' | 'params'>): UpstreamPrompt[] {
  const requestedPrompts = String(params['prompt'] ?? '').split(' ');
  const forwardedPrompts = (['select_account', 'consent'] as const).filter((prompt) => requestedPrompts.includes(prompt));
  return [...(reasons.some((reason) => REAUTHENTICATION_REASONS.includes(reason)) ? (['login'] as const) : []), ...forwardedPrompts];
}
