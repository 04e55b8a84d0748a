import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { readManagementSettings } from '@latchkey/config';
import { Encryptor, PersonalDataCipher } from '@latchkey/crypto';
import { DatabaseModule, EncryptedValuePersistenceModule } from '@latchkey/persistence';
import { createTestDatabase, TEST_TIMEOUTS, type TestDatabase } from '../../../../test/support/database.js';
import { Rows } from '../../../../test/support/rows.js';
import { SettingsModule } from '../settings/settings.module.js';
import { ReencryptionService } from './reencryption.service.js';
import { ENCRYPTED_COLUMNS, type EncryptedColumn } from './encrypted-columns.js';

const OLD_KEY = Buffer.alloc(32, 1);
const NEW_KEY = Buffer.alloc(32, 2);
const SECRET = Buffer.from('12345678901234567890');
const USERS = 600;
/** Other bytea columns: digests, and public data. */
const NOT_ENCRYPTED = [
  'api_key.hash',
  'client_secret.hash',
  'federation_request.browser_hash',
  'federation_request.state_hash',
  'form_submission.browser',
  'form_submission.hash',
  // Stored for 30 seconds only.
  'form_submission.outcome',
  'idempotency_answer.fingerprint',
  'log_chain.checkpoint_hash',
  'log_chain.hash',
  'log_chain.mac',
  // Encrypted with the user's key.
  'log_entry.encrypted_data',
  'log_entry.hash',
  'log_entry.previous_hash',
  'magic_link.hash',
  'oidc_payload.hash',
  'passkey.credential_id',
  'initial_access_token.hash',
  'passkey.public_key',
  'passkey_challenge.challenge',
  'recovery_code.hash',
  'registered_client.token_hash',
  'released_name.name_hash',
  'sign_up.hash',
  // Encrypted with the user's key.
  'ssf_change.encrypted',
  'ssf_event.encrypted_payload',
  'ssf_ended_event.encrypted_payload',
  'operator_proof.hash',
  'used_jti.hash',
  'webhook.public_key',
  // Encrypted with the user's key.
  'webhook_outbox.encrypted_changes',
  'user_import_line.content',
];

let test: TestDatabase;
let rows: Rows;
let subscriptionId: string;
const contexts: INestApplicationContext[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
  rows = new Rows(test.url);
});

beforeEach(async () => {
  await rows.query('TRUNCATE subscription CASCADE');
  subscriptionId = (await rows.insert('subscription')).id;
});

afterAll(async () => {
  await Promise.all(contexts.map((context) => context.close()));
  await rows.end();
  await test.drop();
});

async function reencryptingWith(...keys: Buffer[]): Promise<ReencryptionService> {
  const MASTER_KEY = keys.map((key) => key.toString('base64')).join();
  const persistence = {
    url: test.url,
    poolSize: 3,
    ...TEST_TIMEOUTS,
    personalData: new PersonalDataCipher([OLD_KEY]),
    onWait: () => undefined,
  };
  @Module({
    imports: [
      SettingsModule.forRoot(readManagementSettings({ DATABASE_URL: test.url, MASTER_KEY })),
      DatabaseModule.forRoot(persistence),
      EncryptedValuePersistenceModule,
    ],
    providers: [ReencryptionService],
  })
  class App {}
  const context = await NestFactory.createApplicationContext(App, { logger: false });
  contexts.push(context);
  return context.get(ReencryptionService);
}

/** A value in every encrypted column, under the old master key, and more than a page of authenticator app secrets. */
async function seed(): Promise<void> {
  const encryptor = new Encryptor([OLD_KEY]);
  const encrypt = ({ contextOf }: EncryptedColumn, ...key: [string, string]): Buffer => encryptor.encrypt(SECRET, contextOf(...key));
  const [signingKey, pendingTotp, totp, provider, message, answer, , idToken] = ENCRYPTED_COLUMNS;
  const domain_id = await rows.domain({ subscription_id: subscriptionId });
  for (const kid of ['a', 'b']) await rows.insert('signing_key', { domain_id, kid, private_key: encrypt(signingKey!, domain_id, kid) });
  await rows.insert('identity_provider', { domain_id, name: 'northwind', client_secret: encrypt(provider!, domain_id, 'northwind') });
  for (let n = 0; n < USERS; n += 1) {
    const { sub } = await rows.insert<{ sub: string }>('end_user', { domain_id });
    const inUse = n % 3 === 1 ? null : encrypt(totp!, domain_id, sub);
    const pending = n % 3 === 0 ? null : encrypt(pendingTotp!, domain_id, sub);
    await rows.insert('totp', { domain_id, sub, secret: inUse, pending_secret: pending });
    if (n > 0) continue;
    const id = '11111111-1111-4111-8111-111111111111';
    await rows.insert('federated_login', {
      domain_id,
      sub,
      uid: 'an-interaction',
      id_token: encrypt(idToken!, domain_id, 'an-interaction'),
    });
    const logKey = ENCRYPTED_COLUMNS.find(({ table }) => table === 'log_key')!;
    await rows.insert('log_key', { domain_id, sub, encrypted: encrypt(logKey, domain_id, sub) });
    await rows.insert('message', { domain_id, sub, id, encrypted: encrypt(message!, domain_id, id) });
    const hash = Buffer.alloc(32, 7);
    const code = ENCRYPTED_COLUMNS.find(({ table }) => table === 'recovery_code')!;
    await rows.insert('recovery_code', { domain_id, sub, hash, encrypted: encrypt(code, domain_id, `\\x${hash.toString('hex')}`) });
  }
  const receiptKey = ENCRYPTED_COLUMNS.find(({ table }) => table === 'receipt_key')!;
  await rows.query('DELETE FROM receipt_key');
  await rows.insert('receipt_key', { kid: 'r', private_key: encrypt(receiptKey, 'r', 'r') });
  const webhookId = '22222222-2222-4222-8222-222222222222';
  const [secret, previous_secret, private_key] = ENCRYPTED_COLUMNS.filter(({ table }) => table === 'webhook').map((column) =>
    encrypt(column, domain_id, webhookId),
  );
  await rows.insert('webhook', { domain_id, id: webhookId, secret, previous_secret, private_key });
  const { client_id } = await rows.insert('client', { domain_id });
  const header = ENCRYPTED_COLUMNS.find(({ table }) => table === 'ssf_stream')!;
  await rows.insert('ssf_stream', { domain_id, client_id, id: webhookId, authorization_header: encrypt(header, domain_id, webhookId) });
  const dkim = ENCRYPTED_COLUMNS.find(({ table }) => table === 'mail_sender')!;
  const mailSender = { domain_id, name: null, address: 'a@example.com', selector: 's', public_key: 'p' };
  await rows.insert('mail_sender', { ...mailSender, private_key: encrypt(dkim, domain_id, 's') });
  const origin = ENCRYPTED_COLUMNS.find(({ table }) => table === 'domain_origin')!;
  await rows.insert('domain_origin', { domain_id, keys: encrypt(origin, domain_id, domain_id) });
  const proof = ENCRYPTED_COLUMNS.find(({ table }) => table === 'master_key_proof')!;
  const headKey = ENCRYPTED_COLUMNS.find(({ table }) => table === 'log_head_key')!;
  await rows.query('TRUNCATE log_head_key, master_key_proof');
  await rows.query('INSERT INTO log_head_key (encrypted) VALUES ($1)', [encrypt(headKey, 'true', 'true')]);
  await rows.query('INSERT INTO master_key_proof (encrypted) VALUES ($1)', [encrypt(proof, 'true', 'true')]);
  await rows.query('INSERT INTO idempotency_answer (subscription_id, key, fingerprint, body) VALUES ($1, $2, $3, $4)', [
    subscriptionId,
    'once',
    Buffer.alloc(32),
    encrypt(answer!, subscriptionId, 'once'),
  ]);
}

/** The number of encrypted values that the master key decrypts, by column. */
async function opensWith(key: Buffer): Promise<Record<string, number>> {
  const encryptor = new Encryptor([key]);
  const counts = await Promise.all(ENCRYPTED_COLUMNS.map(async (column) => [nameOf(column), await opens(encryptor, column)] as const));
  return Object.fromEntries(counts);
}

function nameOf({ table, column }: { table: string; column: string }): string {
  return `${table}.${column}`;
}

async function opens(encryptor: Encryptor, { table, column, key: [first, second], contextOf }: EncryptedColumn): Promise<number> {
  const stored = await rows.query<{ first: string; second: string; encrypted: Buffer }>(
    `SELECT ${first}::text AS first, ${second}::text AS second, ${column} AS encrypted FROM ${table} WHERE ${column} IS NOT NULL`,
  );
  return stored.filter((value) => {
    try {
      return encryptor.decrypt(value.encrypted, contextOf(value.first, value.second)).equals(SECRET);
    } catch {
      return false;
    }
  }).length;
}

const ALL = {
  'signing_key.private_key': 2,
  'totp.pending_secret': 400,
  'totp.secret': 400,
  'identity_provider.client_secret': 1,
  'message.encrypted': 1,
  'idempotency_answer.body': 1,
  'log_key.encrypted': 1,
  'mail_sender.private_key': 1,
  'federated_login.id_token': 1,
  'recovery_code.encrypted': 1,
  'receipt_key.private_key': 1,
  'webhook.secret': 1,
  'webhook.previous_secret': 1,
  'webhook.private_key': 1,
  'ssf_stream.authorization_header': 1,
  'domain_origin.keys': 1,
  'log_head_key.encrypted': 1,
  'master_key_proof.encrypted': 1,
};
const NONE = Object.fromEntries(Object.keys(ALL).map((name) => [name, 0]));

describe('re-encryption with a new master key', () => {
  it('covers everything, so that the old key decrypts nothing and can be removed', async () => {
    await seed();
    expect([await opensWith(OLD_KEY), await opensWith(NEW_KEY)]).toEqual([ALL, NONE]);
    const rotating = await reencryptingWith(NEW_KEY, OLD_KEY);

    const counts = [await rotating.reencryptAll(), await rotating.reencryptAll()];

    expect(counts).toEqual([817, 0]);
    expect([await opensWith(OLD_KEY), await opensWith(NEW_KEY)]).toEqual([NONE, ALL]);
  });

  it('changes nothing without the old key, and reports that', async () => {
    await seed();

    await expect((await reencryptingWith(NEW_KEY)).reencryptAll()).rejects.toThrow(/no key of MASTER_KEY opens signing-key:/);

    expect(await opensWith(OLD_KEY)).toEqual(ALL);
  });

  it('covers every encrypted column', async () => {
    const columns = await rows.query<{ table: string; column: string }>(
      `SELECT table_name AS table, column_name AS column FROM information_schema.columns WHERE table_schema = 'public' AND data_type = 'bytea' AND table_name NOT IN (SELECT relname FROM pg_class WHERE relispartition)`,
    );

    expect(columns.map(nameOf).toSorted()).toEqual([...ENCRYPTED_COLUMNS.map(nameOf), ...NOT_ENCRYPTED].toSorted());
  });
});
