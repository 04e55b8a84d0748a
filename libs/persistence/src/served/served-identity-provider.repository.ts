import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { isStorable } from '../storable-text.js';
import type { IdentityProvider } from '../identity-provider/identity-provider.entity.js';

/** The part of an identity provider that a sign-in page shows. */
export type OfferedIdentityProvider = Pick<IdentityProvider, 'name' | 'displayName' | 'issuer'>;
/** The identity provider of the people of a mail domain. */
export type HomeIdentityProvider = Pick<IdentityProvider, 'name' | 'enforceMailDomains'>;
/** An identity provider for sign-in; its secret is encrypted. */
export type ServedIdentityProvider = Omit<
  IdentityProvider,
  'domainId' | 'enabled' | 'mailDomains' | 'enforceMailDomains' | 'createdAt' | 'updatedAt'
>;

const OFFERED = {
  name: 'offered-identity-providers',
  text: `
    SELECT name, display_name AS "displayName", issuer FROM identity_provider WHERE domain_id = $1 AND enabled ORDER BY created_at, name`,
};

const COLUMNS = `name, kind, oauth2, saml, issuer, client_id AS "clientId", client_secret AS "clientSecret", apple_key AS "appleKey", token_endpoint_auth_method AS "tokenEndpointAuthMethod",
           scopes, claim_mapping AS "claimMapping", display_name AS "displayName", trust_email_verified AS "trustEmailVerified",
           create_users AS "createUsers", require_nonce AS "requireNonce", response_mode AS "responseMode", required_claims AS "requiredClaims",
           revision`;
const SERVED = {
  name: 'served-identity-provider',
  text: `SELECT ${COLUMNS} FROM identity_provider WHERE domain_id = $1 AND name = $2 AND (enabled OR NOT $3)`,
};
const SERVED_BY_ISSUER = {
  name: 'served-identity-provider-by-issuer',
  text: `SELECT ${COLUMNS} FROM identity_provider WHERE domain_id = $1 AND issuer = $2 AND enabled ORDER BY created_at, name LIMIT 1`,
};

const HOME = {
  name: 'home-identity-provider',
  text: `
    SELECT name, enforce_mail_domains AS "enforceMailDomains" FROM identity_provider
    WHERE domain_id = $1 AND enabled AND $2 = ANY (mail_domains)`,
};

/** Reads identity providers for the auth server on every request, so that an operator's change takes effect immediately. */
@Injectable()
export class ServedIdentityProviderRepository {
  constructor(private readonly database: Database) {}

  /** The domain's enabled identity providers, oldest first. */
  list(domainId: string): Promise<OfferedIdentityProvider[]> {
    return this.database.queryPrepared<OfferedIdentityProvider>(OFFERED, [domainId]);
  }

  /** @returns null if the domain has no such identity provider, or it is disabled */
  find(domainId: string, name: string): Promise<ServedIdentityProvider | null> {
    return this.findWhere(domainId, name, true);
  }

  /** Also returns a disabled identity provider, because users who have signed in with it can still sign out. */
  findIncludingDisabled(domainId: string, name: string): Promise<ServedIdentityProvider | null> {
    return this.findWhere(domainId, name, false);
  }

  /** @returns null if the domain has no enabled identity provider with this issuer; the oldest of several */
  async findByIssuer(domainId: string, issuer: string): Promise<ServedIdentityProvider | null> {
    if (!isStorable(issuer)) return null;
    const [provider] = await this.database.queryPrepared<ServedIdentityProvider>(SERVED_BY_ISSUER, [domainId, issuer]);
    return provider ?? null;
  }

  /** @param mailDomain as it is stored @returns null if it belongs to no enabled identity provider */
  async findHome(domainId: string, mailDomain: string): Promise<HomeIdentityProvider | null> {
    const [provider] = await this.database.queryPrepared<HomeIdentityProvider>(HOME, [domainId, mailDomain]);
    return provider ?? null;
  }

  private async findWhere(domainId: string, name: string, enabled: boolean): Promise<ServedIdentityProvider | null> {
    if (!isStorable(name)) return null;
    const [provider] = await this.database.queryPrepared<ServedIdentityProvider>(SERVED, [domainId, name, enabled]);
    return provider ?? null;
  }
}
