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
import { LogModule } from '../log/log.module.js';
import { createDatabaseOptions } from '../database-options.js';
import { SettingsModule } from '../settings/settings.module.js';
import { SigningKeyModule } from './signing-key.module.js';
import { SigningKeyService } from './signing-key.service.js';

const MASTER_KEY = Buffer.alloc(32, 1);
const MAX_EXPIRY_SECONDS = 3_600;
/** Seconds after its successor began to sign for which a key stays published: until its last token has expired, and 5 minutes more. */
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
  const imports = [SettingsModule.forRoot(settings), persistence, LogModule, SigningKeyModule];
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
  await service.createFirst(domain.id, await generateSigningKey('ES256'));
  return domain.id;
}

async function revisionOf(domainId: string): Promise<string> {
  const [row] = await sql<{ revision: string }>(database.url, 'SELECT revision FROM domain WHERE id = $1', [domainId]);
  return row!.revision;
}

/** Seconds from now until each key signs, the newest key first. */
async function leads(domainId: string): Promise<number[]> {
  const rows = await sql<{ lead: number }>(
    database.url,
    'SELECT extract(epoch FROM signs_from - now())::float8 AS lead FROM signing_key WHERE domain_id = $1 ORDER BY signs_from DESC',
    [domainId],
  );
  return rows.map(({ lead }) => lead);
}

/** Makes everything about the domain's keys older. */
async function age(domainId: string, interval: string): Promise<void> {
  const older = 'signs_from = signs_from - $2::interval, created_at = created_at - $2::interval';
  await sql(database.url, `UPDATE signing_key SET ${older} WHERE domain_id = $1`, [domainId, interval]);
}

function kidsOf(stored: readonly SigningKey[]): string[] {
  return stored.map(({ kid }) => kid);
}

describe('the first key of a domain', () => {
  it('signs immediately', async () => {
    const [lead, ...others] = await leads(await createDomain());

    expect(others).toEqual([]);
    expect(lead).toBeLessThanOrEqual(0);
  });

  it('is encrypted, and bound to its domain and kid', async () => {
    const [key] = await keys.list(await createDomain());
    const encryptor = new Encryptor([MASTER_KEY]);

    const opened = encryptor.decrypt(key!.privateKey, signingKeyContext(key!.domainId, key!.kid));

    expect(importPrivateKey(opened).asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' });
    expect(key!.privateKey.includes(opened.subarray(-32))).toBe(false);
    expect(() => encryptor.decrypt(key!.privateKey, signingKeyContext(subscriptionId, key!.kid))).toThrow();
    expect(JSON.stringify(key!.publicJwk)).not.toMatch(/"d":/);
  });
});

describe('a rotation', () => {
  it('publishes the next key 600 seconds before it signs, and keeps the one that signs', async () => {
    const domainId = await createDomain();
    const before = await keys.list(domainId);
    const revision = await revisionOf(domainId);

    const kid = await service.rotate(domainId, null);

    const after = await keys.list(domainId);
    expect(kidsOf(after)).toEqual([kid, ...kidsOf(before)]);
    const [next, present] = await leads(domainId);
    expect(next).toBeGreaterThan(590);
    expect(next).toBeLessThanOrEqual(600);
    expect(present).toBeLessThanOrEqual(0);
    expect(await revisionOf(domainId)).not.toBe(revision);
  });

  it.each<[SigningAlgorithm, object]>([
    ['RS256', { kty: 'RSA', e: 'AQAB' }],
    ['EdDSA', { kty: 'OKP', crv: 'Ed25519' }],
    ['ES256', { kty: 'EC', crv: 'P-256' }],
  ])('can change the algorithm to %s, which later keys keep', async (algorithm, jwk) => {
    const domainId = await createDomain();

    const kid = await service.rotate(domainId, algorithm);
    await age(domainId, '1 hour');
    await service.rotate(domainId, null);

    const [newest, newer] = await keys.list(domainId);
    expect(newer).toMatchObject({ kid, algorithm, publicJwk: { ...jwk, kid, alg: algorithm, use: 'sig' } });
    expect(newest).toMatchObject({ algorithm });
  });

  it('of a domain that is gone or in deletion does nothing', async () => {
    const domainId = await createDomain();
    await sql(database.url, `UPDATE domain SET status = 'deleting' WHERE id = $1`, [domainId]);

    expect(await service.rotate(domainId, null)).toBeNull();
    expect(await service.rotate(subscriptionId, null)).toBeNull();
    expect(await keys.list(domainId)).toHaveLength(1);
  });
});

describe('the rotation by schedule', () => {
  it('includes domains whose newest key is older than the given days', async () => {
    const [young, old, deleting] = [await createDomain(), await createDomain(), await createDomain()];
    await age(young, '89 days 23 hours');
    await age(old, '90 days 1 minute');
    await age(deleting, '100 days');
    await sql(database.url, `UPDATE domain SET status = 'deleting' WHERE id = $1`, [deleting]);

    expect(await service.rotateDue(90)).toBe(1);

    const counts = await Promise.all([young, old, deleting].map(async (id) => (await keys.list(id)).length));
    expect(counts).toEqual([1, 2, 1]);
    expect(await service.rotateDue(90)).toBe(0);
  });

  it('happens once, however many replicas attempt it', async () => {
    const domainId = await createDomain();
    await age(domainId, '91 days');
    const replicas = [service, (await open()).get(SigningKeyService), (await open()).get(SigningKeyService)];
    const lock = new pg.Client(database.url);
    await lock.connect();
    await lock.query('BEGIN');
    await lock.query('SELECT FROM domain FOR UPDATE');

    // All of them find it due, and wait for one another.
    const rotations = replicas.map((replica) => replica.rotateDue(90));
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await eventually(async () => (await sql(database.url, waiting)).length === replicas.length);
    await lock.query('COMMIT');
    await lock.end();
    await Promise.all(rotations);

    expect(await keys.list(domainId)).toHaveLength(2);
  });

  it('keeps the algorithm', async () => {
    const domainId = await createDomain();
    await service.rotate(domainId, 'EdDSA');
    await age(domainId, '91 days');

    await service.rotateDue(90);

    expect((await keys.list(domainId))[0]).toMatchObject({ algorithm: 'EdDSA' });
  });
});

describe('a superseded key', () => {
  it('is unpublished once the last token that it signed has expired, and not earlier', async () => {
    const domainId = await createDomain();
    const kid = await service.rotate(domainId, null);
    await age(domainId, `${600 + KEPT - 10} seconds`);
    const revision = await revisionOf(domainId);

    expect(await service.retire()).toBe(0);
    expect(await keys.list(domainId)).toHaveLength(2);
    expect(await revisionOf(domainId)).toBe(revision);

    await age(domainId, '11 seconds');

    expect(await service.retire()).toBe(1);
    expect(kidsOf(await keys.list(domainId))).toEqual([kid]);
    expect(await revisionOf(domainId)).not.toBe(revision);
  });

  it('stays published as long as the longest expiry that a client ever had', async () => {
    const domainId = await createDomain();
    await service.rotate(domainId, null);
    await sql(database.url, 'UPDATE domain SET longest_expiry = 86400 WHERE id = $1', [domainId]);

    await age(domainId, `${600 + 86_400 + 290} seconds`);
    expect(await service.retire()).toBe(0);

    await age(domainId, '11 seconds');
    expect(await service.retire()).toBe(1);
  });

  it('is unpublished with all others of its domain that are due', async () => {
    const [domainId, other] = [await createDomain(), await createDomain()];
    await service.rotate(domainId, null);
    await age(domainId, '2 days');
    await service.rotate(domainId, null);
    await age(domainId, '2 days');
    const kid = await service.rotate(domainId, null);
    const revision = await revisionOf(other);

    expect(await service.retire()).toBe(2);

    const left = await keys.list(domainId);
    expect(left).toHaveLength(2);
    expect(left[0]!.kid).toBe(kid);
    expect(await keys.list(other)).toHaveLength(1);
    expect(await revisionOf(other)).toBe(revision);
  });
});

describe('the only key of a domain', () => {
  it('is never unpublished, however old', async () => {
    const domainId = await createDomain();
    await age(domainId, '10 years');

    expect(await service.retire()).toBe(0);
    expect(await keys.list(domainId)).toHaveLength(1);
  });
});
