import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { buildIndexedConditions, isUnstorable, type AttributeFilter } from './attribute-conditions.js';
import { buildSearchPattern, type SearchPattern } from './search-text.js';
import { LAST_SEARCH_BLOCK } from './user-count.entity.js';
import { selectSub } from '../user-id.js';

export interface UserQuery {
  /** A part of the username or email address; an empty one matches all users. */
  search: string | null;
  /** Exactly this identity provider. */
  identityProvider: string | null;
  /** Exactly these values of attributes; empty for all users. */
  attributes: AttributeFilter;
  limit: number;
  offset: number;
}

/** The properties of a user that a list shows. */
export interface FoundUser {
  sub: string;
  active: boolean;
  preferredUsername: string;
  name: string | null;
  email: string | null;
  picture: string | null;
  identityProvider: string;
  /** RFC 3339; null if the user has not signed in. */
  lastSignInAt: string | null;
  /** The types of the user's credentials. Of recovery codes one must be unused. */
  credentials: ('Passkey' | 'Totp' | 'RecoveryCodes')[];
  /** RFC 3339, until when no code of the authenticator app is checked; null if codes are checked. */
  totpLockedUntil: string | null;
}

export interface UserPage {
  users: FoundUser[];
  /** The total number; for a search with more than MAX_EXACT_COUNT matches, a lower bound. */
  total: number;
  /** Whether another page follows. */
  more: boolean;
}

type FoundPage = Pick<UserPage, 'users' | 'total'>;

/** If the first term matches many users, the search uses more terms. */
const MAX_EXACT_COUNT = 1_000;

/** The number of the domain's users, of one identity provider if given, and the last block. */
const COUNT_USERS = `
  SELECT coalesce(sum(users) FILTER (WHERE $2::text IS NULL OR identity_provider = $2), 0)::integer AS total, ${LAST_SEARCH_BLOCK} AS "lastBlock"
  FROM user_count WHERE domain_id = $1`;

const toText = (time: string) => `to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const CREDENTIALS = `
  array_remove(ARRAY[
    CASE WHEN EXISTS (SELECT FROM passkey WHERE domain_id = $1 AND sub = u.sub) THEN 'Passkey' END,
    CASE WHEN totp.secret IS NOT NULL THEN 'Totp' END,
    CASE WHEN EXISTS (SELECT FROM recovery_code WHERE domain_id = $1 AND sub = u.sub AND used_at IS NULL) THEN 'RecoveryCodes' END], NULL)`;

/** The users of a page, given their sorted subs. Only their rows are fetched. */
const USERS = `
  (SELECT coalesce(json_agg(json_build_object(
    'sub', ${selectSub('u')}, 'active', u.active, 'preferredUsername', u.attributes ->> 'preferred_username', 'name', u.attributes ->> 'name',
    'email', u.attributes ->> 'email', 'picture', u.attributes ->> 'picture', 'identityProvider', u.identity_provider,
    'lastSignInAt', ${toText('u.last_sign_in_at')}, 'credentials', ${CREDENTIALS},
    'totpLockedUntil', CASE WHEN totp.locked_until > now() THEN ${toText('totp.locked_until')} END) ORDER BY page.place), '[]')
  FROM page JOIN end_user AS u ON u.domain_id = $1 AND u.sub = page.sub
  LEFT JOIN totp ON totp.domain_id = $1 AND totp.sub = page.sub) AS users`;

const TERMS = 'end_user_terms(domain_id, block, identity_provider, search_text)';

/** Statements are not prepared, because the planner needs the values. */
@Injectable()
export class UserSearchRepository {
  constructor(private readonly database: Database) {}

  /** A page of a domain's users, in order of creation. */
  async search(domainId: string, query: UserQuery): Promise<UserPage> {
    const { search, identityProvider, attributes, limit } = query;
    const compared = [identityProvider ?? '', ...Object.entries(attributes).flat()];
    if (compared.some(isUnstorable)) return { users: [], total: 0, more: false };
    const census = await this.census(domainId, identityProvider);
    // One more than the page shows whether another page follows.
    const wanted = { ...query, limit: limit + 1 };
    const isSearch = search || Object.keys(attributes).length > 0;
    const found = isSearch
      ? await this.listMatching(domainId, wanted, census.lastBlock)
      : await this.listAll(domainId, wanted, census.total);
    return { users: found.users.slice(0, limit), total: found.total, more: found.users.length > limit };
  }

  private async census(domainId: string, identityProvider: string | null): Promise<{ total: number; lastBlock: number }> {
    const [row]: { total: number; lastBlock: number }[] = await this.database.manager.query(COUNT_USERS, [domainId, identityProvider]);
    return row!;
  }

  private async listAll(domainId: string, { identityProvider, limit, offset }: UserQuery, total: number): Promise<FoundPage> {
    if (offset >= total) return { users: [], total };
    const condition = identityProvider === null ? '' : 'AND identity_provider = $4';
    const [row]: Pick<FoundPage, 'users'>[] = await this.database.manager.query(
      `WITH listed AS MATERIALIZED (
         SELECT block, created_at, sub FROM end_user WHERE domain_id = $1 ${condition} ORDER BY block, created_at, sub LIMIT $2 OFFSET $3),
       page AS (SELECT sub, row_number() OVER (ORDER BY block, created_at, sub) AS place FROM listed)
       SELECT ${USERS}`,
      [domainId, limit, offset, ...(identityProvider === null ? [] : [identityProvider])],
    );
    return { users: row!.users, total };
  }

  private async listMatching(domainId: string, query: UserQuery, lastBlock: number): Promise<FoundPage> {
    const part = query.search ? buildSearchPattern(query.search) : null;
    if (query.search && !part) return { users: [], total: 0 };
    const { limit, offset } = query;
    const { sql, values } = buildMatch(part, query);
    const [row]: FoundPage[] = await this.database.manager.query(buildMatchingStatement(sql), [
      domainId,
      limit,
      offset,
      lastBlock,
      ...values,
    ]);
    return row!;
  }
}

/**
 * The condition of a match in the block `found.last + 1`. A condition for each term, where one for all would suffice, lets the index skip to
 * the next common entry.
 *
 * @param part null if only attributes are searched
 */
function buildMatch(part: SearchPattern | null, { identityProvider, attributes }: UserQuery): { sql: string; values: string[] } {
  const ofAttributes = (first: number) => buildIndexedConditions(attributes, first, { domain: '$1::uuid', block: 'found.last + 1' });
  if (!part) {
    const { sql, values } = ofAttributes(6);
    return { sql: `($5::text IS NULL OR identity_provider = $5) ${sql}`, values: [identityProvider as string, ...values] };
  }
  const terms = [...part.terms, ...(identityProvider === null ? [] : [`provider:${identityProvider}`])];
  const conditions = terms.map((_term, n) => `AND ${TERMS} @> ARRAY[$${n + 6}]`);
  const { sql, values } = ofAttributes(6 + terms.length);
  return {
    sql: `${TERMS} @> ARRAY[$1::uuid || '/' || found.last + 1] ${conditions.join(' ')} AND search_text LIKE $5 ${sql}`,
    values: [part.pattern, ...terms, ...values],
  };
}

/** Goes through the blocks in turn until there are enough matches. */
function buildMatchingStatement(match: string): string {
  const wanted = `greatest(${MAX_EXACT_COUNT}, $2::bigint + $3::bigint)`;
  return `
    WITH RECURSIVE found AS (
      SELECT -1 AS last, ARRAY[]::uuid[] AS subs, 0 AS total
      UNION ALL
      SELECT found.last + 1, matches.subs, found.total + cardinality(matches.subs) FROM found CROSS JOIN LATERAL (
        SELECT coalesce(array_agg(sub ORDER BY created_at, sub), '{}') AS subs FROM (
          SELECT sub, created_at FROM end_user WHERE ${match} ORDER BY created_at, sub LIMIT ${wanted}) AS first) AS matches
      WHERE found.last < $4::integer AND found.total < ${wanted}),
    listed AS (
      SELECT sub, last, place FROM found CROSS JOIN LATERAL unnest(subs) WITH ORDINALITY AS match (sub, place)
      ORDER BY last, place LIMIT $2 OFFSET $3),
    page AS (SELECT sub, row_number() OVER (ORDER BY last, place) AS place FROM listed)
    SELECT (SELECT max(total) FROM found) AS total, ${USERS}`;
}
