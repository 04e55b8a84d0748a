import { Injectable } from '@nestjs/common';
import { Database } from '../database.js';

/** A column whose values the master key encrypts, and the two columns that identify its rows. Its values are no input of anybody's. */
export interface SealedColumn {
  table: string;
  column: string;
  key: readonly [string, string];
}

/** A sealed value where it stands. */
export interface SealedValue {
  key: readonly [string, string];
  sealed: Buffer;
}

/** What is encrypted by the master key, wherever it is stored, so that it can be encrypted anew. */
@Injectable()
export class EncryptedValueRepository {
  constructor(private readonly database: Database) {}

  /** The values of a column by pages, in the order of the keys of their rows. */
  async page({ table, column, key: [first, second] }: SealedColumn, after: SealedValue | null, size: number): Promise<SealedValue[]> {
    const start = after ? `AND (${first}, ${second}) > ($2, $3)` : '';
    const rows: { first: string; second: string; sealed: Buffer }[] = await this.database.manager.query(
      `SELECT ${first}::text AS first, ${second}::text AS second, ${column} AS sealed FROM ${table}
       WHERE ${column} IS NOT NULL ${start} ORDER BY ${first}, ${second} LIMIT $1`,
      [size, ...(after?.key ?? [])],
    );
    return rows.map((row) => ({ key: [row.first, row.second], sealed: row.sealed }));
  }

  /** Replaces a sealed value, unless another has taken its place since it was read. */
  async replace({ table, column, key: [first, second] }: SealedColumn, { key, sealed }: SealedValue, anew: Buffer): Promise<void> {
    await this.database.manager.query(`UPDATE ${table} SET ${column} = $4 WHERE ${first} = $1 AND ${second} = $2 AND ${column} = $3`, [
      ...key,
      sealed,
      anew,
    ]);
  }
}
