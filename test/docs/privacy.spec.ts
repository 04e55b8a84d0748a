import { globSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { getInlineCode, getSection, readText, ROOT } from '../support/pages.js';

const PAGE = 'docs/privacy.md';

const toSnakeCase = (name: string): string =>
  name.replaceAll(/(?<=[a-z0-9])([A-Z])/g, (letter) => `_${letter.toLowerCase()}`).toLowerCase();

/** The tables and their columns, as the entities declare them. */
const TABLES = globSync('libs/persistence/src/*/*.entity.ts', { cwd: ROOT }).map((path) => {
  const text = readText(path);
  const [, before = '', name = '', body = ''] = /([^]*)^export class (\w+)[^{]*\{$([^]*)/m.exec(text) ?? [];
  const [, table = toSnakeCase(name)] = /@Entity\((?:\{ name: )?'(\w+)'/.exec(before) ?? [];
  const columns = [...body.matchAll(/^ {2}(\w+)!?: /gm)].map(([, column = '']) => toSnakeCase(column));
  return { table, columns };
});
const OF_USERS = TABLES.filter(({ columns }) => columns.includes('sub'));

describe('the privacy documentation', () => {
  const entries = getSection(PAGE, '## In the database').matchAll(/^- `(\w+)`: ([^]*?)(?=^- |^$)/gm);
  const rows = new Map([...entries].map(([, table = '', columns = '']) => [table, columns]));

  it.each(OF_USERS.map(({ table, columns }) => [table, columns] as const))('lists every column of users in %s', (table, columns) => {
    const listed = [...(rows.get(table) ?? '').matchAll(/`(\w+)`/g)].map(([, column]) => column);

    expect(columns.filter((column) => column !== 'domain_id').toSorted()).toEqual(listed.toSorted());
  });

  it('lists every other table', () => {
    const code = getInlineCode(PAGE);

    expect(OF_USERS.length).toBeGreaterThan(10);
    expect(TABLES.map(({ table }) => table).filter((table) => !rows.has(table) && !code.includes(table))).toEqual([]);
  });
});
