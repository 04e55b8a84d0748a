import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { getCodeBlocks, readText } from '../support/pages.js';
import { sql } from '../support/sql.js';

const PAGE = 'docs/runbooks.md';
const PARTS = ['**You see**', '**It means**', '**Now:**', '**It is over**', '**Afterwards**'];

const sections = readText(PAGE)
  .split(/^## /m)
  .slice(1)
  .map((section) => section.split(/\n([^]*)/) as [string, string]);
/** Other sections only refer to one of these. */
const complete = sections.filter(([, text]) => text.includes('**Now:**'));
const commands = getCodeBlocks(PAGE, 'sh').join('\n');
const statements = [...commands.matchAll(/--command="(SELECT [^"]*)"/g)].map(([, statement = '']) => statement);

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

describe('the runbooks', () => {
  it.each(complete)('explain %s: symptoms, meaning, actions, how to tell when it is over, and what to do afterwards', (_title, text) => {
    const places = PARTS.map((part) => text.indexOf(part.slice(0, -2)));

    expect(places.filter((place) => place === -1)).toEqual([]);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  });

  it.each(sections.filter((section) => !complete.includes(section)))('refer from %s to another section', (_title, text) => {
    expect(text).toMatch(/See \[\w+\]\(#\w+\)/);
  });

  it('contain commands that a shell can parse', () => {
    const { status, stderr } = spawnSync('bash', ['-n'], { input: commands, encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
  });

  it.each(statements.filter((statement) => !statement.includes('pg_promote')))(
    'contain a statement that fits the schema: %s',
    async (statement) => {
      await expect(sql(database.url, statement)).resolves.toEqual(expect.any(Array));
    },
  );
});
