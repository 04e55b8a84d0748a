import type { ServedIdentityProvider } from '@latchkey/persistence';
import type { SamlAttributes, SamlIdentity } from '@latchkey/saml';
import type { UpstreamIdentity } from '../callback/upstream-identity.js';
import { checkRequiredClaims } from '../callback/required-claims.js';
import { FederationFailure } from '../federation-failure.js';
import { isStorableIdentifier } from '../upstream/storable-identifier.js';
import { isExpired } from '../upstream/token-times.js';

/** Names of attributes that identity providers send by default, by the claim of OpenID Connect with the same meaning; the first one counts. */
const ATTRIBUTES_BY_CLAIM: Readonly<Record<string, readonly string[]>> = {
  email: ['mail', 'urn:oid:0.9.2342.19200300.100.1.3', 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress'],
  name: ['displayName', 'urn:oid:2.16.840.1.113730.3.1.241', 'http://schemas.microsoft.com/identity/claims/displayname'],
  given_name: ['firstName', 'givenName', 'urn:oid:2.5.4.42', 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname'],
  family_name: ['lastName', 'sn', 'urn:oid:2.5.4.4', 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname'],
  preferred_username: ['uid', 'urn:oid:0.9.2342.19200300.100.1.1', 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/upn'],
};
const GROUPS = ['http://schemas.microsoft.com/ws/2008/06/identity/claims/groups', 'http://schemas.xmlsoap.org/claims/Group'];

/**
 * @param maxAge seconds since the sign-in at the identity provider; null if any are allowed
 * @throws FederationFailure
 */
export function toUpstreamIdentity(
  { subject, nameId, sessionIndex, authenticatedAt, authnContext, attributes }: SamlIdentity,
  { issuer, requiredClaims }: Pick<ServedIdentityProvider, 'issuer' | 'requiredClaims'>,
  maxAge: number | null,
): UpstreamIdentity {
  if (!isStorableIdentifier(subject)) throw new FederationFailure('no-subject');
  const now = Math.floor(Date.now() / 1_000);
  // control: a sign-in with SAML is as recent as the application demands
  if (maxAge !== null && isExpired(authenticatedAt / 1_000 + maxAge + 1, now)) throw new FederationFailure('too-long-ago');
  const documents = [{ ...attributes, ...toClaims(attributes) }];
  checkRequiredClaims(documents, requiredClaims);
  return {
    issuer,
    subject,
    documents,
    assurance: { acr: authnContext },
    sid: isStorableIdentifier(sessionIndex) ? sessionIndex : null,
    // What the identity provider needs for a logout.
    idToken: JSON.stringify({ nameId, sessionIndex }),
  };
}

/** The attributes under the names of OpenID Connect, unless attributes have those names already. */
function toClaims(attributes: SamlAttributes): Record<string, unknown> {
  const firsts = Object.entries(ATTRIBUTES_BY_CLAIM).map(([claim, names]) => [claim, [findFirst(attributes, [claim, ...names])].flat()[0]]);
  const claims = [...firsts, ['groups', findFirst(attributes, ['groups', ...GROUPS])]] as [string, unknown][];
  return Object.fromEntries(claims.filter(([, value]) => value !== undefined));
}

function findFirst(attributes: SamlAttributes, names: readonly string[]): string | readonly string[] | undefined {
  const name = names.find((candidate) => Object.hasOwn(attributes, candidate));
  return name === undefined ? undefined : attributes[name];
}
