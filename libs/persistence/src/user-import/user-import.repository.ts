import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Database } from '../connection/database.js';
import { changeExpired, type ExpiredRows } from '../expired-rows.js';
import { UserImport } from './user-import.entity.js';

export type UserImportKey = Pick<UserImport, 'domainId' | 'id'>;
export type NewUserImport = Pick<UserImport, 'domainId' | 'dryRun' | 'actor'>;
/** A line as received. @property content null if it is too long to be stored */
export interface ReceivedLine {
  number: number;
  content: Buffer | null;
}

/** Seconds without new lines after which an upload counts as abandoned. */
const UPLOAD_LEASE_SECONDS = 60;
const LEASE = `now() + interval '${UPLOAD_LEASE_SECONDS} seconds'`;
/** The number of completed imports that a domain keeps, and for how many days. */
const MAX_COMPLETED = 20;
const RESULT_TTL_DAYS = 7;

const ABANDONED: ExpiredRows = {
  table: 'user_import',
  where: `status = 'Uploading' AND leased_until < now()`,
  change: `UPDATE user_import SET status = 'Removing'`,
};
const EXPIRED: ExpiredRows = { table: 'user_import', where: `completed_at < now() - interval '${RESULT_TTL_DAYS} days'` };

/** What the API shows. */
const VISIBLE = In(['Uploading', 'Running', 'Completed']);

const DELETE_OLD = `
  DELETE FROM user_import WHERE domain_id = $1 AND id IN (
    SELECT id FROM user_import WHERE domain_id = $1 AND status = 'Completed' ORDER BY created_at DESC OFFSET ${MAX_COMPLETED - 1})`;

const CREATE = `
  INSERT INTO user_import (domain_id, dry_run, actor, leased_until)
  SELECT $1, $2, $3, ${LEASE} WHERE (SELECT count(*) FROM user_import WHERE domain_id = $1 AND status <> 'Completed') < $4 RETURNING id`;

/** The lock on the import keeps its removal from missing lines. */
const ADD_LINES = `
  WITH uploading AS (
    UPDATE user_import SET leased_until = ${LEASE} WHERE domain_id = $1 AND id = $2 AND status = 'Uploading' RETURNING domain_id, id
  ), added AS (
    INSERT INTO user_import_line (domain_id, import_id, number, content)
    SELECT domain_id, id, number, content FROM uploading CROSS JOIN unnest($3::integer[], $4::bytea[]) AS line (number, content)
  )
  SELECT FROM uploading`;

/** Uploads of users and their results. */
@Injectable()
export class UserImportRepository {
  constructor(private readonly database: Database) {}

  /**
   * Starts an upload. Call it while the domain is locked, so that the limit holds.
   *
   * @param maxOpen the number of imports of the domain that may be in progress or being removed
   * @returns null if there are as many
   */
  async create({ domainId, dryRun, actor }: NewUserImport, maxOpen: number): Promise<string | null> {
    await this.database.manager.query(DELETE_OLD, [domainId]);
    const [row]: { id: string }[] = await this.database.manager.query(CREATE, [domainId, dryRun, JSON.stringify(actor), maxOpen]);
    return row?.id ?? null;
  }

  /** Stores further lines of an upload. @returns false if the import was canceled or counted as abandoned */
  async addLines({ domainId, id }: UserImportKey, lines: readonly ReceivedLine[]): Promise<boolean> {
    const values = [domainId, id, lines.map(({ number }) => number), lines.map(({ content }) => content)];
    const added: unknown[] = await this.database.manager.query(ADD_LINES, values);
    return added.length === 1;
  }

  /** Lets jobs work on a complete upload. @returns false if the import was canceled or counted as abandoned */
  async finishUpload({ domainId, id }: UserImportKey): Promise<boolean> {
    const { affected } = await this.rows.update({ domainId, id, status: 'Uploading' }, { status: 'Running' });
    return affected === 1;
  }

  find({ domainId, id }: UserImportKey): Promise<UserImport | null> {
    return this.rows.findOneBy({ domainId, id, status: VISIBLE });
  }

  /** The imports of a domain, newest first. */
  list(domainId: string): Promise<UserImport[]> {
    return this.rows.find({ where: { domainId, status: VISIBLE }, order: { createdAt: 'DESC', id: 'ASC' } });
  }

  /** Locks an import until the transaction ends. */
  lock({ domainId, id }: UserImportKey): Promise<UserImport | null> {
    return this.rows.findOne({ where: { domainId, id, status: VISIBLE }, lock: { mode: 'for_no_key_update' } });
  }

  /** Stops an import and hides it. A job deletes its lines. */
  async remove({ domainId, id }: UserImportKey): Promise<void> {
    await this.rows.update({ domainId, id, status: VISIBLE }, { status: 'Removing' });
  }

  /** Removes a batch of imports whose upload has lost its process. @returns their number */
  removeAbandoned(limit: number): Promise<number> {
    return changeExpired(this.database, ABANDONED, limit);
  }

  /** Deletes a batch of old results. @returns their number */
  deleteExpired(limit: number): Promise<number> {
    return changeExpired(this.database, EXPIRED, limit);
  }

  private get rows() {
    return this.database.manager.getRepository(UserImport);
  }
}
