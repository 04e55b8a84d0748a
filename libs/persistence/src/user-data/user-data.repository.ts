import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { userIdOf } from '../user-id.js';
import { USER_TABLES, type UserTable } from '../user-tables.js';

/** Rows of one kind, with the members that an export shows. */
export interface UserDataSection {
  name: string;
  rows: Readonly<Record<string, unknown>>[];
}

/** Reads everything that is kept about a user, except the log. */
@Injectable()
export class UserDataRepository {
  constructor(private readonly database: Database) {}

  /** The kinds in a stable order, also those without rows. Each is read when the one before was taken. */
  async *list(domainId: string, sub: string): AsyncGenerator<UserDataSection> {
    const id = userIdOf(domainId, sub);
    for (const table of USER_TABLES)
      yield { name: table.name, rows: await this.database.manager.query(buildSelect(table), [domainId, id]) };
  }
}

function buildSelect({ table, where = 'true', owner = 'sub', shown, groupBy }: UserTable): string {
  const members = Object.entries(shown).map(([name, column]) => `${column} AS "${name}"`);
  return `
    SELECT ${members.join(', ')} FROM ${table} WHERE domain_id = $1 AND ${table}.${owner} = $2 AND ${where}
    ${groupBy === undefined ? '' : `GROUP BY ${groupBy}`} ORDER BY 1`;
}
