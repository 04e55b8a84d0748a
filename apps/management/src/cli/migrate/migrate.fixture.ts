import { afterAll, beforeAll } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, SOURCES } from './migrate.command.js';

const FIXTURES = join(import.meta.dirname, '../../../../../test/fixtures/migrate');

/** What a migration has written. */
export interface Made {
  configuration: { clients: object; roles: object; resources: object; providers: object };
  users: object[];
  secrets: object;
  /** The first example of each reason, and the reason. */
  reasons: string[];
}

/** A folder for the files of a migration, which is removed after the tests. */
export class MigrationFolder {
  private folder = '';

  static create(): MigrationFolder {
    const made = new MigrationFolder();
    beforeAll(() => {
      made.folder = mkdtempSync(join(tmpdir(), 'latchkey-migrate-'));
    });
    afterAll(() => rmSync(made.folder, { recursive: true }));
    return made;
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** Migrates files: names of fixtures, or absolute paths. */
  async run(service: string, ...files: string[]): Promise<Made> {
    const paths = files.map((file) => (file.startsWith('/') ? file : join(FIXTURES, file)));
    await migrate(SOURCES[service]!, paths, this.folder);
    const read = (name: string): string => readFileSync(this.path(name), 'utf8');
    const report = JSON.parse(read('report.json')) as { why: string; count: number; examples: string[] }[];
    const lines = read('users.ndjson').trim().split('\n').filter(Boolean);
    return {
      configuration: JSON.parse(read('configuration.json')) as Made['configuration'],
      users: lines.map((line) => JSON.parse(line) as object),
      secrets: JSON.parse(read('secrets.json')) as object,
      reasons: report.map(({ examples, why }) => `${examples[0]}: ${why}`),
    };
  }
}
