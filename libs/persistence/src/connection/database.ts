import { setTimeout as delay } from 'node:timers/promises';
import type { Pool, QueryConfig, QueryResultRow } from 'pg';
import type { DataSource, EntityManager, EntityTarget } from 'typeorm';
import { getQueryTimeoutMs } from './data-source.js';
import { isTransactionConflict, isDatabaseOutage, isRetryable } from './database-error.js';
import { hasEveryMigration } from './has-every-migration.js';
import { findTransaction, runInTransaction } from './open-transaction.js';
import { type ResilientPool } from './resilient-pool.js';
import { withTimeout } from './with-timeout.js';

/** Milliseconds that an answer may take beyond its statement's limit. */
const ANSWER_GRACE_MS = 300;

/** The pause before a transaction is retried. It is at least as long as a busy machine takes to wake up a process. */
const MIN_RETRY_DELAY_MS = 50;
const MAX_RETRY_DELAY_MS = 150;

/** A setting that ends with the transaction. */
const DISABLE_TRIGGERS = 'SET LOCAL session_replication_role = replica';

/** A statement that PostgreSQL plans once per connection, for hot paths. */
export interface PreparedStatement {
  name: string;
  text: string;
}

/** Options for a statement of a job. */
export interface StatementOptions {
  /** Its time limit. */
  timeoutMs: number;
  /** Whether to skip triggers, including those of foreign keys: see `canSkipTriggers`. */
  skipTriggers?: boolean;
}

/** Access to PostgreSQL: one transaction per unit of work, and prepared statements outside of it. */
export class Database {
  private readonly columns = new Map<EntityTarget<object>, string>();

  /** Milliseconds. */
  private readonly queryTimeoutMs: number;

  /** @param getTraceparent returns the `traceparent` of the current work, which stored work continues later */
  constructor(
    private readonly source: DataSource,
    readonly getTraceparent: () => string | null = () => null,
  ) {
    this.queryTimeoutMs = getQueryTimeoutMs(source);
  }

  /** The current transaction, otherwise the pool. */
  get manager(): EntityManager {
    return findTransaction(this) ?? this.source.manager;
  }

  /**
   * Runs the work in one transaction: all of it, or nothing if it throws. Within a transaction it joins that one.
   *
   * @param work is repeated once after a deadlock or a serialization failure, so it must change nothing except the database
   */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    if (findTransaction(this)) return work();
    try {
      return await this.runInNewTransaction(work);
    } catch (error) {
      if (!isRetryable(error)) throw error;
      // Without a pause, the victim of a deadlock could take its first lock again before the other transaction wakes up.
      await delay(MIN_RETRY_DELAY_MS + Math.random() * (MAX_RETRY_DELAY_MS - MIN_RETRY_DELAY_MS));
      return this.runInNewTransaction(work);
    }
  }

  /** Reads in one transaction, in which every statement sees the same state. */
  readSnapshot<T>(work: () => Promise<T>): Promise<T> {
    return this.transaction(async () => {
      await this.manager.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
      return work();
    });
  }

  /** Runs a prepared statement on a connection of the pool, outside any transaction. */
  async queryPrepared<Row extends QueryResultRow>(statement: PreparedStatement, values: unknown[]): Promise<Row[]> {
    const { rows } = await withTimeout(this.queryTimeoutMs, this.pool.query<Row>({ ...statement, values }));
    return rows;
  }

  /** Runs a statement in the current transaction, otherwise as a prepared statement on a connection of the pool. */
  async query<Row extends QueryResultRow>(statement: PreparedStatement, values: unknown[]): Promise<Row[]> {
    const transaction = findTransaction(this);
    if (!transaction) return this.queryPrepared(statement, values);
    const { records } = await transaction.queryRunner!.query(statement.text, values, true);
    return records as Row[];
  }

  /** The columns of an entity under the names of its properties, for a SELECT whose rows look like entities. */
  listColumns(entity: EntityTarget<object>): string {
    let columns = this.columns.get(entity);
    if (columns === undefined) {
      columns = this.source
        .getMetadata(entity)
        .columns.map(({ databaseName, propertyName }) => `${databaseName} AS "${propertyName}"`)
        .join();
      this.columns.set(entity, columns);
    }
    return columns;
  }

  /** Runs a statement of a job, alone in its transaction, with a time limit beyond those of requests. */
  async runLongStatement<Row extends QueryResultRow>(options: StatementOptions, text: string, values: unknown[]): Promise<Row[]> {
    const { timeoutMs: milliseconds, skipTriggers: withoutTriggers = false } = options;
    const client = await this.pool.connect();
    try {
      await client.query(`BEGIN; SET LOCAL statement_timeout = ${milliseconds}; ${withoutTriggers ? DISABLE_TRIGGERS : ''}`);
      const { rows } = await client.query<Row>({ text, values, query_timeout: milliseconds + ANSWER_GRACE_MS } as QueryConfig);
      await client.query('COMMIT');
      client.release();
      return rows;
    } catch (error) {
      // Ends its transaction in any state.
      client.release(true);
      throw error;
    }
  }

  /** Whether the server lets this user disable triggers: superusers, and since PostgreSQL 15 users with the privilege. */
  async canSkipTriggers(): Promise<boolean> {
    const [user]: [{ isSuper: boolean; isNew: boolean }] = await this.manager.query(
      `SELECT current_setting('is_superuser')::boolean AS "isSuper", current_setting('server_version_num')::integer >= 150000 AS "isNew"`,
    );
    if (user.isSuper || !user.isNew) return user.isSuper;
    const [{ granted }]: [{ granted: boolean }] = await this.manager.query(
      `SELECT has_parameter_privilege('session_replication_role', 'SET') AS granted`,
    );
    return granted;
  }

  /** The pool for the rate-limit library. */
  getRateLimitStore(): Pool {
    return this.pool;
  }

  /** The numbers of open, idle and waiting connections. */
  getPoolUsage(): { total: number; idle: number; waiting: number } {
    const { totalCount, idleCount, waitingCount } = this.pool;
    return { total: totalCount, idle: idleCount, waiting: waitingCount };
  }

  /** Whether more statements wait for a connection than there are connections. */
  get hasBacklog(): boolean {
    return this.pool.waitingCount > this.pool.totalCount;
  }

  /** Whether the circuit breaker is open, so that statements fail immediately. */
  get isCircuitOpen(): boolean {
    return this.pool.isCircuitOpen;
  }

  /** Whether the database answers and every migration of this release has been applied to it. */
  async isReady(): Promise<boolean> {
    try {
      return await withTimeout(this.queryTimeoutMs, hasEveryMigration(this.source));
    } catch {
      return false;
    }
  }

  private async runInNewTransaction<T>(work: () => Promise<T>): Promise<T> {
    const runner = this.source.createQueryRunner();
    try {
      await runner.startTransaction();
      const result = await runInTransaction({ owner: this, manager: runner.manager }, work);
      await runner.commitTransaction();
      return result;
    } catch (error) {
      // If the server does not answer, waiting for the end of the transaction is pointless: it ends with the connection.
      if (isTransactionConflict(error) || !isDatabaseOutage(error)) await runner.rollbackTransaction().catch(() => undefined);
      throw error;
    } finally {
      await runner.release();
    }
  }

  private get pool(): ResilientPool {
    return (this.source.driver as unknown as { master: ResilientPool }).master;
  }
}

/**
 * A condition of a change. The change calls it in its transaction, once the resource is locked, so that nothing else changes it until the
 * commit.
 *
 * @param current the current resource; null if it does not exist
 *
 * @param isDefault whether it shows a default that is not stored, so that `If-None-Match: *` permits creating it
 * @throws Error if the condition does not hold, in which case nothing is changed
 */
export type Precondition<T> = (current: T | null, isDefault?: boolean) => void | Promise<void>;
