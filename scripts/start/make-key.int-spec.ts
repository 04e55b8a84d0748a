import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.js';
import { managementSettings } from '../../test/support/management.js';
import { Rows } from '../../test/support/rows.js';
import { makeKey } from './make-key.mjs';
import { StartError } from './start-error.mjs';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

it('makes keys by operator commands, even two concurrently', async () => {
  const settings = managementSettings(database.url);
  const made = await Promise.all(['one', 'other'].map((name) => makeKey(settings, 'subscription', 'create', name)));

  expect(new Set(made).size).toBe(2);
  const rows = new Rows(database.url);
  expect(await rows.count('api_key')).toBe(2);
  await rows.end();
});

it('says which command failed, and why', async () => {
  const failed = makeKey(managementSettings(database.url), 'key', 'create', 'absent');

  await expect(failed).rejects.toThrow(StartError);
  await expect(failed).rejects.toThrow(/^"key create absent" failed: [^{]*absent[^}]*$/);
});
