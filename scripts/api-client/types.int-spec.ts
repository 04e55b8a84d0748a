import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.js';
import { startManagement, type StartedManagement } from '../../test/support/management.js';
import { fetchDocument } from '../../test/support/openapi-document.js';
import { createTypes, TYPES_FILE } from './types.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

let database: TestDatabase;
let management: StartedManagement;

beforeAll(async () => {
  database = await createTestDatabase();
  management = await startManagement(database.url, { WORKER: 'off' });
});

afterAll(async () => {
  await management.stop();
  await database.drop();
});

it('the types of libs/api-client are those of the OpenAPI document; npm run generate:api-client writes them', async () => {
  const types = await createTypes(await fetchDocument(management.url));

  // Not by toBe, whose difference of two long texts takes minutes.
  expect(types === readFileSync(join(ROOT, TYPES_FILE), 'utf8')).toBe(true);
});
