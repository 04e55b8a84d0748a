import { TRANSFER_TABLES, type TransferTable } from '@latchkey/persistence';
import type { ReadRow } from './imported-rows.service.js';
import { readRow } from './parse-transfer.js';
import { getLineType } from './transfer-file.js';

const BATCH_ROWS = 500;
const BATCH_BYTES = 1_048_576;
const TABLES = new Map(TRANSFER_TABLES.map((table, index) => [getLineType(table), { table, index }]));

/** Rows of one table that are stored together. */
export class ImportBatch {
  private index = 0;
  private rows: ReadRow[] = [];
  private bytes = 0;
  private position = 0;
  private pending = Promise.resolve();

  constructor(private readonly store: (table: TransferTable, rows: readonly ReadRow[]) => Promise<void>) {}

  /** @returns what is wrong with the line, or null */
  async add(number: number, line: string, value: Record<string, unknown>): Promise<string | null> {
    const known = TABLES.get(String(value['type']));
    if (!known) return `has the type ${JSON.stringify(value['type'] ?? null).slice(0, 60)}, which this version does not know`;
    if (known.index < this.index) return `${String(value['type'])} must not follow ${getLineType(TRANSFER_TABLES[this.index]!)}`;
    const parsed = readRow(known.table, value);
    if (typeof parsed === 'string') return `${String(value['type'])} ${parsed}`;
    if (known.index > this.index) await this.moveTo(known.index);
    this.rows.push({ ...parsed, number, line, position: this.position });
    this.position += 1;
    this.bytes += line.length;
    if (this.rows.length >= BATCH_ROWS || this.bytes >= BATCH_BYTES) await this.flush();
    return null;
  }

  /** Waits until all rows are stored. */
  async finish(): Promise<void> {
    await this.flush();
    await this.pending;
  }

  /** Stores the rows while the next ones are read, but after those before. */
  private async flush(): Promise<void> {
    const { rows } = this;
    [this.rows, this.bytes] = [[], 0];
    await this.pending;
    if (rows.length === 0) return;
    this.pending = this.store(TRANSFER_TABLES[this.index]!, rows);
    // Its error is thrown where it is awaited.
    this.pending.catch(() => undefined);
  }

  private async moveTo(index: number): Promise<void> {
    await this.flush();
    [this.index, this.position] = [index, 0];
  }
}
