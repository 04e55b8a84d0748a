import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import {
  Database,
  DomainRepository,
  IdentityProviderRepository,
  type Domain,
  type IdentityProvider,
  type IdentityProviderKey,
  type KeyList,
  type Precondition,
} from '@latchkey/persistence';
import { createInvalidBodyProblem, Problem, type Violation } from '@latchkey/problem';
import { createDomainNotFoundProblem } from '../current-domain/domain-not-found.js';
import { AuditLogService } from '../audit-event/audit-log.service.js';
import { listChangedProperties, type ConfigurationWithoutSecret } from './identity-provider-configuration.js';
import { describeOwnedMailDomains } from './mail-domain-rules.js';
import { IdentityProviderSecretService } from './identity-provider-secret.service.js';

/** The new configuration. `secret` is null if the stored one is kept. */
export interface IdentityProviderInput {
  name: string;
  configuration: ConfigurationWithoutSecret;
  secret: string | null;
  /** Whether the domain gets a new key at a SAML identity provider. */
  rotatesKey?: boolean;
}

@Injectable()
export class IdentityProviderService {
  constructor(
    private readonly database: Database,
    private readonly domains: DomainRepository,
    private readonly providers: IdentityProviderRepository,
    private readonly secrets: IdentityProviderSecretService,
    private readonly log: AuditLogService,
  ) {}

  listNames(domain: Domain): Promise<KeyList> {
    return this.providers.listNames(domain.id, { search: null, limit: null, offset: 0 });
  }

  /** @returns the existing identity providers, in the order of the names */
  findAll(domain: Domain, names: readonly string[]): Promise<IdentityProvider[]> {
    return this.providers.findAll(domain.id, names);
  }

  find(domain: Domain, name: string): Promise<IdentityProvider | null> {
    return this.providers.find({ domainId: domain.id, name });
  }

  /** @throws Problem provider-not-found */
  async get(domain: Domain, name: string): Promise<IdentityProvider> {
    const provider = await this.find(domain, name);
    if (!provider) throw createIdentityProviderNotFoundProblem(name);
    return provider;
  }

  /**
   * Adds the identity provider or replaces its whole configuration. The auth server uses it from the next request, and fetches its metadata
   * and keys again, even if nothing changes. If its issuer changes, the users of the former issuer are signed out.
   *
   * @returns the stored provider; null if the removal of its former users must finish first
   *
   * @throws Problem precondition-failed, invalid-request if a required secret is missing or the stored one belongs to another issuer
   */
  async store(
    domain: Domain,
    input: IdentityProviderInput,
    precondition: Precondition<IdentityProvider>,
  ): Promise<IdentityProvider | null> {
    const key = { domainId: domain.id, name: input.name };
    return this.database.transaction(async () => {
      if (!(await this.domains.lockExisting(domain.id))) throw createDomainNotFoundProblem();
      const provider = await this.providers.find(key);
      await precondition(provider);
      const { issuer } = input.configuration;
      if (provider?.issuer !== issuer && (await this.providers.hasLeftoverUserData(key, issuer))) return null;
      await this.requireFreeMailDomains(domain, input);
      await this.save(domain, provider, input);
      return this.providers.find(key);
    });
  }

  /**
   * Removes the identity provider. Its users remain, but are signed out and cannot sign in.
   *
   * @throws Problem provider-not-found, precondition-failed
   */
  async delete(domain: Domain, name: string, precondition: Precondition<IdentityProvider>): Promise<void> {
    const key = { domainId: domain.id, name };
    await this.database.transaction(async () => {
      if (!(await this.domains.lockExisting(domain.id))) throw createDomainNotFoundProblem();
      await precondition(await this.get(domain, name));
      await this.providers.delete(key);
      await this.log.record(domain.id, { type: 'identity_provider.deleted', data: { identityProvider: name } });
    });
  }

  /** All identity providers of a domain. */
  list({ id }: Domain): Promise<IdentityProvider[]> {
    return this.providers.list(id);
  }

  /** Whether a provider with this issuer must wait for the removal of its former users: see `store`. */
  async mustWait(domain: Domain, name: string, { issuer, stored }: { issuer: string; stored: string | null }): Promise<boolean> {
    return issuer !== stored && (await this.providers.hasLeftoverUserData({ domainId: domain.id, name }, issuer));
  }

  /** Stores a provider in the caller's transaction, which has locked the domain and found no violations. */
  async storeWithin(domain: Domain, input: IdentityProviderInput): Promise<void> {
    await this.save(domain, await this.find(domain, input.name), input);
  }

  /** The violation of a configuration whose secret is missing. @param provider stored under its name, if there is one */
  findSecretViolations(provider: IdentityProvider | null, { configuration, secret }: Omit<IdentityProviderInput, 'name'>): Violation[] {
    return needsSecret(configuration) && secret === null ? findStoredSecretViolations(provider, configuration) : [];
  }

  /**
   * The provider as it would be stored, with the times of now.
   *
   * @throws Problem invalid-request if a required secret is missing or the stored one belongs to another issuer
   */
  async plan(
    { domain, stored }: { domain: Domain; stored: IdentityProvider | null },
    input: IdentityProviderInput,
  ): Promise<IdentityProvider> {
    await this.requireFreeMailDomains(domain, input);
    const now = new Date();
    const { name, configuration } = input;
    const clientSecret = this.chooseSecret(domain.id, stored, input);
    const created = { domainId: domain.id, name, revision: '0', createdAt: now };
    return { ...created, ...stored, ...configuration, clientSecret, updatedAt: now };
  }

  /** @throws Problem invalid-request if another identity provider of the domain has one of the mail domains */
  private async requireFreeMailDomains({ id: domainId }: Domain, { name, configuration }: IdentityProviderInput): Promise<void> {
    const { mailDomains } = configuration;
    if (mailDomains.length === 0) return;
    const owned = await this.providers.listMailDomainsOfOthers({ domainId, name }, mailDomains);
    // control: a mail domain belongs to one identity provider of a domain
    if (owned.length > 0) throw createInvalidBodyProblem(describeOwnedMailDomains(mailDomains, owned));
  }

  private async save({ id: domainId }: Domain, provider: IdentityProvider | null, input: IdentityProviderInput): Promise<void> {
    const { name, configuration } = input;
    const clientSecret = configuration.saml
      ? await this.chooseKey({ domainId, name }, provider, input)
      : this.chooseSecret(domainId, provider, input);
    const changed = [
      ...listChangedProperties(provider, configuration),
      ...(clientSecret === (provider?.clientSecret ?? null) ? [] : ['clientSecret']),
    ];
    if (changed.length === 0 && provider) return this.providers.raiseRevision({ domainId, name });
    const completeConfiguration = { ...configuration, clientSecret };
    await (provider
      ? this.providers.replace(provider, completeConfiguration)
      : this.providers.create({ domainId, name }, completeConfiguration));
    const type = provider ? 'identity_provider.updated' : 'identity_provider.created';
    await this.log.record(domainId, { type, data: { identityProvider: name, changed } });
  }

  /** @returns the encrypted keys to store: the stored ones, unless there are none or they are rotated */
  private async chooseKey(key: IdentityProviderKey, provider: IdentityProvider | null, input: IdentityProviderInput): Promise<Buffer> {
    const stored = provider?.saml ? provider.clientSecret : null;
    return stored === null || input.rotatesKey ? this.secrets.rotateKey(key, provider) : stored;
  }

  /** @returns the encrypted secret to store: the new one, or the stored one if it is the same or none was sent */
  private chooseSecret(domainId: string, provider: IdentityProvider | null, input: IdentityProviderInput): Buffer | null {
    const { name, configuration, secret } = input;
    const violations = this.findSecretViolations(provider, input);
    if (violations.length > 0) throw createInvalidBodyProblem(violations);
    const storedSecret = needsSecret(configuration) ? (provider?.clientSecret ?? null) : null;
    const isUnchanged = secret === null || (provider !== null && this.secrets.matches(provider, secret));
    return isUnchanged ? storedSecret : this.secrets.encrypt({ domainId, name }, secret);
  }
}

/**
 * A secret of one issuer is never sent to another. Otherwise a caller with write access to the configuration could obtain the secret. A
 * private key has the id that came with it.
 */
function findStoredSecretViolations(provider: IdentityProvider | null, configuration: ConfigurationWithoutSecret): Violation[] {
  const change = provider?.clientSecret ? findSecretOwnerChange(provider, configuration) : undefined;
  if (change === null) return [];
  const detail =
    change === undefined ? 'is required, unless tokenEndpointAuthMethod is private_key_jwt' : `must be sent again, because ${change}`;
  return [{ pointer: '/clientSecret', detail }];
}

/** @returns why the stored secret cannot be kept, or null */
function findSecretOwnerChange(provider: IdentityProvider, { issuer, oauth2, appleKey }: ConfigurationWithoutSecret): string | null {
  // control: the private key of a domain at a SAML identity provider never becomes a client secret
  if (provider.saml) return 'the kind changes and a SAML identity provider has no secret';
  if (provider.issuer !== issuer) return 'the issuer changes and the stored secret belongs to the former issuer';
  // control: a stored secret is sent to the token endpoint that it was stored for
  if (provider.oauth2?.tokenEndpoint !== oauth2?.tokenEndpoint)
    return 'the token endpoint changes and the stored secret belongs to the former one';
  return isDeepStrictEqual(provider.appleKey, appleKey) ? null : 'appleKey changes and the stored secret belongs to the former one';
}

function needsSecret({ tokenEndpointAuthMethod }: ConfigurationWithoutSecret): boolean {
  return tokenEndpointAuthMethod !== 'private_key_jwt';
}

function createIdentityProviderNotFoundProblem(name: string): Problem {
  return new Problem('provider-not-found', `The domain has no identity provider ${name}.`);
}
