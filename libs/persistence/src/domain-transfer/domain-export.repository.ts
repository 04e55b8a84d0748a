import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import type { TransferTable } from './transfer-tables.js';

/** A row as it is exported. */
export interface ExportedRow {
  /** Its key as text. */
  key: string[];
  /** Its columns as the text of a JSON object, without encrypted ones. */
  text: string;
  /** The encrypted columns. */
  encrypted: Record<string, Buffer | null>;
}

/** What is exported of a domain. */
export interface ExportedDomain {
  domainId: string;
  log: ExportedLog;
}

/** The end of the log of an export. */
export interface ExportedLog {
  /** The last entry that is exported. */
  sequence: number;
  /** The last checkpoint that is exported. */
  checkpointSequence: number;
}

const PAGE_ROWS = 500;
/** A page has fewer rows if they are larger than this together. */
const PAGE_BYTES = 1_048_576;
/** What is added to these tables during the export stays out. */
const LIMITS: Readonly<Record<string, keyof ExportedLog>> = { log_entry: 'sequence', log_checkpoint: 'checkpointSequence' };

/** Reads all rows of a domain in pages, each by one short statement. */
@Injectable()
export class DomainExportRepository {
  constructor(private readonly database: Database) {}

  /** The rows of a table after this key, in the order of the key. @returns none at the end */
  async listPage({ domainId, log }: ExportedDomain, table: TransferTable, after: readonly string[] | null): Promise<ExportedRow[]> {
    const limit = LIMITS[table.name];
    const values = [domainId, ...(limit ? [log[limit]] : []), ...(after ?? [])];
    const rows: ({ key: string[]; text: string } & Record<string, Buffer | null>)[] = await this.database.manager.query(
      buildPage(table, limit !== undefined, after !== null),
      values,
    );
    return rows.map(({ key, text, ...rest }) => ({
      key,
      text,
      encrypted: Object.fromEntries(table.encrypted.map((column) => [column, rest[column] ?? null])),
    }));
  }
}

function buildPage({ name, key, columns, encrypted }: TransferTable, isLimited: boolean, isContinued: boolean): string {
  const first = isLimited ? 3 : 2;
  const beyond = isContinued && key.length > 0 ? `AND (${key.join()}) > (${key.map((_, index) => `$${first + index}`).join()})` : '';
  // A table without such a key has one row.
  const isOver = isContinued && key.length === 0 ? 'AND false' : '';
  const order = ['domain_id', ...key].join();
  return `
    WITH page AS MATERIALIZED (
      SELECT ${[...new Set([...key, ...columns, ...encrypted])].join()}, row_number() OVER (ORDER BY ${order}) AS row_n FROM ${name}
      WHERE domain_id = $1 ${isLimited ? `AND ${key[0]!} <= $2` : ''} ${beyond} ${isOver} ORDER BY ${order} LIMIT ${PAGE_ROWS}
    ), written AS (
      SELECT row_n, ARRAY[${key.map((column) => `${column}::text`).join()}]::text[] AS key,
        (SELECT row_to_json(exported)::text FROM (SELECT ${columns.map((column) => `page.${column}`).join()}) AS exported) AS text
        ${encrypted.map((column) => `, ${column}`).join('')} FROM page
    )
    SELECT key, text ${encrypted.map((column) => `, ${column}`).join('')} FROM (
      SELECT *, sum(octet_length(text)) OVER (ORDER BY row_n) - octet_length(text) AS bytes_before FROM written) AS summed
    WHERE bytes_before < ${PAGE_BYTES} ORDER BY row_n`;
}
