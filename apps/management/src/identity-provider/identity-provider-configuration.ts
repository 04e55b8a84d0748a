import { normalizeMailDomain, STANDARD_CLAIM_MAPPING } from '@latchkey/oauth';
import type { IdentityProvider, IdentityProviderConfiguration, OAuth2Provider } from '@latchkey/persistence';
import { isDeepStrictEqual } from 'node:util';
import { omitNulls } from '../http/parse-body.js';
import type { IdentityProviderRequest } from './identity-provider.dto.js';
import { STANDARD_SCOPES } from './oidc-provider.schema.js';
import { toSamlProvider } from './saml-rules.js';

/** Members that a plain OpenID provider does without: neither answers nor the log mention them. */
const PLAIN = {
  kind: 'oidc',
  oauth2: null,
  saml: null,
  appleKey: null,
  mailDomains: [],
  enforceMailDomains: false,
} as const satisfies Partial<ConfigurationWithoutSecret>;

/** A configuration before its secret is encrypted. */
export type ConfigurationWithoutSecret = Omit<IdentityProviderConfiguration, 'clientSecret'>;

/** The configuration in a request. Absent and null are the same. */
export function toConfiguration(name: string, request: IdentityProviderRequest): ConfigurationWithoutSecret {
  return {
    kind: request.kind ?? 'oidc',
    oauth2: request.oauth2 ? (omitNulls(request.oauth2) as OAuth2Provider) : null,
    saml: request.saml ? toSamlProvider(request.saml) : null,
    issuer: request.issuer,
    clientId: request.clientId,
    appleKey: request.appleKey ?? null,
    // A domain has no secret at a SAML identity provider.
    tokenEndpointAuthMethod: request.tokenEndpointAuthMethod ?? (request.saml ? 'private_key_jwt' : 'client_secret_basic'),
    scopes: request.scopes ?? STANDARD_SCOPES,
    claimMapping: request.claimMapping ?? { ...STANDARD_CLAIM_MAPPING },
    displayName: request.displayName ?? name,
    enabled: request.enabled ?? true,
    trustEmailVerified: request.trustEmailVerified ?? false,
    createUsers: request.createUsers ?? true,
    requireNonce: request.requireNonce ?? true,
    responseMode: request.responseMode ?? null,
    requiredClaims: request.requiredClaims ?? {},
    mailDomains: (request.mailDomains ?? []).map((mailDomain) => normalizeMailDomain(mailDomain)!),
    enforceMailDomains: request.enforceMailDomains ?? false,
  };
}

/** Members that SAML identity providers do not have. */
const NOT_OF_SAML: readonly string[] = ['tokenEndpointAuthMethod', 'scopes', 'requireNonce', 'responseMode'];

type PlainName = keyof typeof PLAIN;

/**
 * Leaves out the members that say nothing of a plain OpenID provider, so that it stays what it was before there were others, and those that
 * a SAML identity provider does not have.
 */
export function omitPlain<T extends { kind?: string }>(configuration: T): Omit<T, PlainName> & Partial<T> {
  const isPlain = ([name, value]: [string, unknown]) => Object.hasOwn(PLAIN, name) && isDeepStrictEqual(value, PLAIN[name as PlainName]);
  const isMissing = ([name]: [string, unknown]) => configuration.kind === 'saml' && NOT_OF_SAML.includes(name);
  return Object.fromEntries(Object.entries(configuration).filter((entry) => !isPlain(entry) && !isMissing(entry))) as Omit<T, PlainName> &
    Partial<T>;
}

/** The names of the properties that a configuration changes, or sets for a new identity provider. */
export function listChangedProperties(provider: IdentityProvider | null, configuration: ConfigurationWithoutSecret): string[] {
  const names = Object.keys(configuration) as (keyof ConfigurationWithoutSecret)[];
  const stored: Partial<ConfigurationWithoutSecret> = provider ?? PLAIN;
  return names.filter((name) => !isDeepStrictEqual(stored[name], configuration[name]));
}
