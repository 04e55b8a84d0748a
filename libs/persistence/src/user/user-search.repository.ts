import { Injectable } from '@nestjs/common';
import { Database } from '../database.js';
import type { User } from './user.entity.js';
import { beginningWith, containing } from './username.js';

export interface UserQuery {
  /** A part of the username or email address. */
  search: string | null;
  /** Exactly this provider. */
  identityProvider: string | null;
  limit: number;
  offset: number;
}

/** What the list shows of a user. */
export type FoundUser = Pick<User, 'sub' | 'active' | 'identityProvider' | 'attributes'>;

export interface UserPage {
  users: FoundUser[];
  /** How many there are in all, counted up to MOST_COUNTED where something is looked for. */
  total: number;
}

/** Matches that are found and counted: whoever looks for something that more users have looks more closely. */
const MOST_COUNTED = 10_000;
/** Users, oldest first, that a search too short for the index looks through. */
const MOST_SCANNED = 50_000;
/** The index knows no shorter parts. */
const TRIGRAM = 3;

const PROVIDER = '($2::text IS NULL OR identity_provider = $2)';
const PAGE = `
  SELECT u.sub, u.active, u.identity_provider AS "identityProvider", u.attributes
  FROM page JOIN end_user AS u ON u.domain_id = $1 AND u.sub = page.sub ORDER BY page.created_at, page.sub`;

@Injectable()
export class UserSearchRepository {
  constructor(private readonly database: Database) {}

  /** A page of a domain's users, oldest first. */
  async search(domainId: string, query: UserQuery): Promise<UserPage> {
    return query.search === null || query.search === '' ? this.all(domainId, query) : this.matching(domainId, query, query.search);
  }

  private async all(domainId: string, { identityProvider, limit, offset }: UserQuery): Promise<UserPage> {
    const condition = identityProvider === null ? '$2::text IS NULL' : 'identity_provider = $2';
    const users = await this.database.named<FoundUser>(
      {
        name: `users-${identityProvider === null ? 'all' : 'of-provider'}`,
        // The page is found in the index alone, and only its rows are fetched.
        text: `WITH page AS MATERIALIZED (SELECT sub, created_at FROM end_user WHERE domain_id = $1 AND ${condition}
                 ORDER BY created_at, sub LIMIT $3 OFFSET $4) ${PAGE}`,
      },
      [domainId, identityProvider, limit, offset],
    );
    return {
      users,
      total: identityProvider === null ? await this.count(domainId) : await this.countOfProvider(domainId, identityProvider),
    };
  }

  private async matching(domainId: string, { identityProvider, limit, offset }: UserQuery, search: string): Promise<UserPage> {
    const long = Array.from(search).length >= TRIGRAM;
    const matched = long ? MATCHED_BY_INDEX : MATCHED_BY_SCAN;
    const rows = await this.database.named<FoundUser & { total: number }>(
      {
        name: `users-${long ? 'matching' : 'matching-briefly'}`,
        text: `WITH ${matched}, page AS MATERIALIZED (SELECT sub, created_at FROM matched ORDER BY created_at, sub LIMIT $4 OFFSET $5),
               counted AS (SELECT count(*)::integer AS total FROM matched)
               SELECT found.*, counted.total FROM counted LEFT JOIN (${PAGE}) AS found ON true`,
      },
      [domainId, identityProvider, containing(search), limit, offset, ...(long ? [] : [beginningWith(search)])],
    );
    const users = rows.filter(({ sub }) => sub !== null).map(({ total: _total, ...user }) => user);
    return { users, total: rows[0]?.total ?? 0 };
  }

  private async count(domainId: string): Promise<number> {
    const text = 'SELECT coalesce(sum(users), 0)::integer AS total FROM user_count WHERE domain_id = $1';
    const [row] = await this.database.named<{ total: number }>({ name: 'users-count', text }, [domainId]);
    return row?.total ?? 0;
  }

  private async countOfProvider(domainId: string, identityProvider: string): Promise<number> {
    const text = `SELECT count(*)::integer AS total FROM
      (SELECT FROM end_user WHERE domain_id = $1 AND identity_provider = $2 LIMIT ${MOST_COUNTED}) AS some`;
    const [row] = await this.database.named<{ total: number }>({ name: 'users-count-of-provider', text }, [domainId, identityProvider]);
    return row?.total ?? 0;
  }
}

/** Without MATERIALIZED the planner walks the users in order, hoping to meet matches early: a late one then costs a second. */
const MATCHED_BY_INDEX = `
  matched AS MATERIALIZED (
    SELECT sub, created_at FROM end_user WHERE domain_id = $1 AND ${PROVIDER} AND search_text LIKE $3 LIMIT ${MOST_COUNTED})`;

const MATCHED_BY_SCAN = `
  scanned AS MATERIALIZED (
    SELECT sub, created_at, identity_provider, search_text FROM end_user WHERE domain_id = $1 ORDER BY created_at, sub LIMIT ${MOST_SCANNED}),
  matched AS MATERIALIZED (
    SELECT sub, created_at FROM scanned WHERE ${PROVIDER} AND search_text LIKE $3
    UNION
    (SELECT sub, created_at FROM end_user WHERE domain_id = $1 AND ${PROVIDER} AND username_key LIKE $6 LIMIT ${MOST_COUNTED}))`;
