import type { Database } from './connection/database.js';

/** The target of a delivery: a webhook, or a push stream. */
export interface DeliveryTargetKey {
  domainId: string;
  id: string;
}

/** @property leases that have started, without the one that is due */
export type DueTarget = DeliveryTargetKey & { leases: number };

/** A target that one worker serves until it ends the lease or the lease expires. */
export type LeasedTarget = DeliveryTargetKey & {
  /** The number of this lease. */
  lease: number;
};

/** How an attempt ended. */
export interface DeliveryAttempt {
  /** Null without an answer. */
  responseStatus: number | null;
  durationMs: number;
  /** Null if it succeeded. */
  error: string | null;
  /** Seconds that the receiver asks to wait; null if it does not ask. */
  retryAfter: number | null;
}

/** The table of targets. These texts are not user input. */
export interface DeliveryTargetTable {
  /** With the columns `failures`, `failing_since`, `next_attempt_at`, `leases` and `leased_until`. */
  name: string;
  /** A condition on a row: something is pending. */
  hasPending: string;
  /** A condition on a row: something may be sent. */
  isActive: string;
  /** The columns of a row and its domain that a lease returns, in addition to the key and `lease`. */
  leasedColumns: string;
}

/** The worker renews the lease. It limits how long a dead worker keeps others from the target. */
const LEASE = `interval '5 seconds'`;
/** From half a second to 6 hours, plus a random part of up to half; not before the receiver permits it ($3, in seconds). */
const RETRY_DELAY = 'make_interval(secs => greatest($3, least(21600, 0.5 * 2 ^ least(failures, 20)) * (1 + random() / 2)))';
/**
 * The number of consecutive failures after which a target counts as failing. A receiver that fails occasionally is served like any other.
 */
const FAILING_AFTER = 4;
const IS_FREE = '(leased_until IS NULL OR leased_until <= now())';

/** Determines which worker serves which target, and how that ends. All times are the database's. */
export abstract class DeliveryLeaseRepository<Leased extends LeasedTarget> {
  protected constructor(
    protected readonly database: Database,
    private readonly table: DeliveryTargetTable,
  ) {}

  /**
   * Targets with a due delivery and no worker: the most overdue of each domain, then the second of each. Failing targets are listed
   * separately: they share few workers, so that unresponsive ones do not block the others.
   */
  listDue({ isFailing, limit }: { isFailing: boolean; limit: number }): Promise<DueTarget[]> {
    return this.database.manager.query(
      `SELECT domain_id AS "domainId", id, leases FROM (
         SELECT *, row_number() OVER (PARTITION BY domain_id ORDER BY next_attempt_at) AS turn FROM ${this.table.name}
         WHERE next_attempt_at <= now() AND ${IS_FREE} AND (failures >= ${FAILING_AFTER}) = $1) AS due
       ORDER BY turn, next_attempt_at LIMIT $2`,
      [isFailing, limit],
    );
  }

  /** The number of failing targets that workers currently serve. */
  async countLeasedFailing(): Promise<number> {
    const [row]: { targets: number }[] = await this.database.manager.query(
      `SELECT count(*)::integer AS targets FROM ${this.table.name} WHERE next_attempt_at <= now() AND failures >= ${FAILING_AFTER} AND leased_until > now()`,
    );
    return row!.targets;
  }

  /** Leases the target to one caller. @returns null if nothing is due, or another worker has the lease */
  async lease({ domainId, id }: DeliveryTargetKey): Promise<Leased | null> {
    const { name, isActive, leasedColumns } = this.table;
    const [rows]: [Leased[], number] = await this.database.manager.query(
      `UPDATE ${name} SET leases = leases + 1, leased_until = now() + ${LEASE}
       FROM domain
       WHERE ${name}.domain_id = $1 AND ${name}.id = $2 AND ${isActive} AND next_attempt_at <= now() AND ${IS_FREE}
         AND domain.id = ${name}.domain_id AND domain.status <> 'deleting'
       RETURNING ${name}.domain_id AS "domainId", ${name}.id, leases AS lease, domain.name AS domain, ${leasedColumns}`,
      [domainId, id],
    );
    return rows[0] ?? null;
  }

  /** Locks the target until the transaction ends. @returns whether the lease still holds */
  async lock({ domainId, id, lease }: LeasedTarget): Promise<boolean> {
    // control: the end of a delivery is stored by the worker that has the lease
    const rows: unknown[] = await this.database.manager.query(
      `SELECT FROM ${this.table.name} WHERE domain_id = $1 AND id = $2 AND leases = $3 FOR NO KEY UPDATE`,
      [domainId, id, lease],
    );
    return rows.length === 1;
  }

  /** Ends a lease without a failure, unless it is lost. */
  async release(target: LeasedTarget): Promise<void> {
    await this.database.transaction(async () => {
      if (await this.lock(target)) await this.end(target);
    });
  }

  /** Ends the lease of a locked target. A target with pending items is due immediately. */
  async end({ domainId, id }: DeliveryTargetKey): Promise<void> {
    const { name, hasPending } = this.table;
    await this.database.manager.query(
      `UPDATE ${name} SET leased_until = NULL, next_attempt_at = CASE WHEN ${hasPending} THEN now() END WHERE domain_id = $1 AND id = $2`,
      [domainId, id],
    );
  }

  /** Renews leases that have neither ended nor been lost. Skips a locked row, which the next renewal reaches. */
  async renew(targets: readonly LeasedTarget[]): Promise<void> {
    const { name } = this.table;
    await this.database.manager.query(
      `WITH held AS (
         SELECT target.domain_id, target.id FROM unnest($1::uuid[], $2::uuid[], $3::integer[]) AS leased (domain_id, id, lease)
         JOIN ${name} AS target ON target.domain_id = leased.domain_id AND target.id = leased.id AND leases = lease AND leased_until IS NOT NULL
         ORDER BY target.domain_id, target.id FOR NO KEY UPDATE OF target SKIP LOCKED)
       UPDATE ${name} SET leased_until = now() + ${LEASE} FROM held WHERE ${name}.domain_id = held.domain_id AND ${name}.id = held.id`,
      [targets.map(({ domainId }) => domainId), targets.map(({ id }) => id), targets.map(({ lease }) => lease)],
    );
  }

  /**
   * Ends the lease of a locked target after a failure. The next attempt waits twice as long as the previous one.
   *
   * @param retryAfter seconds that the receiver asks to wait
   *
   * @returns seconds until the next attempt
   */
  async endFailed({ domainId, id }: DeliveryTargetKey, retryAfter: number | null): Promise<number> {
    const [rows]: [{ seconds: number }[], number] = await this.database.manager.query(
      `UPDATE ${this.table.name} SET leased_until = NULL, failures = failures + 1, failing_since = coalesce(failing_since, now()),
         next_attempt_at = now() + ${RETRY_DELAY} WHERE domain_id = $1 AND id = $2
       RETURNING extract(epoch FROM next_attempt_at - now())::float8 AS seconds`,
      [domainId, id, retryAfter ?? 0],
    );
    return rows[0]!.seconds;
  }

  /** How many seconds the longest waiting target has been due, without failing ones; 0 if none is. */
  async oldestDueSeconds(): Promise<number> {
    const [row]: { seconds: number }[] = await this.database.manager.query(
      `SELECT extract(epoch FROM now() - next_attempt_at)::float8 AS seconds FROM ${this.table.name} AS target
       JOIN domain ON domain.id = target.domain_id
       WHERE next_attempt_at <= now() AND ${IS_FREE} AND failures = 0 AND domain.status <> 'deleting'
       ORDER BY next_attempt_at LIMIT 1`,
    );
    return row?.seconds ?? 0;
  }
}
