import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';

/** A column whose values are encrypted with the master key, and the columns that identify its rows. These names are not user input. */
export interface EncryptedColumnLocation {
  table: string;
  column: string;
  key: readonly [string, string, ...string[]];
}

/** An encrypted value with its location. */
export interface EncryptedValue {
  key: readonly [string, string, ...string[]];
  encrypted: Buffer;
}

/** Values encrypted with the master key, in any column, for re-encryption. */
@Injectable()
export class EncryptedValueRepository {
  constructor(private readonly database: Database) {}

  /** A page of a column's values, ordered by the key of their rows. */
  async listPage({ table, column, key }: EncryptedColumnLocation, after: EncryptedValue | null, size: number): Promise<EncryptedValue[]> {
    const start = after ? `AND (${key.join()}) > (${buildPlaces(key, 2)})` : '';
    return this.database.manager.query(
      `SELECT ARRAY[${key.map((name) => `${name}::text`).join()}] AS key, ${column} AS encrypted FROM ${table}
       WHERE ${column} IS NOT NULL ${start} ORDER BY ${key.join()} LIMIT $1`,
      [size, ...(after?.key ?? [])],
    );
  }

  /** Replaces an encrypted value unless it has changed since it was read. */
  async replace(
    { table, column, key: columns }: EncryptedColumnLocation,
    { key, encrypted }: EncryptedValue,
    replacement: Buffer,
  ): Promise<void> {
    await this.database.manager.query(
      `UPDATE ${table} SET ${column} = $2 WHERE ${column} = $1 AND (${columns.join()}) = (${buildPlaces(columns, 3)})`,
      [encrypted, replacement, ...key],
    );
  }
}

function buildPlaces(columns: readonly string[], first: number): string {
  return columns.map((_, index) => `$${first + index}`).join();
}
