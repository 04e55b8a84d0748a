import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Database } from '../connection/database.js';
import { listKeys, type KeyList, type KeyListQuery, type KeySource } from '../key-list.js';
import { REMOVED_USERS_JOB_PREFIX } from '../removed-users-job.js';
import { RemovedIdentityProviderUsersRepository } from './removed-identity-provider-users.repository.js';
import { IdentityProvider, type IdentityProviderConfiguration, type IdentityProviderKey } from './identity-provider.entity.js';

const NAMES: KeySource = { table: 'identity_provider', key: 'name', where: 'domain_id = $1' };
const HAS_LEFTOVER_USER_DATA = `
  SELECT EXISTS (SELECT FROM job_state WHERE domain_id = $1 AND queue = '${REMOVED_USERS_JOB_PREFIX}' || $2) AND EXISTS (
    SELECT FROM end_user JOIN oidc_payload AS issued ON issued.domain_id = end_user.domain_id AND issued.sub = end_user.sub
    WHERE end_user.domain_id = $1 AND identity_provider = $2 AND upstream_issuer = $3 AND upstream_sub IS NOT NULL
      AND (issued.model <> 'Session' OR issued.consumed_at IS NULL)) AS "exists"`;

const MAIL_DOMAINS_OF_OTHERS = `
  SELECT mail_domain AS "mailDomain", name FROM identity_provider, unnest(mail_domains) AS mail_domain
  WHERE domain_id = $1 AND name <> $2 AND mail_domain = ANY ($3)`;

/** A mail domain, and the name of the identity provider that has it. */
export interface OwnedMailDomain {
  mailDomain: string;
  name: string;
}

@Injectable()
export class IdentityProviderRepository {
  constructor(
    private readonly database: Database,
    private readonly removedUsers: RemovedIdentityProviderUsersRepository,
  ) {}

  find({ domainId, name }: IdentityProviderKey): Promise<IdentityProvider | null> {
    return this.rows.findOneBy({ domainId, name });
  }

  /** The names of the identity providers of a domain, oldest first. */
  listNames(domainId: string, query: KeyListQuery): Promise<KeyList> {
    return listKeys(this.database, query, { owner: domainId, ...NAMES });
  }

  /** All identity providers of a domain. */
  list(domainId: string): Promise<IdentityProvider[]> {
    return this.rows.findBy({ domainId });
  }

  /** @returns the existing identity providers, in the order of the names */
  async findAll(domainId: string, names: readonly string[]): Promise<IdentityProvider[]> {
    const providers = await this.rows.findBy({ domainId, name: In(names) });
    const byName = new Map(providers.map((provider) => [provider.name, provider]));
    return names.flatMap((name) => byName.get(name) ?? []);
  }

  async create({ domainId, name }: IdentityProviderKey, configuration: IdentityProviderConfiguration): Promise<void> {
    await this.rows.insert({ domainId, name, ...configuration });
  }

  /**
   * Replaces the whole configuration and raises the identity provider's revision. With another issuer, its previous users can no longer
   * sign in.
   */
  async replace({ domainId, name, issuer }: IdentityProvider, configuration: IdentityProviderConfiguration): Promise<void> {
    if (issuer !== configuration.issuer) await this.removedUsers.enqueue({ domainId, name });
    const changed = { revision: () => `nextval('revision')`, updatedAt: () => 'clock_timestamp()' };
    await this.rows.update({ domainId, name }, { ...configuration, ...changed });
  }

  /** Makes every replica of the auth server fetch the provider's metadata and keys again. */
  async raiseRevision({ domainId, name }: IdentityProviderKey): Promise<void> {
    await this.rows.update({ domainId, name }, { revision: () => `nextval('revision')` });
  }

  /** Removes the identity provider; its users can no longer sign in. @returns false if there is none */
  async delete({ domainId, name }: IdentityProviderKey): Promise<boolean> {
    const { affected } = await this.rows.delete({ domainId, name });
    if (affected === 1) await this.removedUsers.enqueue({ domainId, name });
    return affected === 1;
  }

  /** Whether an identity provider with that issuer would revive data that its users left when it was removed before. */
  async hasLeftoverUserData({ domainId, name }: IdentityProviderKey, issuer: string): Promise<boolean> {
    const [row]: { exists: boolean }[] = await this.database.manager.query(HAS_LEFTOVER_USER_DATA, [domainId, name, issuer]);
    return row!.exists;
  }

  /**
   * The mail domains that other identity providers of the domain have. Whoever stores them has locked the domain, so that no other request
   * stores them meanwhile.
   */
  listMailDomainsOfOthers({ domainId, name }: IdentityProviderKey, mailDomains: readonly string[]): Promise<OwnedMailDomain[]> {
    return this.database.manager.query(MAIL_DOMAINS_OF_OTHERS, [domainId, name, mailDomains]);
  }

  private get rows() {
    return this.database.manager.getRepository(IdentityProvider);
  }
}
