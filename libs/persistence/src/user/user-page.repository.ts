import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { buildAttributeConditions, isUnstorable } from './attribute-conditions.js';
import { buildSearchPattern } from './search-text.js';
import type { User } from './user.entity.js';
import type { UserQuery } from './user-search.repository.js';
import { selectSub, userIdOf } from '../user-id.js';

/** Which users a stream has. */
export type UserFilter = Pick<UserQuery, 'search' | 'identityProvider' | 'attributes'>;
/** A user with everything that a response shows. */
export type DetailedUser = Pick<User, 'sub' | 'active' | 'identityProvider' | 'attributes' | 'createdAt' | 'lastSignInAt'>;

type ScannedUser = DetailedUser & { id: string; matches: boolean };

/** The number of users that a statement reads. A user's attributes have at most 64 KiB. */
const PAGE_SIZE = 200;

/** Reads users in the order of their ids (see userIdOf), by pages of the primary key, so that memory and each statement are bounded for any domain. */
@Injectable()
export class UserPageRepository {
  constructor(private readonly database: Database) {}

  /** The users after a `sub`, or all. A user who is created or removed meanwhile may be missing. */
  async *listAll(domainId: string, filter: UserFilter, after: string | null): AsyncGenerator<DetailedUser> {
    const match = buildMatch(filter);
    if (!match) return;
    for (let last = after && userIdOf(domainId, after), isLast = false; !isLast;) {
      const users = await this.listPage(domainId, match, last);
      for (const { id: _id, matches, ...user } of users) if (matches) yield user;
      isLast = users.length < PAGE_SIZE;
      last = users.at(-1)?.id ?? last;
    }
  }

  private listPage(
    domainId: string,
    { sql, values }: { sql: string; values: (string | null)[] },
    after: string | null,
  ): Promise<ScannedUser[]> {
    const condition = after === null ? '' : `AND end_user.sub > $${values.length + 2}`;
    return this.database.manager.query(
      `SELECT end_user.sub AS id, ${selectSub('end_user')} AS sub, active, identity_provider AS "identityProvider", created_at AS "createdAt", last_sign_in_at AS "lastSignInAt",
         matches, CASE WHEN matches THEN attributes END AS attributes
       FROM end_user CROSS JOIN LATERAL (SELECT (${sql}) AS matches) AS filter
       WHERE domain_id = $1 ${condition} ORDER BY end_user.sub LIMIT ${PAGE_SIZE}`,
      [domainId, ...values, ...(after === null ? [] : [after])],
    );
  }
}

/** @returns null if no user can match */
function buildMatch({ search, identityProvider, attributes }: UserFilter): { sql: string; values: (string | null)[] } | null {
  const part = search ? buildSearchPattern(search) : { pattern: '%' };
  if (!part || [identityProvider ?? '', ...Object.entries(attributes).flat()].some(isUnstorable)) return null;
  const { sql, values } = buildAttributeConditions(attributes, 4);
  return {
    sql: `search_text LIKE $2 AND ($3::text IS NULL OR identity_provider = $3) ${sql}`,
    values: [part.pattern, identityProvider, ...values],
  };
}
