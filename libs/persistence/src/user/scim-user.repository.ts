import { Injectable } from '@nestjs/common';
import { normalizeUsername } from '@latchkey/oauth';
import { Database } from '../connection/database.js';
import { buildIndexedConditions, isUnstorable } from './attribute-conditions.js';
import { buildEmailPattern } from './search-text.js';
import { LAST_SEARCH_BLOCK } from './user-count.entity.js';
import type { User } from './user.entity.js';
import { selectSub, userIdOf } from '../user-id.js';

/** A user as SCIM shows it. */
export type ScimUser = Pick<User, 'sub' | 'active' | 'attributes' | 'createdAt' | 'updatedAt'> & {
  /** The names of the user's roles, sorted, with the names of these as groups. */
  roles: { role: string; displayName: string }[];
};

/** One value by which an index finds users. */
export type UserLookup = { by: 'id' | 'username' | 'email'; value: string } | { by: 'attribute'; name: string; value: string };

/** A part of a statement, whose first parameter is the domain id. */
interface Source {
  sql: string;
  values: string[];
}

const COLUMNS = `
  ${selectSub('end_user')} AS sub, active, attributes, created_at AS "createdAt", updated_at AS "updatedAt", (
    SELECT coalesce(json_agg(json_build_object('role', role.role, 'displayName', coalesce(role.display_name, role.role)) ORDER BY role.role COLLATE "C"), '[]')
    FROM user_role AS has JOIN role ON role.domain_id = has.domain_id AND role.role = has.role
    WHERE has.domain_id = end_user.domain_id AND has.sub = end_user.sub) AS roles`;
const TERMS = 'end_user_terms(domain_id, block, identity_provider, search_text)';
const PAGE = `SELECT ${COLUMNS} FROM end_user WHERE domain_id = $1 ORDER BY block, created_at, sub LIMIT $2 OFFSET $3`;
const COUNT = 'SELECT coalesce(sum(users), 0)::integer AS total FROM user_count WHERE domain_id = $1';

/** Reads users for SCIM, by indexes alone. */
@Injectable()
export class ScimUserRepository {
  constructor(private readonly database: Database) {}

  async find(domainId: string, sub: string): Promise<ScimUser | null> {
    const [user] = await this.listMatching(domainId, [{ by: 'id', value: sub }], 1);
    return user ?? null;
  }

  /** A page of a domain's users, in order of creation. @param offset from 0 */
  async listPage(domainId: string, offset: number, limit: number): Promise<{ users: ScimUser[]; total: number }> {
    const [{ total }]: [{ total: number }] = await this.database.manager.query(COUNT, [domainId]);
    return { users: limit === 0 ? [] : await this.database.manager.query(PAGE, [domainId, limit, offset]), total };
  }

  /** The users that any of the values finds, each once, and no more than a limit. */
  async listMatching(domainId: string, lookups: readonly UserLookup[], limit: number): Promise<ScimUser[]> {
    const found = new Map<string, ScimUser>();
    for (const lookup of lookups) {
      const source = isUnstorable(lookup.value) ? null : buildSource(domainId, lookup);
      if (!source) continue;
      // Not prepared, because the planner needs the values. See UserSearchRepository.
      const text = `SELECT found.* FROM (${source.sql}) AS found LIMIT ${limit}`;
      const users: ScimUser[] = await this.database.manager.query(text, [domainId, ...source.values]);
      for (const user of users) found.set(user.sub, user);
      if (found.size >= limit) break;
    }
    return [...found.values()].slice(0, limit);
  }
}

/** @returns null if no user can match */
function buildSource(domainId: string, lookup: UserLookup): Source | null {
  const { value } = lookup;
  switch (lookup.by) {
    case 'id':
      return { sql: `SELECT ${COLUMNS} FROM end_user WHERE domain_id = $1 AND sub = $2`, values: [userIdOf(domainId, value)] };
    case 'username':
      return { sql: `SELECT ${COLUMNS} FROM end_user WHERE domain_id = $1 AND username_key = $2`, values: [normalizeUsername(value)] };
    case 'attribute': {
      const place = { domain: '$1::uuid', block: 'n' };
      const { sql, values } = buildIndexedConditions({ [lookup.name]: value }, 2, place);
      return overBlocks(`domain_id = $1 ${sql}`, values);
    }
    case 'email': {
      const pattern = buildEmailPattern(value);
      if (!pattern) return null;
      const conditions = pattern.terms.map((_term, n) => `AND ${TERMS} @> ARRAY[$${n + 3}]`);
      return overBlocks(`${TERMS} @> ARRAY[$1::uuid || '/' || n] ${conditions.join(' ')} AND search_text LIKE $2`, [
        pattern.pattern,
        ...pattern.terms,
      ]);
    }
  }
}

/** The term of an index contains the block. */
function overBlocks(condition: string, values: string[]): Source {
  const sql = `SELECT matches.* FROM generate_series(0, ${LAST_SEARCH_BLOCK}) AS n CROSS JOIN LATERAL (SELECT ${COLUMNS} FROM end_user WHERE ${condition}) AS matches`;
  return { sql, values };
}
