import { meetsAcr, computeRequiredAcr, type Acr, type FederatedMethod } from './assurance.js';

/** The identity provider's claims about a sign-in: OpenID Connect Core section 2. A malformed claim counts as absent. */
export interface UpstreamAssurance {
  acr?: unknown;
  amr?: unknown;
}

/** Maps values of `acr` that mean the same everywhere, and those of other Latchkey domains; docs/decisions/0021 gives the reasons. */
const UPSTREAM_ACRS: Readonly<Record<string, Acr>> = {
  phr: 'phr',
  phrh: 'phr',
  'http://schemas.openid.net/pape/policies/2007/06/phishing-resistant': 'phr',
  'urn:latchkey:acr:two-step': 'urn:latchkey:acr:two-step',
  'https://refeds.org/profile/mfa': 'urn:latchkey:acr:two-step',
  'http://schemas.openid.net/pape/policies/2007/06/multi-factor': 'urn:latchkey:acr:two-step',
  'urn:latchkey:acr:one-factor': 'urn:latchkey:acr:one-factor',
  'https://refeds.org/profile/sfa': 'urn:latchkey:acr:one-factor',
};
/** RFC 8176: the user proved several factors. */
const MULTI_FACTOR_AMRS = new Set(['mfa']);
/** RFC 8176 values that name authenticators. Values for addresses, places and risks do not count. */
const AUTHENTICATOR_AMRS = new Set(['face', 'fpt', 'hwk', 'iris', 'otp', 'pin', 'pop', 'pwd', 'retina', 'sc', 'swk', 'vbm']);
const METHOD_BY_ACR: Readonly<Record<Acr, FederatedMethod>> = {
  '0': 'provider',
  'urn:latchkey:acr:one-factor': 'provider-one-factor',
  'urn:latchkey:acr:two-step': 'provider-two-step',
  phr: 'provider-phr',
};

/** The assurance of a federated user: only what the identity provider claims. */
export function getFederatedMethod({ acr, amr }: UpstreamAssurance): FederatedMethod {
  const byClass = typeof acr === 'string' && Object.hasOwn(UPSTREAM_ACRS, acr) ? UPSTREAM_ACRS[acr]! : '0';
  const byMethods = getAcrOfAmr(Array.isArray(amr) ? (amr as unknown[]) : []);
  return METHOD_BY_ACR[meetsAcr(byClass, byMethods) ? byClass : byMethods];
}

/** The requested authentication context classes. */
export interface RequestedAcrs {
  /** The minimum class. */
  required: Acr;
  /** The classes that the application requests, best first. They can include values that only the provider knows. */
  voluntary: readonly string[];
}

/**
 * The classes to request from a provider: those that the application requests, and all classes of the same strength. If a class is
 * required, only classes that meet it are requested.
 *
 * @param supported the provider's published classes, because some providers reject all others
 */
export function buildUpstreamAcrValues({ required, voluntary: wished }: RequestedAcrs, supported: readonly string[] = []): string[] {
  const minAcr = computeRequiredAcr({ policies: [], acrValues: wished });
  const named = wished.filter((value) => supported.includes(value));
  const asSure = [minAcr, required].flatMap((acr) => (acr === '0' ? [] : supported.filter((value) => isAtLeast(value, acr))));
  return [...new Set([...named, ...asSure])].filter((value) => required === '0' || isAtLeast(value, required));
}

function isAtLeast(value: string, wanted: Acr): boolean {
  return Object.hasOwn(UPSTREAM_ACRS, value) && meetsAcr(UPSTREAM_ACRS[value], wanted);
}

function getAcrOfAmr(amr: readonly unknown[]): Acr {
  if (amr.some((reference) => MULTI_FACTOR_AMRS.has(reference as string))) return 'urn:latchkey:acr:two-step';
  return amr.some((reference) => AUTHENTICATOR_AMRS.has(reference as string)) ? 'urn:latchkey:acr:one-factor' : '0';
}
