import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';

/** @property begunAt in the database's text form, which is more precise than a Date */
export interface DnsAttemptKey {
  owner: string;
  begunAt: string;
}

export interface BegunDnsAttempt extends DnsAttemptKey {
  /** The name of the domain. */
  name: string;
}

/** An attempt that is due for a check. */
export interface DueDnsAttempt extends BegunDnsAttempt {
  /** Whether its domain has been deleted, or is being. */
  isOrphaned: boolean;
  /** Whether it started so long ago that it can no longer take effect. */
  isLast: boolean;
}

/**
 * How long after its start a change can take effect. The change of a killed worker takes effect immediately or never; a server that
 * received the whole operation and did not answer can apply it much later.
 */
const FOLLOW_UP_DELAY = `CASE WHEN attempt.is_unanswered THEN interval '1 hour' ELSE interval '20 seconds' END`;
/** A last check that fails is repeated, and counts as failed after this time. */
const OVERDUE_AFTER = `interval '10 minutes'`;
/** The next check: each pause is half of the time before it, and one check is at the very end. */
const NEXT_CHECK = `
  CASE WHEN attempt.begun_at <= now() - ${FOLLOW_UP_DELAY} THEN now() + interval '1 minute'
       ELSE least(now() + greatest((now() - attempt.begun_at) / 2, interval '5 seconds'), attempt.begun_at + ${FOLLOW_UP_DELAY}) END`;

/** DNS changes with an unknown outcome (see DnsAttempt). All times are the database's. */
@Injectable()
export class DnsAttemptRepository {
  constructor(private readonly database: Database) {}

  /** Ends an attempt whose outcome is known, or no longer matters. */
  async end({ owner, begunAt }: DnsAttemptKey): Promise<void> {
    await this.database.manager.query('DELETE FROM dns_attempt WHERE owner = $1 AND begun_at = $2', [owner, begunAt]);
  }

  /** Keeps the attempt longer because no server answered, even if its time was over. */
  async markUnanswered({ owner, begunAt, name }: BegunDnsAttempt): Promise<void> {
    await this.database.manager.query(
      `INSERT INTO dns_attempt (owner, begun_at, name, is_unanswered, next_look_at) VALUES ($1, $2, $3, true, now())
       ON CONFLICT ON CONSTRAINT dns_attempt_pk DO UPDATE SET is_unanswered = true`,
      [owner, begunAt, name],
    );
  }

  /** Leases the attempts that are due for a check, each to one of concurrent callers. If the caller dies, they are due again later. */
  async leaseDue(limit: number): Promise<DueDnsAttempt[]> {
    // control: the outcome of a DNS attempt is looked at by one worker
    const [rows]: [DueDnsAttempt[], number] = await this.database.manager.query(
      `WITH due AS (SELECT owner, begun_at FROM dns_attempt WHERE next_look_at <= now() ORDER BY next_look_at LIMIT $1 FOR UPDATE SKIP LOCKED)
       UPDATE dns_attempt AS attempt SET next_look_at = ${NEXT_CHECK}
       FROM due WHERE attempt.owner = due.owner AND attempt.begun_at = due.begun_at
       RETURNING attempt.owner, attempt.begun_at::text AS "begunAt", attempt.name, attempt.begun_at <= now() - ${FOLLOW_UP_DELAY} AS "isLast",
         NOT EXISTS (SELECT FROM domain WHERE id = attempt.owner AND status <> 'deleting') AS "isOrphaned"`,
      [limit],
    );
    return rows;
  }

  /** The number of attempts that should be over but could not be checked. */
  async countOverdue(): Promise<number> {
    const [row]: { attempts: number }[] = await this.database.manager.query(
      `SELECT count(*)::integer AS attempts FROM dns_attempt AS attempt WHERE begun_at < now() - ${FOLLOW_UP_DELAY} - ${OVERDUE_AFTER}`,
    );
    return row!.attempts;
  }
}
