import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { isStorable } from '../storable-text.js';
import type { IdentityProvider } from '../identity-provider/identity-provider.entity.js';

/** What a sign-in page says of a provider. */
export type OfferedIdentityProvider = Pick<IdentityProvider, 'name' | 'displayName'>;
/** An identity provider for sign-in; its secret is encrypted. */
export type ServedIdentityProvider = Omit<IdentityProvider, 'domainId' | 'enabled' | 'createdAt' | 'updatedAt'>;

const OFFERED = {
  name: 'offered-identity-providers',
  text: `
    SELECT name, display_name AS "displayName" FROM identity_provider WHERE domain_id = $1 AND enabled ORDER BY created_at, name`,
};

const SERVED = {
  name: 'served-identity-provider',
  text: `
    SELECT name, issuer, client_id AS "clientId", client_secret AS "clientSecret", token_endpoint_auth_method AS "tokenEndpointAuthMethod",
           scopes, claim_mapping AS "claimMapping", display_name AS "displayName", trust_email_verified AS "trustEmailVerified",
           create_users AS "createUsers", require_nonce AS "requireNonce", response_mode AS "responseMode", required_claims AS "requiredClaims",
           revision
    FROM identity_provider WHERE domain_id = $1 AND name = $2 AND (enabled OR NOT $3)`,
};

/** What the auth server reads of identity providers. It reads on every request, so an operator's change takes effect immediately. */
@Injectable()
export class ServedIdentityProviderRepository {
  constructor(private readonly database: Database) {}

  /** The domain's identity providers that are enabled, oldest first. */
  list(domainId: string): Promise<OfferedIdentityProvider[]> {
    return this.database.queryPrepared<OfferedIdentityProvider>(OFFERED, [domainId]);
  }

  /** @returns null if the domain has no such provider, or it is disabled */
  find(domainId: string, name: string): Promise<ServedIdentityProvider | null> {
    return this.findWhere(domainId, name, true);
  }

  /** The same also for a disabled provider: users who have signed in with it can still sign out. */
  findIncludingDisabled(domainId: string, name: string): Promise<ServedIdentityProvider | null> {
    return this.findWhere(domainId, name, false);
  }

  private async findWhere(domainId: string, name: string, enabled: boolean): Promise<ServedIdentityProvider | null> {
    if (!isStorable(name)) return null;
    const [provider] = await this.database.queryPrepared<ServedIdentityProvider>(SERVED, [domainId, name, enabled]);
    return provider ?? null;
  }
}
