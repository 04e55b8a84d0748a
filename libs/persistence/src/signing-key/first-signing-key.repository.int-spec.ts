import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Rows } from '../../../../test/support/rows.js';
import { createPersistenceFixture, type PersistenceFixture } from '../persistence.fixture.js';
import { FirstSigningKeyRepository } from './first-signing-key.repository.js';
import { SigningKeyRepository } from './signing-key.repository.js';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

let persistence: PersistenceFixture;
let rows: Rows;
let keys: SigningKeyRepository;
let firstKeys: FirstSigningKeyRepository;

beforeAll(async () => {
  persistence = await createPersistenceFixture();
  rows = persistence.rows;
  keys = new SigningKeyRepository(persistence.database);
  firstKeys = new FirstSigningKeyRepository(persistence.database, keys);
});

afterAll(() => persistence.end());

function newKey(domainId: string, kid: string) {
  return { domainId, kid, algorithm: 'RS256' as const, publicJwk: { kid, kty: 'RSA' }, privateKey: Buffer.from('encrypted') };
}

async function readRevision(domainId: string): Promise<number> {
  const [row] = await rows.query<{ revision: string }>('SELECT revision FROM domain WHERE id = $1', [domainId]);
  return Number(row!.revision);
}

describe('first key of an algorithm', () => {
  it("is stored once by concurrent callers, and raises its domain's revision", async () => {
    const domainId = await rows.domain();
    const before = await readRevision(domainId);

    const stored = await Promise.all(['a', 'b', 'c'].map((kid) => firstKeys.create(newKey(domainId, kid))));

    expect(stored.toSorted()).toEqual([false, false, true]);
    expect(await keys.list(domainId)).toHaveLength(1);
    expect(await readRevision(domainId)).toBeGreaterThan(before);
  });

  it('is stored beside a key of another algorithm, and signs immediately', async () => {
    const domainId = await rows.domain();
    await rows.insert('signing_key', { domain_id: domainId, kid: 'es256', algorithm: 'ES256', signs_from: new Date(0) });

    expect(await firstKeys.create(newKey(domainId, 'first'))).toBe(true);
    expect((await keys.list(domainId))[0]!.signsFrom.getTime()).toBeLessThan(Date.now() + 60_000);
  });

  it('is not stored for a domain that is gone or being deleted', async () => {
    const domainId = await rows.domain({ status: 'deleting' });

    expect([await firstKeys.create(newKey(domainId, 'a')), await firstKeys.create(newKey(UNKNOWN_ID, 'a'))]).toEqual([false, false]);
    expect(await keys.list(domainId)).toEqual([]);
  });
});
