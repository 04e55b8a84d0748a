import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { Rows } from '../../../../test/support/rows.js';
import { createDataSource } from '../data-source.js';
import { Database } from '../database.js';
import { FederatedLoginRepository } from './federated-login.repository.js';

let test: TestDatabase;
let source: DataSource;
let rows: Rows;

beforeAll(async () => {
  test = await createTestDatabase();
  rows = new Rows(test.url);
  source = await createDataSource({ url: test.url, poolSize: 2, statementTimeout: 10_000, queryTimeout: 10_000 }).initialize();
});

afterAll(async () => {
  await source.destroy();
  await rows.end();
  await test.drop();
});

it('a sign-in is kept of a user who is there, and of nobody who has been removed meanwhile', async () => {
  const logins = new FederatedLoginRepository(new Database(source));
  const domainId = await rows.domain();
  const { sub } = await rows.insert<{ sub: string }>('end_user', { domain_id: domainId });
  const login = { domainId, provider: 'acme', issuer: 'https://login.example.com', sid: null, idToken: null };

  const kept = [
    await logins.create({ ...login, uid: 'one', sub }, 60),
    await logins.create({ ...login, uid: 'two', sub: randomUUID() }, 60),
  ];

  expect(kept).toEqual([true, false]);
  expect([(await logins.find({ domainId, uid: 'one' }))?.sub, await logins.find({ domainId, uid: 'two' })]).toEqual([sub, null]);
});
