import { STANDARD_CLAIM_MAPPING } from '@latchkey/oauth';
import type { IdentityProvider, IdentityProviderConfiguration } from '@latchkey/persistence';
import { isDeepStrictEqual } from 'node:util';
import { STANDARD_SCOPES, type IdentityProviderRequest } from './identity-provider.dto.js';

/** A configuration before its secret is encrypted. */
export type ConfigurationWithoutSecret = Omit<IdentityProviderConfiguration, 'clientSecret'>;

/** The configuration in a request. Absent and null are the same. */
export function toConfiguration(name: string, request: IdentityProviderRequest): ConfigurationWithoutSecret {
  return {
    issuer: request.issuer,
    clientId: request.clientId,
    tokenEndpointAuthMethod: request.tokenEndpointAuthMethod ?? 'client_secret_basic',
    scopes: request.scopes ?? STANDARD_SCOPES,
    claimMapping: request.claimMapping ?? { ...STANDARD_CLAIM_MAPPING },
    displayName: request.displayName ?? name,
    enabled: request.enabled ?? true,
    trustEmailVerified: request.trustEmailVerified ?? false,
    createUsers: request.createUsers ?? true,
    requireNonce: request.requireNonce ?? true,
    responseMode: request.responseMode ?? null,
    requiredClaims: request.requiredClaims ?? {},
  };
}

/** The names of the properties that a configuration changes, or sets for a new identity provider. */
export function listChangedProperties(provider: IdentityProvider | null, configuration: ConfigurationWithoutSecret): string[] {
  const names = Object.keys(configuration) as (keyof ConfigurationWithoutSecret)[];
  return names.filter((name) => !isDeepStrictEqual(provider?.[name], configuration[name]));
}
