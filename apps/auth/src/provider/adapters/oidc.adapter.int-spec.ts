import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  Database,
  DatabaseModule,
  OidcPayloadPersistenceModule,
  OidcPayloadRepository,
  PendingPayloadRepository,
} from '@latchkey/persistence';
import type { AdapterPayload } from 'oidc-provider';
import { createTestDatabase, TEST_TIMEOUTS, type TestDatabase } from '../../../../../test/support/database.js';
import { Rows } from '../../../../../test/support/rows.js';
import { randomBytes } from 'node:crypto';
import { Encryptor, PersonalDataCipher } from '@latchkey/crypto';
import { ClientAddressService } from '../../domain/client-address.service.js';
import { PendingLimitService } from '../../domain/pending-limit.service.js';
import { OidcAdapter } from './oidc.adapter.js';
import { PendingPayloadService } from './pending-payload.service.js';
import { PayloadSerializer } from './payload-serializer.js';

const AT_ONCE = 50;
const HOUR = 3_600;
const LIMITS = { RATE_LIMIT: 'off', SIGN_INS_PER_ADDRESS: 1, SIGN_INS_PER_DOMAIN: 10 } as const;
const encryptor = new Encryptor([randomBytes(32)]);

let database: TestDatabase;
let rows: Rows;
let context: INestApplicationContext;
/** Two domains. */
let here: string;
let there: string;

beforeAll(async () => {
  database = await createTestDatabase();
  rows = new Rows(database.url);
  const options = {
    url: database.url,
    poolSize: 10,
    ...TEST_TIMEOUTS,
    personalData: new PersonalDataCipher([Buffer.alloc(32)]),
    onWait: () => undefined,
  };
  class Root {}
  const imports = [DatabaseModule.forRoot(options), OidcPayloadPersistenceModule];
  context = await NestFactory.createApplicationContext({ module: Root, imports }, { logger: false });
});

beforeEach(async () => {
  [here, there] = await Promise.all([rows.domain(), rows.domain()]);
});

afterAll(async () => {
  await context.close();
  await rows.end();
  await database.drop();
});

function adapter(domainId: string, model: string): OidcAdapter {
  const pending = new PendingPayloadService(
    context.get(PendingPayloadRepository),
    new PendingLimitService(LIMITS, context.get(Database), new ClientAddressService({ TRUST_PROXY: 0 })),
  );
  const storage = { domainId, payloads: context.get(OidcPayloadRepository), stored: new PayloadSerializer(encryptor, domainId), pending };
  return new OidcAdapter(storage, model);
}

function payload(values: AdapterPayload = {}): AdapterPayload {
  return { kind: 'any', jti: 'id', exp: 1, ...values };
}

/** The outcome of concurrent attempts: how many succeeded, and why the others failed. */
async function race(attempt: () => Promise<unknown>): Promise<{ successes: number; reasons: string[] }> {
  const results = await Promise.allSettled(Array.from({ length: AT_ONCE }, attempt));
  const failures = results.filter((result) => result.status === 'rejected').map(({ reason }) => (reason as { error: string }).error);
  return { successes: AT_ONCE - failures.length, reasons: [...new Set(failures)] };
}

describe('stored payloads of a domain', () => {
  const stored: AdapterPayload = { uid: 'uid', grantId: 'grant' };

  beforeEach(async () => {
    stored.accountId = (await rows.insert<{ sub: string }>('end_user', { domain_id: here })).sub;
  });

  it('finds a payload by id and uid, only in its domain and model', async () => {
    await adapter(here, 'Session').upsert('id', payload(stored), HOUR);

    const find = (domainId: string, model: string) => {
      const records = adapter(domainId, model);
      return Promise.all([records.find('id'), records.findByUid('uid')]);
    };
    const { jti, ...known } = payload(stored);
    const kept = expect.objectContaining(known);
    expect(await find(here, 'Session')).toEqual([expect.objectContaining({ ...known, jti }), kept]);
    expect(await find(there, 'Session')).toEqual([undefined, undefined]);
    expect(await find(here, 'Grant')).toEqual([undefined, undefined]);
  });

  it('scopes ids by domain: the same id in two domains identifies two records', async () => {
    await Promise.all([
      adapter(here, 'Interaction').upsert('id', payload({ iss: 'here' }), HOUR),
      adapter(there, 'Interaction').upsert('id', payload({ iss: 'there' }), HOUR),
    ]);

    expect(await adapter(here, 'Interaction').find('id')).toEqual(payload({ iss: 'here' }));
    expect(await adapter(there, 'Interaction').find('id')).toEqual(payload({ iss: 'there' }));
  });

  it('does not use, end or revoke a payload of another domain', async () => {
    await adapter(here, 'AuthorizationCode').upsert('id', payload(stored), HOUR);
    const other = adapter(there, 'AuthorizationCode');

    await expect(other.consume('id')).rejects.toMatchObject({ error: 'invalid_grant' });
    await other.destroy('id');
    await other.revokeByGrantId('grant');

    expect(await adapter(here, 'AuthorizationCode').find('id')).toEqual(payload(stored));
  });

  it('does not find an expired payload', async () => {
    await adapter(here, 'Session').upsert('id', payload(stored), -1);

    expect(await adapter(here, 'Session').find('id')).toBeUndefined();
    expect(await adapter(here, 'Session').findByUid('uid')).toBeUndefined();
  });

  it('deletes all payloads of a grant, whatever their model', async () => {
    await adapter(here, 'AuthorizationCode').upsert('id', payload({ grantId: 'grant' }), HOUR);
    await adapter(here, 'RefreshToken').upsert('id', payload({ grantId: 'grant' }), HOUR);
    await adapter(here, 'RefreshToken').upsert('other', payload({ grantId: 'other' }), HOUR);

    await adapter(here, 'Grant').revokeByGrantId('grant');

    expect(await adapter(here, 'AuthorizationCode').find('id')).toBeUndefined();
    expect(await adapter(here, 'RefreshToken').find('id')).toBeUndefined();
    expect(await adapter(here, 'RefreshToken').find('other')).toBeDefined();
  });

  it.each(['\0', 'a\0b'])('finds nothing for a value that PostgreSQL cannot store: %j', async (id) => {
    const records = adapter(here, 'Session');

    const found = await Promise.all([records.find(id), records.findByUid(id)]);
    expect(found).toEqual([undefined, undefined]);
  });
});

describe('interaction payloads', () => {
  it('stores an interaction without its id, session id and request id, and restores them', async () => {
    const secrets = { jti: 'id', session: { uid: 'uid', cookie: 'the-session' }, parJti: 'the-request' };

    await adapter(here, 'Interaction').upsert('id', payload(secrets as AdapterPayload), HOUR);

    const [row] = await rows.query<{ payload: Record<string, unknown> }>('SELECT payload FROM oidc_payload WHERE domain_id = $1', [here]);
    expect(row!.payload).toEqual({ kind: 'any', exp: 1, session: { uid: 'uid' }, parJti: expect.not.stringContaining('the-request') });
    expect(await adapter(here, 'Interaction').find('id')).toEqual(payload({ ...secrets, session: { uid: 'uid' } } as AdapterPayload));
  });
});

describe('authorization codes', () => {
  it(`consumes a code once under concurrency; another attempt revokes the whole grant`, async () => {
    for (let round = 0; round < 10; round += 1) {
      const [id, grantId] = [`code-${round}`, `grant-${round}`];
      await adapter(here, 'AuthorizationCode').upsert(id, payload({ grantId }), HOUR);
      await adapter(here, 'RefreshToken').upsert(`token-${round}`, payload({ grantId }), HOUR);

      const { successes, reasons } = await race(() => adapter(here, 'AuthorizationCode').consume(id));

      expect({ successes, reasons }).toEqual({ successes: 1, reasons: ['invalid_grant'] });
      expect(await adapter(here, 'RefreshToken').find(`token-${round}`)).toBeUndefined();
    }
  });

  it('stores the time at which a code was used', async () => {
    const codes = adapter(here, 'AuthorizationCode');
    await codes.upsert('id', payload(), HOUR);

    await codes.consume('id');

    const { consumed } = (await codes.find('id')) as { consumed: number };
    expect(Math.abs(consumed - Date.now() / 1_000)).toBeLessThan(5);
  });
});

describe('a proof', () => {
  it('accepts a proof once under concurrency', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { successes, reasons } = await race(() => adapter(here, 'ReplayDetection').upsert(`proof-${round}`, payload(), HOUR));

      expect({ successes, reasons }).toEqual({ successes: 1, reasons: ['invalid_request'] });
    }
  });

  it('does not find a proof in another domain, or after expiry', async () => {
    await adapter(here, 'ReplayDetection').upsert('proof', payload(), HOUR);
    await adapter(there, 'ReplayDetection').upsert('proof', payload(), -1);

    await expect(adapter(there, 'ReplayDetection').upsert('proof', payload(), HOUR)).resolves.toBeUndefined();
    await expect(adapter(there, 'ReplayDetection').upsert('proof', payload(), HOUR)).rejects.toMatchObject({ error: 'invalid_request' });
  });
});
