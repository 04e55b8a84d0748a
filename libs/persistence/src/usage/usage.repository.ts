import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { workForRows } from '../domain-failures.js';
import type { UsageKind } from './usage-count.entity.js';
import { userIdOf } from '../user-id.js';

/** The counts since the last write. */
export interface UsageIncrement {
  domainId: string;
  kind: Exclude<UsageKind, 'active_user'>;
  /** The id of the client, or the method. */
  subject: string;
  count: number;
}

export interface ActiveUser {
  domainId: string;
  sub: string;
}

/** The usage of a domain on one day. */
export interface DailyUsage {
  /** `2026-11-25`, in UTC. */
  date: string;
  /** Access tokens by client id. */
  tokens: Record<string, number>;
  /** Successful sign-ins by method. */
  signIns: Record<string, number>;
  activeUsers: number;
}

/** Adds to the counts of other processes. */
const ADD_COUNT = `ON CONFLICT (domain_id, day, kind, subject) DO UPDATE SET count = usage_count.count + EXCLUDED.count`;

/**
 * Sorted to prevent deadlocks between processes. A domain that is being deleted is skipped; otherwise its foreign key would fail the whole
 * statement.
 */
const ADD_INCREMENTS = {
  name: 'add-usage',
  text: `
    WITH kept AS MATERIALIZED (
      SELECT id FROM domain WHERE id = ANY ($2::uuid[]) AND status <> 'deleting' ORDER BY id FOR KEY SHARE
    )
    INSERT INTO usage_count (domain_id, day, kind, subject, count)
    SELECT added.domain_id, $1::date, added.kind, added.subject, added.count
    FROM unnest($2::uuid[], $3::text[], $4::text[], $5::bigint[]) AS added (domain_id, kind, subject, count)
      JOIN kept ON kept.id = added.domain_id
    ORDER BY added.domain_id, added.kind, added.subject
    ${ADD_COUNT}`,
};

/** Counts each user once a day, even if several processes report the user. Deleted users are skipped. */
const ADD_ACTIVE_USERS = {
  name: 'add-active-users',
  text: `
    WITH known AS MATERIALIZED (
      SELECT domain_id, sub FROM unnest($2::uuid[], $3::uuid[]) AS seen (domain_id, sub) JOIN end_user USING (domain_id, sub)
      ORDER BY domain_id, sub FOR KEY SHARE OF end_user
    ), active AS (
      INSERT INTO user_activity (domain_id, sub, last_active_on) SELECT domain_id, sub, $1::date FROM known ORDER BY domain_id, sub
      ON CONFLICT (domain_id, sub) DO UPDATE SET last_active_on = EXCLUDED.last_active_on
        WHERE user_activity.last_active_on < EXCLUDED.last_active_on
      RETURNING domain_id
    )
    INSERT INTO usage_count (domain_id, day, kind, subject, count)
    SELECT domain_id, $1::date, 'active_user', '', count(*) FROM active GROUP BY domain_id ORDER BY domain_id
    ${ADD_COUNT}`,
};

const LIST_DAYS = `
  SELECT day::text AS date,
         coalesce(jsonb_object_agg(subject, count) FILTER (WHERE kind = 'token'), '{}') AS tokens,
         coalesce(jsonb_object_agg(subject, count) FILTER (WHERE kind = 'sign_in'), '{}') AS "signIns",
         coalesce(sum(count) FILTER (WHERE kind = 'active_user'), 0)::float8 AS "activeUsers"
  FROM usage_count WHERE domain_id = $1 AND day = ANY ($2::date[]) GROUP BY day ORDER BY day`;

const LIST_DATES = `
  SELECT DISTINCT day::text AS date FROM usage_count WHERE domain_id = $1 AND day BETWEEN $2::date AND $3::date ORDER BY date`;

/** The usage of domains, summed up by day. */
@Injectable()
export class UsageRepository {
  constructor(private readonly database: Database) {}

  /**
   * @param day `2026-11-25` @param increments at most one for each subject
   * @throws DomainFailuresError after those of the other domains were added
   */
  addIncrements(day: string, increments: readonly UsageIncrement[]): Promise<void> {
    return workForRows(this.database, increments, (rows) =>
      this.database.queryPrepared(ADD_INCREMENTS, [
        day,
        rows.map(({ domainId }) => domainId),
        rows.map(({ kind }) => kind),
        rows.map(({ subject }) => subject),
        rows.map(({ count }) => count),
      ]),
    );
  }

  /**
   * @param day `2026-11-25` @param users each at most once
   * @throws DomainFailuresError after those of the other domains were added
   */
  addActiveUsers(day: string, users: readonly ActiveUser[]): Promise<void> {
    return workForRows(this.database, users, (rows) =>
      this.database.queryPrepared(ADD_ACTIVE_USERS, [
        day,
        rows.map(({ domainId }) => domainId),
        rows.map(({ domainId, sub }) => userIdOf(domainId, sub)),
      ]),
    );
  }

  /** The days with any usage from `from` to `to`, both inclusive, oldest first. */
  async listDates(domainId: string, { from, to }: { from: string; to: string }): Promise<string[]> {
    const rows: { date: string }[] = await this.database.manager.query(LIST_DATES, [domainId, from, to]);
    return rows.map(({ date }) => date);
  }

  /** The usage on some days, oldest first. */
  list(domainId: string, dates: readonly string[]): Promise<DailyUsage[]> {
    return this.database.manager.query(LIST_DAYS, [domainId, dates]);
  }
}
