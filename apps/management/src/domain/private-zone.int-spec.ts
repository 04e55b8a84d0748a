import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startAuth, type Auth } from '../../../../test/support/auth.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { PRODUCTION_SETTINGS, startManagement, type Caller, type StartedManagement } from '../../../../test/support/management.js';
import { sql } from '../../../../test/support/sql.js';
import { createSubscription } from '../../../../test/support/subscription.js';

let database: TestDatabase;
/** Neither has a DNS server that responds. */
let management: StartedManagement;
let before: StartedManagement;
let auth: Auth;
let caller: Caller;
let stranger: Caller;

beforeAll(async () => {
  database = await createTestDatabase();
  const settings = {
    ...PRODUCTION_SETTINGS,
    WORKER: 'off',
    DNS_RESOLVERS: '127.0.0.1:9',
    DNS_TARGET: '10.0.0.7',
    BOOTSTRAP_API_KEY: 'k'.repeat(32),
  };
  management = await startManagement(database.url, { ...settings, PRIVATE_ZONES: 'corp.internal,lan,corp.example.com' });
  before = await startManagement(database.url, settings);
  auth = await startAuth(database.url);
});

afterAll(async () => {
  await Promise.all([management.stop(), before.stop(), auth.stop()]);
  await database.drop();
});

beforeEach(async () => {
  const [mine, theirs] = await Promise.all([createSubscription(database.url), createSubscription(database.url)]);
  [caller, stranger] = [management.as(mine.apiKey), management.as(theirs.apiKey)];
});

const isServed = async (name: string): Promise<boolean> => (await auth.send(name, '/.well-known/jwks.json')).status === 200;

describe('custom domains in a private zone', () => {
  it.each(['auth.corp.internal', 'a.b.corp.internal', 'auth.lan', 'id.corp.example.com', 'AUTH2.Corp.Internal.'])(
    'activates %s immediately in production, without a proof',
    async (input) => {
      const { status, json } = await caller.post('/v1/domain', { domain: input });
      const { domain } = json as { domain: string };

      expect([status, domain]).toEqual([201, input.toLowerCase().replace(/\.$/, '')]);
      expect(await isServed(domain)).toBe(true);
      expect((await caller.get(`/v1/domain/${domain}`)).json).toMatchObject({
        kind: 'custom',
        status: 'active',
        statusDetail: expect.stringMatching(/ is in the private zone (corp\.internal|lan|corp\.example\.com): it needs no proof/),
        dnsRecords: [
          { type: 'A', name: domain, value: '10.0.0.7', purpose: 'points to the auth server; is not checked', status: 'pending' },
        ],
        diagnoses: [],
        nextCheckAt: null,
      });
    },
  );

  it('still reports a conflict with another subscription', async () => {
    await caller.post('/v1/domain', { domain: 'shared.corp.internal' });

    expect(await stranger.post('/v1/domain', { domain: 'shared.corp.internal' })).toMatchObject({
      status: 400,
      json: { type: '/problems/domain-unavailable' },
    });
  });

  it.each(['auth.other.internal', 'auth.mycorp.internal', 'internal', 'corp.local'])('requires a proof for %s', async (domain) => {
    expect(await caller.post('/v1/domain', { domain })).toMatchObject({ status: 400, json: { errors: [{ pointer: '/domain' }] } });
  });

  it('activates a waiting domain with the next check, without DNS queries', async () => {
    const domain = 'waiting.corp.example.com';
    expect((await before.as(caller.apiKey).post('/v1/domain', { domain })).status).toBe(201);
    expect(await isServed(domain)).toBe(false);

    expect((await caller.post(`/v1/domain/${domain}/verify`)).json).toMatchObject({ status: 'active', diagnoses: [] });
    expect(await isServed(domain)).toBe(true);
    await sql(database.url, 'UPDATE domain SET next_check_at = now() WHERE name = $1', [domain]);
    expect((await caller.post(`/v1/domain/${domain}/verify`)).json).toMatchObject({ status: 'active' });
  });
});
