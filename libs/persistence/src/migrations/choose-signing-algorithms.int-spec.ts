import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createTestDatabase, TEST_TIMEOUTS, type TestDatabase } from '../../../../test/support/database.js';
import { Rows } from '../../../../test/support/rows.js';
import { createDataSource } from '../connection/data-source.fixture.js';
import { migrate } from '../migrate.js';
import { ChooseSigningAlgorithms1795141815000 } from './1795141815000-choose-signing-algorithms.js';
import { migrations } from './index.js';

let database: TestDatabase;
let rows: Rows;

beforeEach(async () => {
  database = await createTestDatabase();
  rows = new Rows(database.url);
  const source = await createDataSource({ url: database.url, poolSize: 2, ...TEST_TIMEOUTS }).initialize();
  for (let left = migrations.length; left > migrations.indexOf(ChooseSigningAlgorithms1795141815000); left -= 1)
    await source.undoLastMigration();
  await source.destroy();
});

afterEach(async () => {
  await rows.end();
  await database.drop();
});

it('keeps the algorithm that an operator has chosen for a domain, for all its tokens', async () => {
  const [standard, changed] = [await rows.domain(), await rows.domain()];
  for (const domain_id of [standard, changed]) await rows.insert('signing_key', { domain_id, kid: 'old', signs_from: new Date(0) });
  await rows.insert('signing_key', { domain_id: changed, kid: 'new', algorithm: 'EdDSA' });

  await migrate(database.url);

  const domains = await rows.query('SELECT id, id_token_algorithms AS id_token, access_token_algorithms AS access_token FROM domain');
  expect(domains).toHaveLength(2);
  expect(domains).toEqual(
    expect.arrayContaining([
      { id: standard, id_token: ['RS256', 'ES256'], access_token: ['ES256', 'RS256'] },
      { id: changed, id_token: ['EdDSA'], access_token: ['EdDSA'] },
    ]),
  );
});
