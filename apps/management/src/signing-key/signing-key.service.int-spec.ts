import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { readManagementSettings } from '@latchkey/config';
import { generateSigningKey, importPrivateKey, Encryptor, signingKeyContext, type SigningAlgorithm } from '@latchkey/crypto';
import { createLogger } from '@latchkey/observability';
import { DomainRepository, DatabaseModule, SigningKeyRepository, type SigningKey } from '@latchkey/persistence';
import pg from 'pg';
import { managementSettings } from '../../../../test/support/management.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { eventually } from '../../../../test/support/eventually.js';
import { sql } from '../../../../test/support/sql.js';
import { createSubscription } from '../../../../test/support/subscription.js';
import { AuditLogModule } from '../audit-event/audit-log.module.js';
import { createDatabaseOptions } from '../database-options.js';
import { SettingsModule } from '../settings/settings.module.js';
import { SigningKeyPublisher } from './signing-key-publisher.service.js';
import { SigningKeyModule } from './signing-key.module.js';
import { SigningKeyService } from './signing-key.service.js';

const MASTER_KEY = Buffer.alloc(32, 1);
const MAX_EXPIRY_SECONDS = 3_600;
/** Seconds for which a key stays published after its successor began to sign: until its last token has expired, plus 5 minutes. */
const KEPT = MAX_EXPIRY_SECONDS + 300;

let database: TestDatabase;
let context: INestApplicationContext;
let service: SigningKeyService;
let keys: SigningKeyRepository;
let subscriptionId: string;
const contexts: INestApplicationContext[] = [];

/** The service as another process would create it. */
async function open(): Promise<INestApplicationContext> {
  const settings = readManagementSettings(managementSettings(database.url, { MASTER_KEY: MASTER_KEY.toString('base64') }));
  const logger = createLogger({ service: 'management', level: 'silent', format: 'json' });
  const persistence = DatabaseModule.forRoot(createDatabaseOptions(settings, logger));
  const imports = [SettingsModule.forRoot(settings), persistence, AuditLogModule, SigningKeyModule];
  class Root {}
  const opened = await NestFactory.createApplicationContext({ module: Root, imports }, { logger: false, abortOnError: false });
  contexts.push(opened);
  return opened;
}

beforeAll(async () => {
  database = await createTestDatabase();
  ({ id: subscriptionId } = await createSubscription(database.url));
  context = await open();
  service = context.get(SigningKeyService);
  keys = context.get(SigningKeyRepository);
});

afterAll(async () => {
  await Promise.all(contexts.map((opened) => opened.close()));
  await database.drop();
});

beforeEach(async () => {
  await sql(database.url, 'TRUNCATE signing_key, domain CASCADE');
});

let names = 0;
/** A domain whose key set was requested, so that it has both keys. */
async function createDomain(): Promise<string> {
  names += 1;
  const name = `keys-${names}.example.com`;
  const state = {
    kind: 'custom',
    status: 'active',
    statusDetail: null,
    verifiedAt: new Date(),
    longestExpiry: MAX_EXPIRY_SECONDS,
  } as const;
  const domain = await context.get(DomainRepository).create({ subscriptionId, name, ...state });
  if (typeof domain === 'string') throw new Error(domain);
  const publisher = context.get(SigningKeyPublisher);
  for (const key of await Promise.all([generateSigningKey('ES256'), generateSigningKey('RS256')]))
    await publisher.publishFirst(domain.id, key);
  return domain.id;
}

async function withoutRsaKey(domainId: string): Promise<void> {
  await sql(database.url, `DELETE FROM signing_key WHERE domain_id = $1 AND algorithm = 'RS256'`, [domainId]);
}

async function revisionOf(domainId: string): Promise<string> {
  const [row] = await sql<{ revision: string }>(database.url, 'SELECT revision FROM domain WHERE id = $1', [domainId]);
  return row!.revision;
}

/**
 * The domain's keys as `ES256`, or `RS256+600` if one signs in 600 s. Newest key first; keys of the same ten seconds sorted by algorithm.
 */
async function schedule(domainId: string): Promise<string[]> {
  const rows = await sql<{ key: string }>(
    database.url,
    `SELECT algorithm || CASE WHEN seconds > 0 THEN '+' || seconds ELSE '' END AS key
     FROM (SELECT algorithm, round(extract(epoch FROM signs_from - now()), -1) AS seconds FROM signing_key WHERE domain_id = $1) AS rounded
     ORDER BY seconds DESC, algorithm`,
    [domainId],
  );
  return rows.map(({ key }) => key);
}

/** Backdates everything about the domain's keys. */
async function age(domainId: string, interval: string): Promise<void> {
  const older = 'signs_from = signs_from - $2::interval, created_at = created_at - $2::interval';
  await sql(database.url, `UPDATE signing_key SET ${older} WHERE domain_id = $1`, [domainId, interval]);
}

function kidsOf(stored: readonly SigningKey[]): string[] {
  return stored.map(({ kid }) => kid);
}

describe('first keys of a domain', () => {
  it('sign immediately', async () => {
    expect(await schedule(await createDomain())).toEqual(['ES256', 'RS256']);
  });

  it('sign immediately for RS256 if an operator rotates before the key set was requested', async () => {
    const domainId = await createDomain();
    await withoutRsaKey(domainId);

    await service.rotate(domainId, null);
    await service.rotate(domainId, 'RS256');

    expect(await schedule(domainId)).toEqual(['ES256+600', 'ES256', 'RS256']);
  });

  it('are encrypted, and bound to their domain and kid', async () => {
    const encryptor = new Encryptor([MASTER_KEY]);
    for (const key of await keys.list(await createDomain())) {
      const opened = encryptor.decrypt(key.privateKey, signingKeyContext(key.domainId, key.kid));

      expect(importPrivateKey(opened).asymmetricKeyType).toBe(key.algorithm === 'ES256' ? 'ec' : 'rsa');
      expect(key.privateKey.includes(opened.subarray(-32))).toBe(false);
      expect(() => encryptor.decrypt(key.privateKey, signingKeyContext(subscriptionId, key.kid))).toThrow();
      expect(JSON.stringify(key.publicJwk)).not.toMatch(/"d":/);
    }
  });
});

describe('key rotation', () => {
  it('publishes the next keys 600 seconds before they sign, and keeps the current ones', async () => {
    const domainId = await createDomain();
    const before = kidsOf(await keys.list(domainId));
    const revision = await revisionOf(domainId);

    const kids = await service.rotate(domainId, null);

    const after = kidsOf(await keys.list(domainId));
    expect([after.slice(0, 2).toSorted(), after.slice(2)]).toEqual([kids!.toSorted(), before]);
    expect(await schedule(domainId)).toEqual(['ES256+600', 'RS256+600', 'ES256', 'RS256']);
    expect(await revisionOf(domainId)).not.toBe(revision);
  });

  it.each<[SigningAlgorithm, object]>([
    ['RS256', { kty: 'RSA', e: 'AQAB' }],
    ['PS256', { kty: 'RSA', e: 'AQAB' }],
    ['EdDSA', { kty: 'OKP', crv: 'Ed25519' }],
    ['ES256', { kty: 'EC', crv: 'P-256' }],
  ])('can be limited to %s', async (algorithm, jwk) => {
    const domainId = await createDomain();

    const kids = await service.rotate(domainId, algorithm);

    const [newest] = await keys.list(domainId);
    expect(kids).toEqual([newest!.kid]);
    expect(newest).toMatchObject({ algorithm, publicJwk: { ...jwk, kid: newest!.kid, alg: algorithm, use: 'sig' } });
    expect(await schedule(domainId)).toEqual([`${algorithm}+600`, 'ES256', 'RS256']);
  });

  it('covers every algorithm of the domain', async () => {
    const domainId = await createDomain();
    await service.rotate(domainId, 'EdDSA');
    await age(domainId, '1 hour');

    await service.rotate(domainId, null);

    expect(await schedule(domainId)).toEqual(['ES256+600', 'EdDSA+600', 'RS256+600', 'EdDSA', 'ES256', 'RS256']);
  });

  it('does nothing for a domain that is gone or in deletion', async () => {
    const domainId = await createDomain();
    await sql(database.url, `UPDATE domain SET status = 'deleting' WHERE id = $1`, [domainId]);

    expect(await service.rotate(domainId, null)).toBeNull();
    expect(await service.rotate(subscriptionId, null)).toBeNull();
    expect(await keys.list(domainId)).toHaveLength(2);
  });
});

async function listDomains(): Promise<string[]> {
  return (await sql<{ id: string }>(database.url, 'SELECT id FROM domain')).map(({ id }) => id);
}

async function rotateDue(replica = service): Promise<number> {
  return replica.rotateDue(await listDomains(), 90);
}

async function retire(): Promise<number> {
  return service.retire(await listDomains());
}

describe('scheduled key rotation', () => {
  it('rotates the keys of each algorithm that are older than the given days', async () => {
    const [young, old, deleting] = [await createDomain(), await createDomain(), await createDomain()];
    await age(young, '89 days 23 hours');
    await age(old, '90 days 1 minute');
    await age(deleting, '100 days');
    await service.rotate(young, 'RS256');
    await age(young, '2 hours');
    await sql(database.url, `UPDATE domain SET status = 'deleting' WHERE id = $1`, [deleting]);

    expect(await rotateDue()).toBe(3);

    const schedules = await Promise.all([young, old, deleting].map(schedule));
    expect(schedules).toEqual([
      ['ES256+600', 'RS256', 'ES256', 'RS256'],
      ['ES256+600', 'RS256+600', 'ES256', 'RS256'],
      ['ES256', 'RS256'],
    ]);
    expect(await rotateDue()).toBe(0);
  });

  it('leaves the first RS256 key to the auth server', async () => {
    const domainId = await createDomain();
    await withoutRsaKey(domainId);

    expect(await rotateDue()).toBe(0);
    expect(await schedule(domainId)).toEqual(['ES256']);
  });

  it('happens once, however many replicas attempt it', async () => {
    const domainId = await createDomain();
    await sql(database.url, `DELETE FROM signing_key WHERE algorithm = 'ES256'`);
    const replicas = [service, (await open()).get(SigningKeyService), (await open()).get(SigningKeyService)];
    const lock = new pg.Client(database.url);
    await lock.connect();
    await lock.query('BEGIN');
    await lock.query('SELECT FROM domain FOR UPDATE');

    // All replicas find it due, and wait for each other.
    const rotations = replicas.map((replica) => rotateDue(replica));
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await eventually(async () => (await sql(database.url, waiting)).length === replicas.length);
    await lock.query('COMMIT');
    await lock.end();
    await Promise.all(rotations);

    expect(await schedule(domainId)).toEqual(['ES256+600', 'RS256']);
  });
});

describe('superseded keys', () => {
  it('are unpublished as soon as the last token that they signed has expired, and not earlier', async () => {
    const domainId = await createDomain();
    const kids = await service.rotate(domainId, 'RS256');
    await age(domainId, `${600 + KEPT - 10} seconds`);
    const revision = await revisionOf(domainId);

    expect(await retire()).toBe(0);
    expect(await keys.list(domainId)).toHaveLength(3);
    expect(await revisionOf(domainId)).toBe(revision);

    await age(domainId, '11 seconds');

    expect(await retire()).toBe(1);
    expect(kidsOf(await keys.list(domainId))).toEqual([kids![0], expect.any(String)]);
    expect(await schedule(domainId)).toEqual(['RS256', 'ES256']);
    expect(await revisionOf(domainId)).not.toBe(revision);
  });
});
