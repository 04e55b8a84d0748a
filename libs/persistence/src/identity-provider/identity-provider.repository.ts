import { Injectable } from '@nestjs/common';
import { Database } from '../database.js';
import { IdentityProvider, type IdentityProviderConfiguration } from './identity-provider.entity.js';

export type IdentityProviderKey = Pick<IdentityProvider, 'domainId' | 'name'>;
export type SealedProviderSecret = IdentityProviderKey & { clientSecret: Buffer };

@Injectable()
export class IdentityProviderRepository {
  constructor(private readonly database: Database) {}

  find({ domainId, name }: IdentityProviderKey): Promise<IdentityProvider | null> {
    return this.rows.findOneBy({ domainId, name });
  }

  /** The providers of a domain, oldest first. */
  list(domainId: string): Promise<IdentityProvider[]> {
    return this.rows.find({ where: { domainId }, order: { createdAt: 'ASC', name: 'ASC' } });
  }

  async create({ domainId, name }: IdentityProviderKey, configuration: IdentityProviderConfiguration): Promise<void> {
    await this.rows.insert({ domainId, name, ...configuration });
  }

  /** Replaces the whole configuration and raises the provider's revision. */
  async replace({ domainId, name }: IdentityProviderKey, configuration: IdentityProviderConfiguration): Promise<void> {
    const changed = { revision: () => `nextval('revision')`, updatedAt: () => 'clock_timestamp()' };
    await this.rows.update({ domainId, name }, { ...configuration, ...changed });
  }

  /** @returns false if there is no such provider */
  async delete({ domainId, name }: IdentityProviderKey): Promise<boolean> {
    const { affected } = await this.rows.delete({ domainId, name });
    return affected === 1;
  }

  /** Sealed secrets of all domains, in the order of their keys, after one of them. */
  pageOfSecrets(after: IdentityProviderKey | null, limit: number): Promise<SealedProviderSecret[]> {
    return this.database.manager.query(
      `SELECT domain_id AS "domainId", name, client_secret AS "clientSecret" FROM identity_provider
       WHERE client_secret IS NOT NULL AND ($1::uuid IS NULL OR (domain_id, name) > ($1, $2)) ORDER BY domain_id, name LIMIT $3`,
      [after?.domainId ?? null, after?.name ?? null, limit],
    );
  }

  /** Puts a secret that was sealed anew in the place of what it was, unless it has been replaced meanwhile. */
  async reseal({ domainId, name, clientSecret }: SealedProviderSecret, sealed: Buffer): Promise<void> {
    await this.database.manager.query(
      `UPDATE identity_provider SET client_secret = $4, revision = nextval('revision') WHERE domain_id = $1 AND name = $2 AND client_secret = $3`,
      [domainId, name, clientSecret, sealed],
    );
  }

  private get rows() {
    return this.database.manager.getRepository(IdentityProvider);
  }
}
