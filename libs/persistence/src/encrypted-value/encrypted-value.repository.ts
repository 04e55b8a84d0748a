import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';

/** A column whose values are encrypted with the master key, and the two columns that identify its rows. These names are not user input. */
export interface EncryptedColumnLocation {
  table: string;
  column: string;
  key: readonly [string, string];
}

/** An encrypted value where it stands. */
export interface EncryptedValue {
  key: readonly [string, string];
  encrypted: Buffer;
}

/** Values encrypted with the master key, in any column, for re-encryption. */
@Injectable()
export class EncryptedValueRepository {
  constructor(private readonly database: Database) {}

  /** A page of a column's values, ordered by the key of their rows. */
  async listPage(
    { table, column, key: [first, second] }: EncryptedColumnLocation,
    after: EncryptedValue | null,
    size: number,
  ): Promise<EncryptedValue[]> {
    const start = after ? `AND (${first}, ${second}) > ($2, $3)` : '';
    const rows: { first: string; second: string; encrypted: Buffer }[] = await this.database.manager.query(
      `SELECT ${first}::text AS first, ${second}::text AS second, ${column} AS encrypted FROM ${table}
       WHERE ${column} IS NOT NULL ${start} ORDER BY ${first}, ${second} LIMIT $1`,
      [size, ...(after?.key ?? [])],
    );
    return rows.map((row) => ({ key: [row.first, row.second], encrypted: row.encrypted }));
  }

  /** Replaces an encrypted value, unless it has changed since it was read. */
  async replace(
    { table, column, key: [first, second] }: EncryptedColumnLocation,
    { key, encrypted }: EncryptedValue,
    replacement: Buffer,
  ): Promise<void> {
    await this.database.manager.query(`UPDATE ${table} SET ${column} = $4 WHERE ${first} = $1 AND ${second} = $2 AND ${column} = $3`, [
      ...key,
      encrypted,
      replacement,
    ]);
  }
}
