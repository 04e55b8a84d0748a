import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Rows } from '../../../../test/support/rows.js';
import { createPersistenceFixture, type PersistenceFixture } from '../persistence.fixture.js';
import { PasskeyRepository } from './passkey.repository.js';

const CREDENTIAL_ID = Buffer.from('a credential id that two domains have');

let persistence: PersistenceFixture;
let rows: Rows;
let passkeys: PasskeyRepository;

beforeAll(async () => {
  persistence = await createPersistenceFixture();
  ({ rows } = persistence);
  passkeys = new PasskeyRepository(persistence.database);
});

afterAll(() => persistence.end());

interface Owner {
  domainId: string;
  sub: string;
}

/** A new domain with a user who has the passkey. */
async function createOwner(): Promise<Owner & { id: string }> {
  const domainId = await rows.domain();
  const { sub } = await rows.insert<{ sub: string }>('end_user', { domain_id: domainId });
  const { id } = await rows.insert('passkey', { domain_id: domainId, sub, credential_id: CREDENTIAL_ID, sign_count: 7 });
  return { domainId, sub, id };
}

let one: Owner & { id: string };
let other: Owner & { id: string };

beforeEach(async () => {
  [one, other] = [await createOwner(), await createOwner()];
});

describe('stored passkeys', () => {
  it('are found by their credential id only in their own domain', async () => {
    expect(await passkeys.findByCredential(one.domainId, CREDENTIAL_ID)).toMatchObject({ sub: one.sub });
    expect(await passkeys.findByCredential(other.domainId, CREDENTIAL_ID)).toMatchObject({ sub: other.sub });
    expect(await passkeys.findByCredential(await rows.domain(), CREDENTIAL_ID)).toBeNull();
  });

  it('are not found for an inactive user', async () => {
    await rows.query('UPDATE end_user SET active = false WHERE domain_id = $1', [one.domainId]);

    expect(await passkeys.findByCredential(one.domainId, CREDENTIAL_ID)).toBeNull();
  });

  it('cannot be renamed or deleted by another domain or user', async () => {
    for (const wrong of [
      { ...one, domainId: other.domainId },
      { ...one, sub: other.sub },
    ]) {
      expect([await passkeys.rename(wrong, 'stolen'), await passkeys.delete(wrong)]).toEqual([false, false]);
    }
  });

  it('are stored only while the user has room, even by ten concurrent calls', async () => {
    const create = (n: number) =>
      passkeys.create(
        {
          domainId: one.domainId,
          sub: one.sub,
          credentialId: Buffer.from(`credential ${n}`),
          publicKey: Buffer.from('a key'),
          signCount: '0',
          transports: [],
          aaguid: '00000000-0000-4000-8000-000000000000',
          backupEligible: false,
          backedUp: false,
          name: `Passkey ${n}`,
        },
        3,
      );

    const stored = await Promise.all(Array.from({ length: 10 }, (_, n) => create(n)));

    expect(stored.filter((passkey) => passkey !== null)).toHaveLength(2);
    expect(await passkeys.list(one.domainId, one.sub)).toHaveLength(3);
  });

  it.each([
    [6, false],
    [7, false],
    [8, true],
  ])('compare the counter 7 with the counter %d of an assertion: %s', async (counter, isAccepted) => {
    const use = { domainId: one.domainId, id: one.id, signCount: String(counter), backedUp: false };

    expect(await passkeys.recordUse(use)).toBe(isAccepted);
    expect(await passkeys.recordUse({ ...use, domainId: other.domainId, signCount: '9' })).toBe(false);
  });
});
