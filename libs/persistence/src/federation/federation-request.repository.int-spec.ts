import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Rows } from '../../../../test/support/rows.js';
import { createPersistenceFixture, type PersistenceFixture } from '../persistence.fixture.js';
import { FederationRequestRepository, type FederationRequestKey } from './federation-request.repository.js';

const PARAMETERS = { issuer: 'https://login.example.com', uid: 'an-interaction', clientId: 'app', maxAge: null };

let persistence: PersistenceFixture;
let rows: Rows;
let requests: FederationRequestRepository;
let key: FederationRequestKey;

beforeAll(async () => {
  persistence = await createPersistenceFixture();
  ({ rows } = persistence);
  requests = new FederationRequestRepository(persistence.database);
});

afterAll(() => persistence.end());

beforeEach(async () => {
  key = { domainId: await rows.domain(), stateHash: randomBytes(32), browserHash: randomBytes(32), provider: 'acme' };
  await requests.create({ ...key, ...PARAMETERS }, { lifetime: 600, limit: 100 });
});

describe('federation requests', () => {
  it('are consumed once, and found afterwards', async () => {
    expect(await requests.consume(key)).toMatchObject({ uid: PARAMETERS.uid });
    expect(await requests.consume(key)).toBeNull();
    expect(await requests.findAnsweredOrExpired(key)).toMatchObject({ used: true });
  });

  it.each<[string, () => Promise<Partial<FederationRequestKey>>]>([
    ['browser', async () => ({ browserHash: randomBytes(32) })],
    ['domain', async () => ({ domainId: await rows.domain() })],
    ['state', async () => ({ stateHash: randomBytes(32) })],
    ['identity provider', async () => ({ provider: 'other' })],
  ])('are neither consumed nor found with another %s', async (_what, createDifference) => {
    const other = { ...key, ...(await createDifference()) };

    expect([await requests.consume(other), await requests.findAnsweredOrExpired(other)]).toEqual([null, null]);
    expect(await requests.consume(key)).not.toBeNull();
  });

  it('are not consumed after their lifetime', async () => {
    await rows.query('UPDATE federation_request SET expires_at = now() WHERE domain_id = $1', [key.domainId]);

    expect(await requests.consume(key)).toBeNull();
    expect(await requests.findAnsweredOrExpired(key)).toMatchObject({ used: false });
  });
});
