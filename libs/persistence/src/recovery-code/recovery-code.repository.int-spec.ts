import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { hashOf } from '../../../../test/support/rows.js';
import { createPersistenceFixture, type PersistenceFixture } from '../persistence.fixture.js';
import { RecoveryCodeRepository, type RecoveryCodeOwner, type DisplayedRecoveryCode } from './recovery-code.repository.js';

const CODE_COUNT = 10;
const DISPLAY = { place: 'a sign-in', seconds: 600 };

let persistence: PersistenceFixture;
let codes: RecoveryCodeRepository;
let owner: RecoveryCodeOwner;

beforeAll(async () => {
  persistence = await createPersistenceFixture();
  codes = new RecoveryCodeRepository(persistence.database);
});

afterAll(() => persistence.end());

beforeEach(async () => {
  const domainId = await persistence.rows.domain();
  const { sub } = await persistence.rows.insert<{ sub: string }>('end_user', { domain_id: domainId });
  owner = { domainId, sub };
});

function makeSet(name: string): DisplayedRecoveryCode[] {
  return Array.from({ length: CODE_COUNT }, (_, n) => ({ hash: hashOf(`${name}-${n}`), encrypted: Buffer.from('encrypted') }));
}

/** Callers also lock the user: see CredentialChangeService. These tests pass without that lock. */
describe('stored recovery codes', () => {
  it('all come from one of ten concurrent calls', async () => {
    const sets = Array.from({ length: 10 }, (_, n) => makeSet(`set ${n}`));

    await Promise.all(sets.map((set) => codes.replace(owner, set, DISPLAY)));

    expect(await codes.count(owner)).toBe(CODE_COUNT);
  });

  it('are each consumed by only one of ten concurrent calls', async () => {
    const [code, ...others] = makeSet('set');
    await codes.replace(owner, [code!, ...others], DISPLAY);

    const consumed = await Promise.all(Array.from({ length: 10 }, () => codes.consume(owner, code!.hash)));

    expect(consumed.filter(Boolean)).toHaveLength(1);
    expect(await codes.count(owner)).toBe(CODE_COUNT - 1);
  });
});
