import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Database } from '../connection/database.js';
import type { ReceivedLine, UserImportKey } from './user-import.repository.js';
import { UserImport } from './user-import.entity.js';

/** The progress that a batch stores. */
export type UserImportProgress = Pick<UserImport, 'position' | 'read' | 'created' | 'updated' | 'failed' | 'errors'>;
/** Limits of a batch of lines. */
export interface BatchLimits {
  lines: number;
  /** Only the first line may have more. */
  bytes: number;
}

const ANALYZE_TIMEOUT_MS = 60_000;

const LIST_DUE = `
  SELECT import.domain_id AS id FROM user_import AS import JOIN domain ON domain.id = import.domain_id
  LEFT JOIN job_state AS job ON job.domain_id = import.domain_id AND job.queue = $1
  WHERE import.status IN ('Running', 'Removing') AND domain.status <> 'deleting' AND domain.frozen_at IS NULL
    AND (job.next_attempt_at <= now()) IS NOT FALSE
  GROUP BY import.domain_id ORDER BY min(import.created_at) LIMIT $2`;

const READ_LINES = `
  SELECT number, content FROM (
    SELECT number, content, sum(octet_length(content)) OVER (ORDER BY number) AS bytes, row_number() OVER (ORDER BY number) AS n
    FROM (
      SELECT number, content FROM user_import_line WHERE domain_id = $1 AND import_id = $2 AND number > $3 ORDER BY number LIMIT $4
    ) AS next
  ) AS line WHERE n = 1 OR coalesce(bytes, 0) <= $5 ORDER BY number`;

/** The work of jobs on imports. Several processes may try it: the position decides which one stores a batch. */
@Injectable()
export class UserImportJobRepository {
  constructor(private readonly database: Database) {}

  /** Domains that take changes, with imports to work on and without a worker, the longest waiting first. @param queue of imports */
  async listDue(queue: string, limit: number): Promise<string[]> {
    const rows: { id: string }[] = await this.database.manager.query(LIST_DUE, [queue, limit]);
    return rows.map(({ id }) => id);
  }

  /** The first import of a domain that has been uploaded and is not done, or is to be removed. */
  findNext(domainId: string): Promise<UserImport | null> {
    return this.rows.findOne({ where: { domainId, status: In(['Running', 'Removing']) }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  /** The lines after the position, at least one unless there are no more. */
  readLines({ domainId, id, position }: UserImport, { lines, bytes }: BatchLimits): Promise<ReceivedLine[]> {
    return this.database.manager.query(READ_LINES, [domainId, id, position, lines, bytes]);
  }

  /** Locks an import until the transaction ends. @returns false if it was canceled, or another process has stored the batch */
  async lockAt({ domainId, id, position }: UserImport): Promise<boolean> {
    const found: unknown[] = await this.database.manager.query(
      `SELECT FROM user_import WHERE domain_id = $1 AND id = $2 AND position = $3 AND status = 'Running' FOR NO KEY UPDATE`,
      [domainId, id, position],
    );
    return found.length === 1;
  }

  /** Stores the progress, and deletes the lines up to its position that are not kept for a dry run. */
  async advance({ domainId, id }: UserImportKey, progress: UserImportProgress): Promise<void> {
    await this.rows.update({ domainId, id }, progress);
    await this.database.manager.query(
      'DELETE FROM user_import_line WHERE domain_id = $1 AND import_id = $2 AND number <= $3 AND sub IS NULL',
      [domainId, id, progress.position],
    );
  }

  /** Deletes a batch of an import's lines. @returns their number */
  async deleteLines({ domainId, id }: UserImportKey, limit: number): Promise<number> {
    const [, count]: [unknown, number] = await this.database.manager.query(
      `DELETE FROM user_import_line WHERE ctid = ANY (ARRAY (
         SELECT ctid FROM user_import_line WHERE domain_id = $1 AND import_id = $2 ORDER BY number LIMIT $3)) AND domain_id = $1 AND import_id = $2`,
      [domainId, id, limit],
    );
    return count;
  }

  async complete({ domainId, id }: UserImportKey): Promise<void> {
    await this.rows.update({ domainId, id, status: 'Running' }, { status: 'Completed', completedAt: () => 'clock_timestamp()' });
  }

  /** Deletes an import that is to be removed, and has no lines. */
  async delete({ domainId, id }: UserImportKey): Promise<void> {
    await this.rows.delete({ domainId, id, status: 'Removing' });
  }

  /** Lets the planner know of many new users before the server's own schedule. */
  async analyzeUsers(): Promise<void> {
    await this.database.runLongStatement({ timeoutMs: ANALYZE_TIMEOUT_MS }, 'ANALYZE end_user', []);
  }

  private get rows() {
    return this.database.manager.getRepository(UserImport);
  }
}
