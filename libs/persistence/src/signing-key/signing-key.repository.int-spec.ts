import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Row, Rows } from '../../../../test/support/rows.js';
import { createPersistenceFixture, type PersistenceFixture } from '../persistence.fixture.js';
import { SigningKeyRepository } from './signing-key.repository.js';
import type { StoredSigningAlgorithm } from '../domain/domain.entity.js';

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 86_400;
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

let persistence: PersistenceFixture;
let rows: Rows;
let keys: SigningKeyRepository;

beforeAll(async () => {
  persistence = await createPersistenceFixture();
  rows = persistence.rows;
  keys = new SigningKeyRepository(persistence.database);
});

afterAll(() => persistence.end());

beforeEach(() => rows.query('WITH keys AS (DELETE FROM signing_key) DELETE FROM domain'));

/** The time this many seconds ago, or in the future for a negative number. */
const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000);

async function key(domainId: string, kid: string, signedSince: number, algorithm: StoredSigningAlgorithm = 'ES256'): Promise<void> {
  await rows.insert('signing_key', { domain_id: domainId, kid, algorithm, signs_from: ago(signedSince), created_at: ago(signedSince) });
}

async function listKids(domainId: string): Promise<string[]> {
  return (await keys.list(domainId)).map(({ kid }) => kid);
}

async function readRevision(domainId: string): Promise<number> {
  const [row] = await rows.query<{ revision: string }>('SELECT revision FROM domain WHERE id = $1', [domainId]);
  return Number(row!.revision);
}

function newKey(domainId: string, kid: string, leadSeconds: number) {
  return { domainId, kid, algorithm: 'ES256' as const, publicJwk: { kid, kty: 'EC' }, privateKey: Buffer.from('encrypted'), leadSeconds };
}

describe('new signing keys', () => {
  it('are published now and sign after their lead time', async () => {
    const domainId = await rows.domain();

    await keys.create(newKey(domainId, 'next', 600));

    const [stored, ...others] = await keys.list(domainId);
    expect(others).toEqual([]);
    expect(stored).toEqual({
      domainId,
      kid: 'next',
      algorithm: 'ES256',
      publicJwk: { kid: 'next', kty: 'EC' },
      privateKey: Buffer.from('encrypted'),
      createdAt: expect.any(Date),
      signsFrom: new Date(stored!.createdAt.getTime() + 600_000),
    });
    expect(Math.abs(stored!.createdAt.getTime() - Date.now())).toBeLessThan(60_000);
  });

  it('are listed before older ones, and in no other domain', async () => {
    const [domainId, other] = [await rows.domain(), await rows.domain()];
    await key(domainId, 'old', 10);
    await key(other, 'foreign', 5);
    await keys.create(newKey(domainId, 'next', 600));
    await keys.create(newKey(domainId, 'now', 0));

    expect(await listKids(domainId)).toEqual(['next', 'now', 'old']);
  });

  it('are not stored twice, or for an unknown domain', async () => {
    const domainId = await rows.domain();
    await keys.create(newKey(domainId, 'key', 0));

    await expect(keys.create(newKey(domainId, 'key', 0))).rejects.toMatchObject({ driverError: { constraint: 'signing_key_pk' } });
    await expect(keys.create(newKey(UNKNOWN_ID, 'key', 0))).rejects.toMatchObject({ driverError: { constraint: 'signing_key_domain' } });
  });
});

async function listDomains(): Promise<string[]> {
  return (await rows.query<{ id: string }>('SELECT id FROM domain')).map(({ id }) => id);
}

async function retire(graceSeconds: number): Promise<number> {
  return keys.retire(await listDomains(), graceSeconds);
}

describe('superseded signing keys', () => {
  const GRACE = 600;

  it('stay published until the last token that they signed has expired', async () => {
    const domainId = await rows.domain({ longest_expiry: HOUR_SECONDS });
    await key(domainId, 'old', DAY_SECONDS);
    await key(domainId, 'new', HOUR_SECONDS + GRACE - 30);

    const retired = await retire(GRACE);

    expect([retired, await listKids(domainId)]).toEqual([0, ['new', 'old']]);
  });

  it('are removed afterwards', async () => {
    const domainId = await rows.domain({ longest_expiry: HOUR_SECONDS });
    await key(domainId, 'old', DAY_SECONDS);
    await key(domainId, 'new', HOUR_SECONDS + GRACE + 30);

    const retired = await retire(GRACE);

    expect([retired, await listKids(domainId)]).toEqual([1, ['new']]);
  });

  it('stay published as long as the longest expiry that a client of their domain ever had', async () => {
    const [short, long] = [await rows.domain({ longest_expiry: 60 }), await rows.domain({ longest_expiry: 31_536_000 })];
    for (const domainId of [short, long]) {
      await key(domainId, 'old', 300 * DAY_SECONDS);
      await key(domainId, 'new', 200 * DAY_SECONDS);
    }

    const retired = await retire(GRACE);

    expect([retired, await listKids(short), await listKids(long)]).toEqual([1, ['new'], ['new', 'old']]);
  });

  it('count from the first key that superseded them, not from the newest', async () => {
    const domainId = await rows.domain({ longest_expiry: HOUR_SECONDS });
    await key(domainId, 'first', 4 * HOUR_SECONDS);
    await key(domainId, 'second', 2 * HOUR_SECONDS);
    await key(domainId, 'third', HOUR_SECONDS / 2);

    const retired = await retire(GRACE);

    expect([retired, await listKids(domainId)]).toEqual([1, ['third', 'second']]);
  });

  it('are not superseded while the next key is published and does not sign yet', async () => {
    const domainId = await rows.domain({ longest_expiry: 60 });
    await key(domainId, 'signing', 900 * DAY_SECONDS);
    await key(domainId, 'next', -60);

    expect([await retire(0), await listKids(domainId)]).toEqual([0, ['next', 'signing']]);
  });

  it('are not superseded by a key of another algorithm', async () => {
    const domainId = await rows.domain({ longest_expiry: 60 });
    await key(domainId, 'old', 5 * DAY_SECONDS, 'RS256');
    await key(domainId, 'new', 4 * DAY_SECONDS);

    expect([await retire(GRACE), await listKids(domainId)]).toEqual([0, ['new', 'old']]);
  });

  it('are never the only key, however old', async () => {
    const domainId = await rows.domain({ longest_expiry: 60 });
    await key(domainId, 'only', 900 * DAY_SECONDS);

    expect([await retire(0), await listKids(domainId)]).toEqual([0, ['only']]);
  });

  it('are unpublished with all others that are due, and only their domains get a new revision', async () => {
    const [one, two, kept] = [await rows.domain({ longest_expiry: 60 }), await rows.domain({ longest_expiry: 60 }), await rows.domain()];
    await key(one, 'a', 5 * DAY_SECONDS);
    await key(one, 'b', 4 * DAY_SECONDS);
    await key(one, 'c', 3 * DAY_SECONDS);
    await key(two, 'd', 5 * DAY_SECONDS);
    await key(two, 'e', 4 * DAY_SECONDS);
    await key(kept, 'f', 5 * DAY_SECONDS);
    const before = [await readRevision(one), await readRevision(two), await readRevision(kept)] as const;

    const retired = await retire(GRACE);

    expect([retired, await listKids(one), await listKids(two)]).toEqual([3, ['c'], ['e']]);
    expect([await readRevision(one), await readRevision(two)].every((revision) => revision > Math.max(...before))).toBe(true);
    expect(await readRevision(kept)).toBe(before[2]);
  });

  it('stay with a domain that was not requested', async () => {
    const [one, other] = [await rows.domain({ longest_expiry: 60 }), await rows.domain({ longest_expiry: 60 })];
    for (const domainId of [one, other]) {
      await key(domainId, 'old', 5 * DAY_SECONDS);
      await key(domainId, 'new', 4 * DAY_SECONDS);
    }

    expect([await keys.retire([one], GRACE), await listKids(one), await listKids(other)]).toEqual([1, ['new'], ['new', 'old']]);
  });

  it('are removed once by two concurrent replicas', async () => {
    const domainId = await rows.domain({ longest_expiry: 60 });
    await key(domainId, 'old', 5 * DAY_SECONDS);
    await key(domainId, 'new', 4 * DAY_SECONDS);

    const retired = await Promise.all([retire(GRACE), retire(GRACE)]);

    expect(retired.toSorted()).toEqual([0, 1]);
  });
});

describe('key rotation of a domain', () => {
  const ALGORITHMS = { required: 'ES256', lazy: 'RS256' } as const;
  const list = async () => keys.listDueForRotation(await listDomains(), 90, ALGORITHMS);
  const isDue = (domainId: string, algorithm: StoredSigningAlgorithm = 'ES256') =>
    keys.isDueForRotation({ domainId, algorithm }, 90, ALGORITHMS);

  /** A domain that signs only with ES256. */
  const domain = (values: Row = {}) => rows.domain({ id_token_algorithms: ['ES256'], access_token_algorithms: ['ES256'], ...values });

  it('is due when its newest key is old enough, and not before', async () => {
    const [due, fresh] = [await domain(), await domain()];
    await key(due, 'older', 91 * DAY_SECONDS);
    await key(due, 'newest', 90 * DAY_SECONDS + 60);
    await key(fresh, 'fresh', 90 * DAY_SECONDS - 60);

    expect(await list()).toEqual([{ domainId: due, algorithm: 'ES256' }]);
    expect([await isDue(due), await isDue(fresh)]).toEqual([true, false]);
  });

  it('is not due if it was not requested', async () => {
    const due = await domain();
    await key(due, 'old', 91 * DAY_SECONDS);

    expect([await keys.listDueForRotation([], 90, ALGORITHMS), await keys.listDueForRotation([UNKNOWN_ID], 90, ALGORITHMS)]).toEqual([
      [],
      [],
    ]);
  });

  it('is due separately for each of its algorithms', async () => {
    const domainId = await domain();
    await key(domainId, 'es256', DAY_SECONDS);
    await key(domainId, 'rs256', 91 * DAY_SECONDS, 'RS256');
    await key(domainId, 'eddsa', 91 * DAY_SECONDS, 'EdDSA');

    expect(await list()).toEqual([
      { domainId, algorithm: 'EdDSA' },
      { domainId, algorithm: 'RS256' },
    ]);
    expect([await isDue(domainId), await isDue(domainId, 'RS256')]).toEqual([false, true]);
  });

  it('is due for a required algorithm, or one that it signs with, if it has no key of it', async () => {
    const domainId = await domain({ id_token_algorithms: ['PS256', 'EdDSA'], access_token_algorithms: ['RS256'] });
    await key(domainId, 'rs256', DAY_SECONDS, 'RS256');

    expect((await list()).map(({ algorithm }) => algorithm)).toEqual(['ES256', 'EdDSA', 'PS256']);
    expect([await isDue(domainId), await isDue(domainId, 'RS256')]).toEqual([true, false]);
  });

  it('is not due for the lazy algorithm before its first key, although it signs with it', async () => {
    const domainId = await domain({ id_token_algorithms: ['RS256', 'EdDSA'], access_token_algorithms: ['RS256'] });
    await key(domainId, 'es256', DAY_SECONDS);

    expect((await list()).map(({ algorithm }) => algorithm)).toEqual(['EdDSA']);
    expect(await isDue(domainId, 'RS256')).toBe(false);
  });

  it('is not due while its next key is published and does not sign yet', async () => {
    const domainId = await domain();
    await key(domainId, 'old', 91 * DAY_SECONDS);
    await keys.create(newKey(domainId, 'next', 600));

    expect([await list(), await isDue(domainId)]).toEqual([[], false]);
  });

  it('is not due during its deletion, or if it no longer exists', async () => {
    const domainId = await domain({ status: 'deleting' });
    await key(domainId, 'old', 91 * DAY_SECONDS);

    expect([await list(), await isDue(domainId), await isDue(UNKNOWN_ID)]).toEqual([[], false, false]);
  });

  it('is listed with all others, in a stable order', async () => {
    const due = await Promise.all(Array.from({ length: 5 }, () => domain()));
    for (const domainId of due) await key(domainId, 'old', 91 * DAY_SECONDS);

    expect((await list()).map(({ domainId }) => domainId)).toEqual(due.toSorted());
  });
});
