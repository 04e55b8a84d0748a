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
/** A user to create. */
export type ImportedUser = Pick<User, 'sub' | 'active' | 'attributes'>;

/** Users by their subs, and by their normalized usernames. */
export interface UserKeys {
  subs: readonly string[];
  usernameKeys: readonly string[];
}

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
const CREATE = `
  INSERT INTO end_user (domain_id, block, identity_provider, sub, sub_text, active, attributes, username_key, search_text)
  SELECT $1, ${LAST_SEARCH_BLOCK}, $2, sub, sub_text, active, attributes, username_key, search_text
  FROM unnest($3::uuid[], $4::text[], $5::boolean[], $6::jsonb[], $7::text[], $8::text[])
    WITH ORDINALITY AS imported (sub, sub_text, active, attributes, username_key, search_text, n) ORDER BY n
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

  /** Creates users within a transaction. @throws Error if another caller has meanwhile created one of them */
  async createAll(domainId: string, identityProvider: string, users: readonly ImportedUser[]): Promise<void> {
    const search = users.map(({ attributes }) => buildSearchColumns(attributes));
    const created: unknown[] = await this.database.manager.query(CREATE, [
      domainId,
      identityProvider,
      users.map(({ sub }) => userIdOf(domainId, sub)),
      users.map(({ sub }) => subTextOf(sub)),
      users.map(({ active }) => active),
      users.map(({ attributes }) => JSON.stringify(attributes)),
      search.map(({ usernameKey }) => usernameKey),
      search.map(({ searchText }) => searchText),
    ]);
    if (created.length !== users.length) throw new Error('another request has created a user of the batch');
    await this.database.manager.query(ADD_TO_COUNT, [domainId, identityProvider, users.length]);
  }
}
