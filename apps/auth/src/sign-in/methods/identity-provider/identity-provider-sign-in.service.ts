import { Injectable } from '@nestjs/common';
import { FederationFailure } from '../../../federation/federation-failure.js';
import { FederationFailurePageService } from '../../../federation/federation-failure-page.service.js';
import {
  UpstreamAuthorizationService,
  type UpstreamAuthorizationParameters,
} from '../../../federation/authorize/upstream-authorization.service.js';
import type { UpstreamPrompt } from '../../../federation/upstream/upstream-authorization-request.js';
import type { Interaction } from '../../../authorization/interaction.service.js';
import { parseVoluntaryAcrValues } from '../../state/requested-acr.js';
import { getRequiredAcr } from '../../state/sign-in-state.service.js';
import { getAuthorizationParameter, redirect, type SignInContext } from '../../context/sign-in-context.js';

/** Prompt reasons that require a new sign-in at the identity provider despite a session there: see interaction-policy.ts. */
const REAUTHENTICATION_REASONS: readonly string[] = ['login_prompt', 'reauthenticate'];

const MAX_STORED_AGE_SECONDS = 2 ** 31 - 1;
const IDENTITY_PROVIDER_NAME_PATTERN = /^[a-z0-9][a-z0-9._~-]{0,63}$/i;

/** Sends users to their identity provider. The federation folder handles the callback. */
@Injectable()
export class IdentityProviderSignInService {
  constructor(
    private readonly requests: UpstreamAuthorizationService,
    private readonly refusals: FederationFailurePageService,
  ) {}

  /**
   * Redirects the browser to the identity provider.
   *
   * @param username what the person typed, if that led there
   *
   * @throws PageRefusal if this is not possible
   */
  async begin(requestContext: SignInContext, provider: string, username: string | null = null): Promise<void> {
    const offered = requestContext.identityProviders.some(({ name }) => name === provider);
    // Log only names of offered identity providers, because the form may contain any text.
    const upstreamParameters = toUpstreamAuthorizationParameters(
      requestContext,
      offered || IDENTITY_PROVIDER_NAME_PATTERN.test(provider) ? provider : 'unknown',
    );
    try {
      if (!offered) throw new FederationFailure('provider-off');
      const loginHint = username ?? upstreamParameters.loginHint;
      const address = await this.requests.begin(requestContext, { ...upstreamParameters, loginHint });
      requestContext.updateCookie({ sentTo: provider, ...(username !== null && { username, sentBy: null }) });
      redirect(requestContext, address.href);
    } catch (error) {
      throw await this.refusals.handle(requestContext, error, upstreamParameters);
    }
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

/** Seconds; null if any age is allowed. Capped at the maximum that the database can store. */
function getMaxAge({ reasons, params }: Pick<Interaction, 'reasons' | 'params'>): number | null {
  if (reasons.includes('just_now')) return 0;
  return params['max_age'] === undefined ? null : Math.min(Number(params['max_age']), MAX_STORED_AGE_SECONDS);
}

/** The application's `prompt`, plus `login` if the client requires a new sign-in. */
function listUpstreamPrompts({ reasons, params }: Pick<Interaction, 'reasons' | 'params'>): UpstreamPrompt[] {
  const requestedPrompts = String(params['prompt'] ?? '').split(' ');
  const forwardedPrompts = (['select_account', 'consent'] as const).filter((prompt) => requestedPrompts.includes(prompt));
  return [...(reasons.some((reason) => REAUTHENTICATION_REASONS.includes(reason)) ? (['login'] as const) : []), ...forwardedPrompts];
}
