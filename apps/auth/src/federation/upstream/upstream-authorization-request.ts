import { fingerprint } from '@latchkey/crypto';
import type { ServedIdentityProvider } from '@latchkey/persistence';

/** Values of `prompt` to forward. `none` is not among them, because a redirected user can be asked to interact. */
export type UpstreamPrompt = 'login' | 'consent' | 'select_account';

/** Parameters that the upstream request takes from the local one: OpenID Connect Core section 3.1.2.1. */
export interface ForwardedParameters {
  maxAge: number | null;
  prompts: readonly UpstreamPrompt[];
  loginHint: string | undefined;
  uiLocales: string | undefined;
  acrValues: readonly string[];
}

/** The secrets of one request. They are derived from its state and the binding cookie, so they are not stored. */
export interface RequestSecrets {
  state: string;
  nonce: string;
  /** RFC 7636 section 4.1. */
  codeVerifier: string;
  /** ID of a SAML request: SAML core section 1.3.4. */
  samlRequestId: string;
}

const MAX_HINT_LENGTH = 320;

export function deriveRequestSecrets(state: string, bindingSecret: string): RequestSecrets {
  const derive = (use: string) => fingerprint(`federation ${use}`, bindingSecret, state).toString('base64url');
  return { state, nonce: derive('nonce'), codeVerifier: derive('code verifier'), samlRequestId: `_${derive('saml request')}` };
}

/** One redirect URI for each identity provider prevents mix-up attacks: RFC 9700 section 4.4.2.2. */
export function buildRedirectUri({ issuer }: { issuer: string }, provider: string): string {
  return `${issuer}/connect/federation/${encodeURIComponent(provider)}`;
}

/** @returns parameters of the upstream request */
export function buildForwardedParameters({
  maxAge,
  prompts,
  loginHint,
  uiLocales,
  acrValues,
}: ForwardedParameters): Record<string, string> {
  return {
    ...(maxAge !== null && { max_age: String(maxAge) }),
    ...(prompts.length > 0 && { prompt: prompts.join(' ') }),
    ...(loginHint !== undefined && loginHint.length <= MAX_HINT_LENGTH && { login_hint: loginHint }),
    ...(uiLocales !== undefined && uiLocales.length <= MAX_HINT_LENGTH && { ui_locales: uiLocales }),
    ...(acrValues.length > 0 && { acr_values: acrValues.join(' ') }),
  };
}

/**
 * Removes prompts that the identity provider does not support and would reject. `login` always stays: an error is better than the session
 * of another user.
 *
 * @param supported `prompt_values_supported` of Initiating User Registration via OpenID Connect 1.0 section 4.1.1
 */
export function filterSupportedPrompts(prompts: readonly UpstreamPrompt[], supported: unknown): UpstreamPrompt[] {
  return prompts.filter((prompt) => prompt === 'login' || !Array.isArray(supported) || supported.includes(prompt));
}

/** @returns the configured scopes and, for OpenID Connect, `openid` */
export function buildScope({ kind, scopes }: Pick<ServedIdentityProvider, 'kind' | 'scopes'>): string {
  return [...new Set(kind === 'oidc' ? ['openid', ...scopes] : scopes)].join(' ');
}
