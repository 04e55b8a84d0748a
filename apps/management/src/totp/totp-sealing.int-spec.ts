import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { readManagementSettings } from '@latchkey/config';
import { Sealer, totpContext } from '@latchkey/crypto';
import { PersistenceModule } from '@latchkey/persistence';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { Rows } from '../../../../test/support/rows.js';
import { SettingsModule } from '../settings/settings.module.js';
import { TotpSealing } from './totp-sealing.js';

const OLD_KEY = Buffer.alloc(32, 1);
const NEW_KEY = Buffer.alloc(32, 2);
const SECRET = Buffer.from('12345678901234567890');

let test: TestDatabase;
let rows: Rows;
let domainId: string;
const contexts: INestApplicationContext[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
  rows = new Rows(test.url);
});

beforeEach(async () => {
  await rows.query('TRUNCATE totp');
  domainId = await rows.domain();
});

afterAll(async () => {
  await Promise.all(contexts.map((context) => context.close()));
  await rows.end();
  await test.drop();
});

async function sealingWith(...keys: Buffer[]): Promise<TotpSealing> {
  const MASTER_KEY = keys.map((key) => key.toString('base64')).join();
  const persistence = { url: test.url, poolSize: 3, statementTimeout: 5_000, queryTimeout: 5_000, onWait: () => undefined };
  @Module({
    imports: [
      SettingsModule.forRoot(readManagementSettings({ DATABASE_URL: test.url, MASTER_KEY })),
      PersistenceModule.forRoot(persistence),
    ],
    providers: [TotpSealing],
  })
  class App {}
  const context = await NestFactory.createApplicationContext(App, { logger: false });
  contexts.push(context);
  return context.get(TotpSealing);
}

/** Users whose secrets the old master key has sealed: in use, pending, or both. */
async function seed(users: number): Promise<void> {
  const sealer = new Sealer([OLD_KEY]);
  for (let n = 0; n < users; n += 1) {
    const { sub } = await rows.insert<{ sub: string }>('end_user', { domain_id: domainId });
    const sealed = () => sealer.seal(SECRET, totpContext(domainId, sub));
    const secrets = { secret: n % 3 === 1 ? null : sealed(), pending_secret: n % 3 === 0 ? null : sealed() };
    await rows.insert('totp', { domain_id: domainId, sub, ...secrets });
  }
}

/** How many secrets the master key opens. */
async function opensWith(key: Buffer): Promise<number> {
  const sealer = new Sealer([key]);
  const stored = await rows.query<{ sub: string; sealed: Buffer }>(
    `SELECT sub, secret AS sealed FROM totp WHERE secret IS NOT NULL UNION ALL SELECT sub, pending_secret FROM totp WHERE pending_secret IS NOT NULL`,
  );
  return stored.filter(({ sub, sealed }) => {
    try {
      return sealer.open(sealed, totpContext(domainId, sub)).equals(SECRET);
    } catch {
      return false;
    }
  }).length;
}

describe('a new master key', () => {
  it('seals the secrets of all authenticator apps, so that the old one can be dropped', async () => {
    await seed(600);
    const rotating = await sealingWith(NEW_KEY, OLD_KEY);

    const resealed = [await rotating.resealAll(), await rotating.resealAll()];

    expect(resealed).toEqual([800, 0]);
    expect([await opensWith(OLD_KEY), await opensWith(NEW_KEY)]).toEqual([0, 800]);
  });

  it('without the old one changes nothing, and says so', async () => {
    await seed(3);

    await expect((await sealingWith(NEW_KEY)).resealAll()).rejects.toThrow(/no key of MASTER_KEY opens totp:/);

    expect(await opensWith(OLD_KEY)).toBe(4);
  });
});
