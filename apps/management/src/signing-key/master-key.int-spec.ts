import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { readManagementSettings } from '@latchkey/config';
import { generateSigningKey, importPrivateKey, Encryptor, signingKeyContext } from '@latchkey/crypto';
import { createLogger } from '@latchkey/observability';
import { DatabaseModule } from '@latchkey/persistence';
import { managementSettings } from '../../../../test/support/management.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { sql } from '../../../../test/support/sql.js';
import { createSubscription } from '../../../../test/support/subscription.js';
import { AuditLogModule } from '../audit-event/audit-log.module.js';
import { createDatabaseOptions } from '../database-options.js';
import { SettingsModule } from '../settings/settings.module.js';
import { SigningKeyModule } from './signing-key.module.js';
import { SigningKeyService } from './signing-key.service.js';

const OLD_MASTER_KEY = Buffer.alloc(32, 1);
const NEW_MASTER_KEY = Buffer.alloc(32, 2);

let database: TestDatabase;
let domainId: string;
const contexts: INestApplicationContext[] = [];

/** The service as a process with these master keys creates it. */
async function serviceWith(...masterKeys: Buffer[]): Promise<SigningKeyService> {
  const MASTER_KEY = masterKeys.map((key) => key.toString('base64')).join();
  const settings = readManagementSettings(managementSettings(database.url, { MASTER_KEY }));
  const logger = createLogger({ service: 'management', level: 'silent', format: 'json' });
  const persistence = DatabaseModule.forRoot(createDatabaseOptions(settings, logger));
  const imports = [SettingsModule.forRoot(settings), persistence, AuditLogModule, SigningKeyModule];
  class Root {}
  const context = await NestFactory.createApplicationContext({ module: Root, imports }, { logger: false, abortOnError: false });
  contexts.push(context);
  return context.get(SigningKeyService);
}

beforeAll(async () => {
  database = await createTestDatabase();
  const { id } = await createSubscription(database.url);
  const insert = `INSERT INTO domain (subscription_id, name, kind, status, longest_expiry) VALUES ($1, 'a.example', 'custom', 'active', 3600) RETURNING id`;
  const [row] = await sql<{ id: string }>(database.url, insert, [id]);
  domainId = row!.id;
});

afterAll(async () => {
  await Promise.all(contexts.map((context) => context.close()));
  await database.drop();
});

beforeEach(async () => {
  await sql(database.url, 'TRUNCATE signing_key');
});

/** Several keys, each encrypted with the old master key for its row. */
async function createKeys(count: number): Promise<void> {
  const { publicJwk, privateKey } = await generateSigningKey('ES256');
  const encryptor = new Encryptor([OLD_MASTER_KEY]);
  const kids = Array.from({ length: count }, (_none, n) => `kid-${n}`);
  const encrypted = kids.map((kid) => encryptor.encrypt(privateKey, signingKeyContext(domainId, kid)));
  await sql(
    database.url,
    `INSERT INTO signing_key (domain_id, kid, algorithm, public_jwk, private_key, signs_from)
     SELECT $1, kid, 'ES256', $2, encrypted, now() FROM unnest($3::text[], $4::bytea[]) AS key (kid, encrypted)`,
    [domainId, publicJwk, kids, encrypted],
  );
}

/** The number of keys that the master key decrypts. */
async function opensWith(masterKey: Buffer): Promise<number> {
  const encryptor = new Encryptor([masterKey]);
  const stored = await sql<{ kid: string; encrypted: Buffer }>(database.url, 'SELECT kid, private_key AS encrypted FROM signing_key');
  return stored.filter(({ kid, encrypted }) => {
    try {
      return importPrivateKey(encryptor.decrypt(encrypted, signingKeyContext(domainId, kid))).type === 'private';
    } catch {
      return false;
    }
  }).length;
}

describe('a new master key', () => {
  it('encrypts all new keys with it', async () => {
    await createKeys(1);

    await (await serviceWith(NEW_MASTER_KEY, OLD_MASTER_KEY)).rotate(domainId, 'RS256');

    expect([await opensWith(OLD_MASTER_KEY), await opensWith(NEW_MASTER_KEY)]).toEqual([1, 1]);
  });
});
