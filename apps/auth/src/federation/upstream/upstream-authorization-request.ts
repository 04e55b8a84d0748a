import { fingerprint } from '@latchkey/crypto';

/** Values of `prompt` that make sense at a provider; `none` makes none: who is sent there may be asked. */
export type UpstreamPrompt = 'login' | 'consent' | 'select_account';

/** What of an authorization request is passed on to a provider: OpenID Connect Core section 3.1.2.1. */
export interface ForwardedParameters {
  maxAge: number | null;
  /** What they are to be asked for there, whatever the provider remembers of them. */
  prompts: readonly UpstreamPrompt[];
  loginHint: string | undefined;
  uiLocales: string | undefined;
  acrValues: readonly string[];
}

/** The secrets of one request. They follow from its state and the mark of the browser, and so are stored nowhere. */
export interface RequestSecrets {
  state: string;
  nonce: string;
  /** RFC 7636 section 4.1. */
  codeVerifier: string;
}

const MAX_HINT_LENGTH = 320;

export function deriveRequestSecrets(state: string, bindingSecret: string): RequestSecrets {
  const derive = (use: string) => fingerprint(`federation ${use}`, bindingSecret, state).toString('base64url');
  return { state, nonce: derive('nonce'), codeVerifier: derive('code verifier') };
}

/** Where the provider sends people back to: an address for each provider, so that none can answer for another (RFC 9700 section 4.4.2.2). */
export function buildRedirectUri({ issuer }: { issuer: string }, provider: string): string {
  return `${issuer}/connect/federation/${encodeURIComponent(provider)}`;
}

/** @returns parameters of the request to the provider */
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
 * Those that the provider understands: others it would answer with an error. To sign in anew is not left out in any case: better an error
 * than somebody who is taken for another.
 *
 * @param supported what it says of itself: Initiating User Registration via OpenID Connect 1.0 section 4.1.1
 */
export function filterSupportedPrompts(prompts: readonly UpstreamPrompt[], supported: unknown): UpstreamPrompt[] {
  return prompts.filter((prompt) => prompt === 'login' || !Array.isArray(supported) || supported.includes(prompt));
}

/** The scope of the request: what is configured, and what makes it OpenID Connect. */
export function buildScope(scopes: readonly string[]): string {
  return [...new Set(['openid', ...scopes])].join(' ');
}
