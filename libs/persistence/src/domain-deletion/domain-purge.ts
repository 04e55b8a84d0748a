import { setTimeout as delay } from 'node:timers/promises';
import type { Database, StatementOptions } from '../connection/database.js';
import type { Domain } from '../domain/domain.entity.js';
import { getDomainKeyPrefix } from '../rate-limit-key.js';
import { BEGIN, COMPLETE, READ_ENDING, RELEASE_NAME, REMOVE_CHAIN, buildCountCte } from './deletion-statements.js';
import type { DomainDeletion } from './domain-deletion.entity.js';

/** The number of rows of a batch, chosen so that it takes about as long as intended. */
const MIN_BATCH_SIZE = 500;
const FIRST_BATCH_SIZE = 1_000;
const MAX_BATCH_SIZE = 5_000;
/** Milliseconds that a batch should take, unless that would mean too few rows for a statement. */
const TARGET_BATCH_MS = 5;
/** The pause after a batch as a multiple of its time, so that others have most of the core, and its maximum in milliseconds. */
const PAUSE_FACTOR = 3;
const MAX_PAUSE_MS = 100;
/** The time limit of a statement. The first one of a table may read as many dead rows as there were rows. */
const DELETE_OPTIONS: StatementOptions = { timeoutMs: 60_000 };
/** The time limit of the check of all tables, which may read the dead rows of all of them. */
const CHECK_OPTIONS: StatementOptions = { timeoutMs: 600_000 };

/**
 * The order in which large tables with a random primary key are emptied: by creation, so that each page is read and written once. Other
 * tables use their primary key.
 */
const DELETE_ORDERS: Readonly<Record<string, readonly string[]>> = { end_user: ['block', 'created_at', 'sub'] };

/** The progress of a deletion when only the domain's own row is left. */
export interface EndingDeletion extends Pick<DomainDeletion, 'id' | 'domain' | 'requestedAt' | 'removedRows' | 'logHash'> {
  domainId: string;
  startedAt: Date;
  /** The current time, which is stored as the end. */
  completedAt: Date;
  logSequence: number | null;
}

/** Signs a receipt of a deletion. */
export type CreateDeletionReceipt = (deletion: EndingDeletion) => Promise<string>;

interface Batch {
  found: number;
  /** The end of the last batch: the ordering columns of its last row. */
  last: string[] | null;
}

/**
 * Removes a domain's rows in short batches, with pauses that leave most of the time to others. Each batch continues after the previous one,
 * because a search from the beginning would read the dead rows of all earlier batches.
 */
export class DomainPurge {
  private size = FIRST_BATCH_SIZE;
  private deleteOptions = DELETE_OPTIONS;

  constructor(
    private readonly database: Database,
    private readonly domain: Pick<Domain, 'id' | 'subscriptionId' | 'name'>,
    private readonly signal: AbortSignal | undefined,
  ) {}

  /**
   * Deletes the domain's rows from the tables, including rows that are added or changed meanwhile.
   *
   * For each deleted user, foreign keys search ten tables that are already empty, so triggers are skipped if the database user may do that.
   * Nothing is missed: a row that depends on a user is committed before the user can be deleted, and the deletion ends only after one pass
   * over all tables has found no rows.
   *
   * @param tables children first
   */
  async empty(tables: readonly string[]): Promise<void> {
    this.deleteOptions = { ...DELETE_OPTIONS, skipTriggers: await this.database.canSkipTriggers() };
    for (let filled = await this.filled(tables); filled.length > 0; filled = await this.filled(tables)) {
      for (const table of filled) await this.emptyTable(table, this.getOrder(table));
    }
  }

  /** Records the start, reserves a sandbox name, and removes the head of the log's chain, which then no longer grows. */
  async begin(): Promise<void> {
    for (const statement of [BEGIN, RELEASE_NAME, REMOVE_CHAIN])
      await this.database.runLongStatement(DELETE_OPTIONS, statement, [this.domain.id]);
  }

  /** Removes data about the domain that are not part of it, and finally the domain's own row. */
  async finish(createReceipt: CreateDeletionReceipt): Promise<void> {
    const { id, subscriptionId, name } = this.domain;
    const counts: [string, string] = [getDomainKeyPrefix(id), `${getDomainKeyPrefix(id).slice(0, -1)};`];
    await this.deleteWhere('rate_limit', 'key >= $1 AND key < $2', counts);
    await this.deleteWhere('idempotency_answer', 'subscription_id = $1 AND domain_name = $2', [subscriptionId, name]);
    while (!(await this.complete(createReceipt)));
  }

  /**
   * Removes the domain's own row, unless a concurrent purge has meanwhile counted rows that the receipt lacks. @returns whether the row is
   * gone
   */
  private async complete(createReceipt: CreateDeletionReceipt): Promise<boolean> {
    const [ending]: EndingDeletion[] = await this.database.manager.query(READ_ENDING, [this.domain.id]);
    if (!ending) return true;
    const receipt = await createReceipt(ending);
    const values = [this.domain.id, ending.completedAt, receipt, JSON.stringify(ending.removedRows)];
    return (await this.database.runLongStatement(DELETE_OPTIONS, COMPLETE, values)).length > 0;
  }

  /** @returns the tables with rows of the domain, all read in one snapshot */
  private async filled(tables: readonly string[]): Promise<string[]> {
    const checks = tables.map(
      (table) => `('${table}', (SELECT true FROM ${table} WHERE domain_id = $1 ${buildOrderBy(this.getOrder(table))} LIMIT 1))`,
    );
    const rows = await this.database.runLongStatement<{ name: string }>(
      CHECK_OPTIONS,
      `SELECT name FROM (VALUES ${checks.join(', ')}) AS look (name, filled) WHERE filled`,
      [this.domain.id],
    );
    return tables.filter((table) => rows.some(({ name }) => name === table));
  }

  /** Empties a table in one pass. */
  private async emptyTable(table: string, order: readonly string[]): Promise<void> {
    for (let after: string[] | null = null; ;) {
      const size = this.size;
      const batch = await this.runPaced(() => this.removeBatch({ table, order, after, size }));
      // Without an order there is at most one row.
      if (batch.found < size || !batch.last?.length) return;
      after = batch.last;
    }
  }

  /**
   * A position exists in each partition of a table. Rows of other domains are not affected; other rows of this domain are removed early.
   */
  private async removeBatch({
    table,
    order,
    after,
    size,
  }: {
    table: string;
    order: readonly string[];
    after: string[] | null;
    size: number;
  }) {
    const columns = order.join(', ');
    const beyond = after ? `AND (${columns}) > (${order.map((_, index) => `$${index + 2}`).join(', ')})` : '';
    // control: the deletion of a domain removes no entry of another one in another partition
    const [batch] = await this.database.runLongStatement<{ found: number; last: string[] | null }>(
      this.deleteOptions,
      `WITH batch AS MATERIALIZED (
         SELECT ctid, row_number() OVER () AS n, ARRAY[${order.map((column) => `${column}::text`).join(', ')}]::text[] AS place
         FROM (SELECT ctid${order.length > 0 ? `, ${columns}` : ''} FROM ${table} WHERE domain_id = $1 ${beyond} ${buildOrderBy(order)} LIMIT ${size}) AS rows),
       removed AS (DELETE FROM ${table} WHERE domain_id = $1 AND ctid = ANY (ARRAY (SELECT ctid FROM batch)) RETURNING 1), ${buildCountCte(table, '$1')}
       SELECT count(*)::integer AS found, (SELECT place FROM batch ORDER BY n DESC LIMIT 1) AS last FROM batch`,
      [this.domain.id, ...(after ?? [])],
    );
    return batch as Batch;
  }

  private async deleteWhere(table: string, condition: string, values: [string, string]): Promise<void> {
    for (;;) {
      const size = this.size;
      const { found } = await this.runPaced(async () => {
        const rows = await this.database.runLongStatement(
          DELETE_OPTIONS,
          `WITH removed AS (DELETE FROM ${table} WHERE ctid = ANY (ARRAY (SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${size})) RETURNING 1),
           ${buildCountCte(table, '$3')} SELECT FROM removed`,
          [...values, this.domain.id],
        );
        return { found: rows.length, last: null };
      });
      if (found === 0) return;
    }
  }

  /** Runs a batch, chooses the size of the next one, and pauses before it. */
  private async runPaced(work: () => Promise<Batch>): Promise<Batch> {
    this.signal?.throwIfAborted();
    const [size, startedAt] = [this.size, performance.now()];
    const batch = await work();
    const elapsedMs = performance.now() - startedAt;
    if (batch.found < size) return batch;
    this.size = Math.round(Math.min(MAX_BATCH_SIZE, Math.max(MIN_BATCH_SIZE, size * Math.min(2, TARGET_BATCH_MS / elapsedMs))));
    await this.pause(elapsedMs * PAUSE_FACTOR);
    return batch;
  }

  private async pause(milliseconds: number): Promise<void> {
    await delay(Math.min(milliseconds, MAX_PAUSE_MS), undefined, { signal: this.signal }).catch(() => this.signal?.throwIfAborted());
  }

  private getOrder(table: string): readonly string[] {
    const { entityMetadatas } = this.database.manager.connection;
    const { primaryColumns } = entityMetadatas.find(({ tableName }) => tableName === table)!;
    return DELETE_ORDERS[table] ?? primaryColumns.map(({ databaseName }) => databaseName).filter((column) => column !== 'domain_id');
  }
}

/** Uses the order of an index, because any other order would be searched from the beginning, with the dead rows of all earlier batches. */
function buildOrderBy(order: readonly string[]): string {
  return order.length > 0 ? `ORDER BY domain_id, ${order.join(', ')}` : '';
}
