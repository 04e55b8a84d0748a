import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createTestDatabase, TEST_TIMEOUTS, type TestDatabase } from '../../../../test/support/database.js';
import { Rows } from '../../../../test/support/rows.js';
import { createDataSource } from '../connection/data-source.fixture.js';
import { migrate } from '../migrate.js';
import { NameAuditEvents1795141820000 } from './1795141820000-name-audit-events.js';
import { migrations } from './index.js';

/** An old entry (operation, client, identity provider, changes), with its new type and data. */
const ENTRIES: [string, string | null, string | null, string[], string, object][] = [
  ['domain.register', null, null, [], 'domain.created', {}],
  ['client.provision', 'shop', null, ['scope'], 'client.created', { changed: ['scope'] }],
  ['client.provision', 'shop', null, ['scope'], 'client.updated', { changed: ['scope'] }],
  ['client.delete', 'shop', null, [], 'client.deleted', {}],
  ['client.provision', 'shop', null, ['scope'], 'client.created', { changed: ['scope'] }],
  ['client.secret.create', 'shop', null, ['id'], 'client.secret.rotated', { secretId: 'id' }],
  ['provider.provision', null, 'acme', ['issuer'], 'identity_provider.created', { identityProvider: 'acme', changed: ['issuer'] }],
  ['provider.provision', null, 'acme', ['issuer'], 'identity_provider.updated', { identityProvider: 'acme', changed: ['issuer'] }],
  ['signing-key.rotate', null, null, ['kid'], 'signing_key.rotated', { kid: 'kid' }],
  ['scope.id_token.replace', null, null, ['a', 'b'], 'scope.id_token.updated', { scopes: ['a', 'b'] }],
  ['magic-link.redeem', null, null, ['resetPasskeys'], 'magic_link.used', { resetPasskeys: true }],
  ['user.sign-in', 'shop', 'acme', ['provider'], 'user.signed_in', { methods: ['provider'], identityProvider: 'acme' }],
  [
    'user.sign-in-failed',
    'shop',
    null,
    ['totp'],
    'user.sign_in_failed',
    { methods: ['totp'], identityProvider: null, reason: 'unspecified' },
  ],
  [
    'user.sign-in-failed',
    'shop',
    'acme',
    ['cancelled'],
    'user.sign_in_failed',
    { methods: ['provider'], identityProvider: 'acme', reason: 'cancelled' },
  ],
  ['user.sign-in-failed', null, null, ['left-out', '12'], 'log.entries_omitted', { type: 'user.sign_in_failed', count: 12 }],
  ['client.authentication-failed', 'shop', null, ['unknown-key'], 'token.client_authentication_failed', { reason: 'unknown-key' }],
  ['of-another-release', null, null, ['x'], 'of-another-release', {}],
];

let database: TestDatabase;
let rows: Rows;

beforeEach(async () => {
  database = await createTestDatabase();
  rows = new Rows(database.url);
  const source = await createDataSource({ url: database.url, poolSize: 2, ...TEST_TIMEOUTS }).initialize();
  for (let left = migrations.length; left > migrations.indexOf(NameAuditEvents1795141820000); left -= 1) await source.undoLastMigration();
  await source.destroy();
});

afterEach(async () => {
  await rows.end();
  await database.drop();
});

async function insertOldEntries(domainId: string): Promise<void> {
  for (const [operation, client, provider, changed] of ENTRIES)
    await rows.query(
      `INSERT INTO log_entry (domain_id, operation, actor_type, client_id, identity_provider, changed) VALUES ($1, $2, 'service', $3, $4, $5)`,
      [domainId, operation, client, provider, changed],
    );
}

const readEntries = (domainId: string) => rows.query('SELECT type, data FROM log_entry WHERE domain_id = $1 ORDER BY id', [domainId]);

it('keeps each old entry under its new name, with its content in named fields', async () => {
  const domainId = await rows.domain();
  await insertOldEntries(domainId);

  await migrate(database.url);

  expect(await readEntries(domainId)).toEqual(ENTRIES.map(([, , , , type, data]) => ({ type, data })));
});

it('names the entries that a process of the previous release still writes, without telling whether something is new', async () => {
  const domainId = await rows.domain();
  await migrate(database.url);

  await insertOldEntries(domainId);

  expect(await readEntries(domainId)).toEqual(
    ENTRIES.map(([, , , , type, data]) => ({ type: type.replace(/^(client|identity_provider)\.created$/, '$1.updated'), data })),
  );
});
