import type { Policy } from '@latchkey/oauth';

/** How a user has authenticated. Links differ by channel: email, text message, or a link from the operator. */
export type LocalMethod = 'passkey' | 'totp' | 'recovery-code' | 'email-link' | 'text-link' | 'link';
/** An identity provider has authenticated the user. upstream-assurance.ts derives the kind from the provider's claims. */
export type FederatedMethod = 'provider' | 'provider-one-factor' | 'provider-two-step' | 'provider-phr';
export type Method = LocalMethod | FederatedMethod;

/**
 * Authentication context classes, from the weakest to the strongest; docs/decisions/0010 gives the reasons.
 *
 * - `0`: no authenticator (OpenID Connect Core section 2). A magic link proves access to a mailbox only.
 * - `urn:latchkey:acr:one-factor`: one authenticator.
 * - `urn:latchkey:acr:two-step`: one authenticator and a second method of another kind.
 * - `phr`: a user-verified passkey, phishing-resistant (OpenID Connect EAP ACR Values 1.0 section 2).
 */
export const ACR_VALUES = ['0', 'urn:latchkey:acr:one-factor', 'urn:latchkey:acr:two-step', 'phr'] as const;

export type Acr = (typeof ACR_VALUES)[number];

export interface Assurance {
  acr: Acr;
  /** Authentication method references from RFC 8176, plus `email`, `link`, `recovery` and `federated`, which it does not define. */
  amr: string[];
}

const AMR_BY_METHOD: Readonly<Record<LocalMethod, readonly string[]>> = {
  passkey: ['pop', 'user', 'mfa'],
  totp: ['otp'],
  'recovery-code': ['recovery'],
  'email-link': ['email'],
  'text-link': ['sms'],
  link: ['link'],
};
const ACR_BY_FEDERATED_METHOD: Readonly<Record<FederatedMethod, Acr>> = {
  provider: '0',
  'provider-one-factor': 'urn:latchkey:acr:one-factor',
  'provider-two-step': 'urn:latchkey:acr:two-step',
  'provider-phr': 'phr',
};
const LINK_METHODS: readonly Method[] = ['email-link', 'text-link', 'link'];

/** The assurance of a user who has completed each of these methods at least once. */
export function getAssurance(methods: readonly Method[]): Assurance {
  return {
    acr: getAcr(methods),
    amr: [...new Set(methods.flatMap((method) => (isFederated(method) ? ['federated'] : AMR_BY_METHOD[method])))],
  };
}

export function isFederated(method: Method): method is FederatedMethod {
  return Object.hasOwn(ACR_BY_FEDERATED_METHOD, method);
}

/** The local methods in a session's `amr`; empty if an identity provider signed the user in. */
export function getLocalMethods(amr: readonly string[]): LocalMethod[] {
  const methods = Object.keys(AMR_BY_METHOD) as LocalMethod[];
  return methods.filter((method) => AMR_BY_METHOD[method].every((reference) => amr.includes(reference)));
}

function getAcr(methods: readonly Method[]): Acr {
  const federated = methods.filter(isFederated).map((method) => ACR_BY_FEDERATED_METHOD[method]);
  if (federated.length > 0) return federated.reduce(getHigherAcr);
  if (methods.includes('passkey')) return 'phr';
  if (!methods.some((method) => !LINK_METHODS.includes(method))) return '0';
  // Two links count as one method, and so do a code and the recovery codes that replace it.
  return methods.some((method) => LINK_METHODS.includes(method)) ? 'urn:latchkey:acr:two-step' : 'urn:latchkey:acr:one-factor';
}

/** Whether a sign-in with this class satisfies the required one. An unknown class ranks below all others. */
export function meetsAcr(acr: string | undefined, wanted: Acr): boolean {
  return ACR_VALUES.indexOf(acr as Acr) >= ACR_VALUES.indexOf(wanted);
}

/** The class of a user who has used a passkey or an authenticator app: what a domain with `secondFactor` `Always` asks of those who have one. */
export const AUTHENTICATOR_ACR: Acr = 'urn:latchkey:acr:one-factor';

/** The classes that an authorization request asks for. */
export interface AcrRequirements {
  policies: readonly Policy[];
  /** `acr_values`, or the values of an essential `acr` claim. Any one of them suffices. */
  acrValues: readonly string[];
}

/**
 * The minimum class for a sign-in: the client's policies, or the request if it asks for more. Unknown values of `acr_values` are ignored:
 * OpenID Connect Core section 3.1.2.1 makes them voluntary.
 */
export function computeRequiredAcr({ policies, acrValues }: AcrRequirements): Acr {
  const requested = ACR_VALUES.find((acr) => acrValues.includes(acr)) ?? '0';
  return getHigherAcr(getPolicyAcr(policies), requested);
}

function getPolicyAcr(policies: readonly Policy[]): Acr {
  if (policies.includes('phishing-resistant')) return 'phr';
  return policies.includes('mfa') ? 'urn:latchkey:acr:two-step' : '0';
}

export function getHigherAcr(one: Acr, other: Acr): Acr {
  return meetsAcr(one, other) ? one : other;
}
