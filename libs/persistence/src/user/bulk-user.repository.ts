import { Injectable } from '@nestjs/common';
import { isUuid, normalizeSub } from '@latchkey/oauth';
import { Database } from '../connection/database.js';
import { findQuotaRoom } from '../require-quota.js';
import { selectSub, subTextOf, userIdOf } from '../user-id.js';
import { buildSearchColumns } from './search-text.js';
import { ADD_TO_COUNT, LAST_SEARCH_BLOCK } from './user-count.entity.js';
import type { User } from './user.entity.js';

/** A user with what a change is compared with. @property id see userIdOf @property roles sorted */
export type KnownUser = Pick<User, 'sub' | 'usernameKey' | 'active' | 'attributes' | 'vouchedFor'> & { id: string; roles: string[] };
/** Who a user is at an identity provider of the domain. */
export interface ImportedIdentity {
  provider: string;
  issuer: string;
  subject: string;
}
/** An identity that a line names. @property owner the sub of the user who has it; null if nobody has */
export type KnownIdentity = ImportedIdentity & { owner: string | null };
/** A user to create. @property identity null: a local user */
export type ImportedUser = Pick<User, 'sub' | 'active' | 'attributes'> & { identity: ImportedIdentity | null };

/** Users by their subs, and by their normalized usernames. */
export interface UserKeys {
  subs: readonly string[];
  usernameKeys: readonly string[];
}

/** The identity provider of users without one. */
const LOCAL = 'local';
const COLUMNS = `end_user.sub AS id, ${selectSub('end_user')} AS sub, end_user.username_key AS "usernameKey", active, attributes, vouched_for AS "vouchedFor",
  ARRAY(SELECT role FROM user_role WHERE user_role.domain_id = $1 AND user_role.sub = end_user.sub ORDER BY role COLLATE "C") AS roles`;
/** Looks each key up by itself, because the statistics of a table that grows fast let the planner read all users of the domain instead. */
const FIND = `
  SELECT "user".* FROM unnest($2::uuid[]) AS key (sub)
  CROSS JOIN LATERAL (SELECT ${COLUMNS} FROM end_user WHERE domain_id = $1 AND end_user.sub = key.sub OFFSET 0) AS "user"
  UNION ALL SELECT "user".* FROM unnest($3::text[]) AS key (username_key)
  CROSS JOIN LATERAL (SELECT ${COLUMNS} FROM end_user WHERE domain_id = $1 AND end_user.username_key = key.username_key OFFSET 0) AS "user"`;
const FIND_CLIENT_IDS = `
  SELECT client_id AS id FROM client
  WHERE domain_id = $1 AND (client_id = ANY ($2::text[]) OR lower(client_id) = ANY ($3::text[]))`;
const FIND_IDENTITIES = `
  SELECT identity.provider, provider.issuer, identity.subject, ${selectSub('end_user')} AS owner
  FROM unnest($2::text[], $3::text[]) AS identity (provider, subject)
  JOIN identity_provider AS provider ON provider.domain_id = $1 AND provider.name = identity.provider
  LEFT JOIN end_user ON end_user.domain_id = $1 AND end_user.identity_provider = provider.name AND end_user.upstream_issuer = provider.issuer
    AND end_user.upstream_sub = identity.subject AND end_user.upstream_sub IS NOT NULL`;
const CREATE = `
  INSERT INTO end_user (
    domain_id, block, sub, sub_text, active, attributes, username_key, search_text, identity_provider, upstream_issuer, upstream_sub)
  SELECT $1, ${LAST_SEARCH_BLOCK}, sub, sub_text, active, attributes, username_key, search_text, identity_provider, upstream_issuer, upstream_sub
  FROM unnest($2::uuid[], $3::text[], $4::boolean[], $5::jsonb[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[])
    WITH ORDINALITY AS imported (
      sub, sub_text, active, attributes, username_key, search_text, identity_provider, upstream_issuer, upstream_sub, n) ORDER BY n
  ON CONFLICT DO NOTHING RETURNING sub`;

/** Finds and creates users, many per statement. */
@Injectable()
export class BulkUserRepository {
  constructor(private readonly database: Database) {}

  /** The domain's users with these keys. */
  find(domainId: string, { subs, usernameKeys }: UserKeys): Promise<KnownUser[]> {
    return this.database.manager.query(FIND, [domainId, subs.map((sub) => userIdOf(domainId, sub)), usernameKeys]);
  }

  /** Those of the subs that clients have as their ids: see UserRepository.isSubTaken. Call it while the domain is locked. */
  async findClientIds(domainId: string, subs: readonly string[]): Promise<Set<string>> {
    const normalized = subs.map(normalizeSub);
    const rows: { id: string }[] = await this.database.manager.query(FIND_CLIENT_IDS, [domainId, normalized, normalized.filter(isUuid)]);
    return new Set(rows.map(({ id }) => normalizeSub(id)));
  }

  /** How many users the subscription's quota permits to create: see findQuotaRoom. */
  findRoom(domainId: string): Promise<number> {
    return findQuotaRoom(this.database, 'users', { domainId });
  }

  /** The identities whose provider the domain has. */
  findIdentities(domainId: string, identities: readonly Pick<ImportedIdentity, 'provider' | 'subject'>[]): Promise<KnownIdentity[]> {
    const values = [identities.map(({ provider }) => provider), identities.map(({ subject }) => subject)];
    return this.database.manager.query(FIND_IDENTITIES, [domainId, ...values]);
  }

  /** Creates users within a transaction. @throws Error if another caller has meanwhile created one of them */
  async createAll(domainId: string, users: readonly ImportedUser[]): Promise<void> {
    const providers = users.map(({ identity }) => identity?.provider ?? LOCAL);
    const search = users.map(({ attributes }) => buildSearchColumns(attributes));
    const created: unknown[] = await this.database.manager.query(CREATE, [
      domainId,
      users.map(({ sub }) => userIdOf(domainId, sub)),
      users.map(({ sub }) => subTextOf(sub)),
      users.map(({ active }) => active),
      users.map(({ attributes }) => JSON.stringify(attributes)),
      search.map(({ usernameKey }) => usernameKey),
      search.map(({ searchText }) => searchText),
      providers,
      users.map(({ identity }) => identity?.issuer ?? null),
      users.map(({ identity }) => identity?.subject ?? null),
    ]);
    if (created.length !== users.length) throw new Error('another request has created a user of the batch');
    for (const [provider, { length }] of Map.groupBy(providers, (name) => name)) {
      await this.database.manager.query(ADD_TO_COUNT, [domainId, provider, length]);
    }
  }
}
