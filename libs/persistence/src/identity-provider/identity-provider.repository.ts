import { Injectable } from '@nestjs/common';
import { Database } from '../database.js';
import { END_OF_USERS } from '../end-of-sessions.js';
import { IdentityProvider, type IdentityProviderConfiguration } from './identity-provider.entity.js';

export type IdentityProviderKey = Pick<IdentityProvider, 'domainId' | 'name'>;

interface Place {
  block: number;
  createdAt: string;
  sub: string;
}

const USERS_AT_ONCE = 250;
const FIRST: Place = { block: -1, createdAt: '-infinity', sub: '00000000-0000-0000-0000-000000000000' };
/** Users that somebody vouched for who does not any more, by the order of the domain's users. */
const FORMER_USERS = `
  SELECT block, created_at::text AS "createdAt", sub FROM end_user
  WHERE domain_id = $1 AND identity_provider = $2 AND (block, created_at, sub) > ($3::integer, $4::timestamptz, $5::uuid)
    AND upstream_issuer IS DISTINCT FROM (SELECT issuer FROM identity_provider WHERE domain_id = $1 AND name = $2)
  ORDER BY block, created_at, sub LIMIT ${USERS_AT_ONCE}`;

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

  /**
   * Ends the sessions of users for whom a provider of this name vouched, and does not any more, with all that was issued for them. They are
   * nobody by then already (see MAY_SIGN_IN): so it goes through them in batches, and may be repeated.
   */
  async endFormerUsers({ domainId, name }: IdentityProviderKey): Promise<void> {
    const after = (place: Place): Promise<Place[]> =>
      this.database.manager.query(FORMER_USERS, [domainId, name, place.block, place.createdAt, place.sub]);
    for (let page = await after(FIRST); page.length > 0; page = await after(page.at(-1)!))
      await this.database.manager.query(END_OF_USERS, [domainId, page.map(({ sub }) => sub)]);
  }

  private get rows() {
    return this.database.manager.getRepository(IdentityProvider);
  }
}
