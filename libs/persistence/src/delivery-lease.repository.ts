import type { Database } from './connection/database.js';

/** What is delivered to: a webhook, or a stream that pushes. */
export interface DeliveryTargetKey {
  domainId: string;
  id: string;
}

/** @property leases that have begun, without the one that is due */
export type DueTarget = DeliveryTargetKey & { leases: number };

/** A target that one worker delivers to, until it ends the lease or the lease expires. */
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
}

/** The rows of targets. These texts are not user input. */
export interface DeliveryTargetTable {
  /** With the columns `failures`, `failing_since`, `next_attempt_at`, `leases` and `leased_until`. */
  name: string;
  /** A condition on a row: something is pending. */
  hasPending: string;
  /** A condition on a row: something may be sent. */
  isActive: string;
  /** What a lease returns of a row and its domain, beside the key and `lease`. */
  leasedColumns: string;
}

/** Longer than a worker delivers under one lease. */
const LEASE = `interval '30 seconds'`;
/** From 5 seconds to 6 hours, and up to half as long again at random. */
const RETRY_DELAY = 'make_interval(secs => least(21600, 5 * 2 ^ least(failures, 20)) * (1 + random() / 2))';
const IS_FREE = '(leased_until IS NULL OR leased_until <= now())';

/** Who delivers to which target, and how that ends. All times are the database's. */
export abstract class DeliveryLeaseRepository<Leased extends LeasedTarget> {
  protected constructor(
    protected readonly database: Database,
    private readonly table: DeliveryTargetTable,
  ) {}

  /**
   * Targets with a due delivery and no worker: the most overdue of each domain, then the second of each. Those that fail are listed apart: they
   * share few workers, so that those that do not answer keep none from the others.
   */
  listDue({ isFailing, limit }: { isFailing: boolean; limit: number }): Promise<DueTarget[]> {
    return this.database.manager.query(
      `SELECT domain_id AS "domainId", id, leases FROM (
         SELECT *, row_number() OVER (PARTITION BY domain_id ORDER BY next_attempt_at) AS turn FROM ${this.table.name}
         WHERE next_attempt_at <= now() AND ${IS_FREE} AND (failures > 0) = $1) AS due
       ORDER BY turn, next_attempt_at LIMIT $2`,
      [isFailing, limit],
    );
  }

  /** The number of failing targets that workers deliver to now. */
  async countLeasedFailing(): Promise<number> {
    const [row]: { targets: number }[] = await this.database.manager.query(
      `SELECT count(*)::integer AS targets FROM ${this.table.name} WHERE next_attempt_at <= now() AND failures > 0 AND leased_until > now()`,
    );
    return row!.targets;
  }

  /** Leases the target to one caller. @returns null if there is nothing to deliver now, or another worker does it */
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

  /** Ends the lease of a locked target. If more is pending, it is due. */
  async end({ domainId, id }: DeliveryTargetKey): Promise<void> {
    const { name, hasPending } = this.table;
    await this.database.manager.query(
      `UPDATE ${name} SET leased_until = NULL, next_attempt_at = CASE WHEN ${hasPending} THEN now() END WHERE domain_id = $1 AND id = $2`,
      [domainId, id],
    );
  }

  /** Ends the lease of a locked target after a failure: the next attempt waits twice as long as the one before. */
  async endFailed({ domainId, id }: DeliveryTargetKey): Promise<void> {
    await this.database.manager.query(
      `UPDATE ${this.table.name} SET leased_until = NULL, failures = failures + 1, failing_since = coalesce(failing_since, now()),
         next_attempt_at = now() + ${RETRY_DELAY} WHERE domain_id = $1 AND id = $2`,
      [domainId, id],
    );
  }

  /** For how many seconds the target that has waited longest has been due, without those that fail; 0 if none is. */
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
