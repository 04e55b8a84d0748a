import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { readAuthSettings } from '@latchkey/config';
import { Encryptor, PersonalDataCipher } from '@latchkey/crypto';
import { messageContext, decryptMessage } from '@latchkey/message';
import { DatabaseModule } from '@latchkey/persistence';
import { createTestDatabase, TEST_TIMEOUTS, type TestDatabase } from '../../../../test/support/database.js';
import { MASTER_KEY } from '../../../../test/support/management.js';
import { Rows } from '../../../../test/support/rows.js';
import { SettingsModule } from '../settings/settings.module.js';
import { CredentialChangeService, type CredentialDomain } from './credential-change.service.js';
import { AuthenticationMethodModule } from './authentication-method.module.js';
import { runInRequestContext } from './request-context.js';

const CHANGE = { event: 'passkey.created', notice: 'passkey-created' } as const;

let test: TestDatabase;
let rows: Rows;
let context: INestApplicationContext;
let changes: CredentialChangeService;
let domain: CredentialDomain;

beforeAll(async () => {
  test = await createTestDatabase();
  rows = new Rows(test.url);
  @Module({
    imports: [
      SettingsModule.forRoot(readAuthSettings({ DATABASE_URL: test.url, MASTER_KEY })),
      DatabaseModule.forRoot({
        url: test.url,
        poolSize: 5,
        ...TEST_TIMEOUTS,
        personalData: new PersonalDataCipher([Buffer.alloc(32)]),
        onWait: () => undefined,
      }),
      AuthenticationMethodModule,
    ],
  })
  class App {}
  context = await NestFactory.createApplicationContext(App, { logger: false });
  changes = context.get(CredentialChangeService, { strict: false });
});

beforeEach(async () => {
  domain = { id: await rows.domain(), name: 'auth.example.com', issuer: 'https://auth.example.com' };
});

afterAll(async () => {
  await context.close();
  await rows.end();
  await test.drop();
});

async function createUser(attributes: object): Promise<string> {
  return (await rows.insert<{ sub: string }>('end_user', { domain_id: domain.id, attributes })).sub;
}

/** Decrypts the queued messages of the domain. */
async function decryptMessages() {
  const encryptor = new Encryptor([Buffer.from(MASTER_KEY, 'base64')]);
  const stored = await rows.query<{ id: string; encrypted: Buffer }>('SELECT id, encrypted FROM message WHERE domain_id = $1', [domain.id]);
  return stored.map(({ id, encrypted }) => decryptMessage(encryptor, encrypted, messageContext(domain.id, id)));
}

describe('CredentialChangeService', () => {
  it('logs a change with its request, and notifies the user in the language of the profile', async () => {
    const sub = await createUser({ name: 'Anna', email: 'anna@example.com', locale: 'de-CH' });

    await runInRequestContext({ requestId: 'request-7', acceptLanguage: 'fr' }, () =>
      changes.transaction(domain, sub, () => changes.record(domain, { sub, ...CHANGE })),
    );

    const [entry] = await rows.query('SELECT type, actor_type, actor_id, request_id, sub FROM log_entry WHERE domain_id = $1', [domain.id]);
    expect(entry).toEqual({ type: 'passkey.created', actor_type: 'user', actor_id: sub, request_id: 'request-7', sub });
    expect(await decryptMessages()).toMatchObject([
      {
        to: 'anna@example.com',
        language: 'de',
        content: { kind: 'notice', notice: 'passkey-created', account: 'https://auth.example.com/account' },
      },
    ]);
  });

  it.each([
    [{ email: 'anna@example.com' }, 'fr-CA, en;q=0.5', ['fr']],
    [{ email: 'anna@example.com', locale: 'xx' }, undefined, ['en']],
    [{ email: 'anna@example.com', locale: 7 }, undefined, ['en']],
    [{}, 'fr', []],
  ])(
    'chooses the language of the notification from the profile or the browser: %j, %s: %j',
    async (attributes, acceptLanguage, languages) => {
      const sub = await createUser(attributes);

      await runInRequestContext({ requestId: null, acceptLanguage }, () => changes.record(domain, { sub, ...CHANGE }));

      expect((await decryptMessages()).map(({ language }) => language)).toEqual(languages);
    },
  );

  it('writes neither a log entry nor a message if the transaction fails', async () => {
    const sub = await createUser({ email: 'anna@example.com' });

    const failing = changes.transaction(domain, sub, async () => {
      await changes.record(domain, { sub, ...CHANGE });
      throw new Error('rolled back');
    });

    await expect(failing).rejects.toThrow('rolled back');
    expect([await decryptMessages(), await rows.count('log_entry', `domain_id = '${domain.id}'`)]).toEqual([[], 0]);
  });
});
