import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startAuth, type Auth } from '../../../../test/support/auth.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { eventually } from '../../../../test/support/eventually.js';
import type { Answer } from '../../../../test/support/http.js';
import { PRODUCTION_SETTINGS, startManagement, type Caller, type StartedManagement } from '../../../../test/support/management.js';
import { sql } from '../../../../test/support/sql.js';
import { createSubscription } from '../../../../test/support/subscription.js';

const ZONE = 'sandbox.localhost';

let database: TestDatabase;
let management: StartedManagement;
let auth: Auth;
let caller: Caller;
let stranger: Caller;
let names = 0;
let name: string;

beforeAll(async () => {
  database = await createTestDatabase();
  management = await startManagement(database.url, PRODUCTION_SETTINGS);
  auth = await startAuth(database.url);
});

afterAll(async () => {
  await Promise.all([management.stop(), auth.stop()]);
  await database.drop();
});

beforeEach(async () => {
  const [mine, theirs] = await Promise.all([createSubscription(database.url), createSubscription(database.url)]);
  [caller, stranger] = [management.as(mine.apiKey), management.as(theirs.apiKey)];
  name = `orders-${(names += 1)}.${ZONE}`;
});

const register = (each: Caller, domain = name): Promise<Answer> => each.post('/v1/domain', { domain });
const isServed = async (): Promise<boolean> => (await auth.send(name, '/.well-known/jwks.json')).status === 200;

async function remove(each: Caller): Promise<void> {
  expect((await each.delete(`/v1/domain/${name}`)).status).toBe(204);
  await eventually(async () => (await each.get(`/v1/domain/${name}`)).status === 404, { timeoutMs: 30_000 });
}

describe('chosen names in the sandbox zone', () => {
  it('activates the domain immediately, also in production, as a sandbox domain', async () => {
    expect(await register(caller, ` ${name}`.trim().toUpperCase())).toMatchObject({ status: 201, json: { domain: name } });

    expect(await isServed()).toBe(true);
    expect((await caller.get(`/v1/domain/${name}`)).json).toMatchObject({
      kind: 'sandbox',
      status: 'active',
      dnsRecords: [],
      diagnoses: [],
    });
  });

  it('rejects a reserved name, or one with several labels, with a pointer', async () => {
    for (const domain of [ZONE, `admin.${ZONE}`, `ab.${ZONE}`, `a.${name}`])
      expect(await register(caller, domain)).toMatchObject({
        status: 400,
        json: { type: '/problems/invalid-request', errors: [{ pointer: '/domain' }] },
      });
  });

  it('rejects a name that any subscription has taken', async () => {
    await register(caller);

    expect(await register(caller)).toMatchObject({ status: 400, json: { type: '/problems/domain-exists' } });
    expect(await register(stranger)).toMatchObject({ status: 400, json: { type: '/problems/domain-unavailable' } });
  });

  it('assigns a name to one of several concurrent requests', async () => {
    const answers = await Promise.all([caller, stranger, caller, stranger].map((each) => register(each)));

    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400]);
  });

  it('keeps a released name from other subscriptions', async () => {
    await register(caller);
    await remove(caller);

    expect(await register(stranger)).toMatchObject({ status: 400, json: { type: '/problems/domain-unavailable' } });
    expect(await register(caller)).toMatchObject({ status: 201 });
    await remove(caller);
    expect(await register(stranger)).toMatchObject({ status: 400 });
  });

  it('keeps a released random name from other subscriptions', async () => {
    name = await caller.registerDomain();
    await remove(caller);

    expect(await register(stranger)).toMatchObject({ status: 400, json: { type: '/problems/domain-unavailable' } });
  });

  it('stores only a hash of a reserved name', async () => {
    await register(caller);
    await remove(caller);

    const rows = await sql<{ kept: string }>(database.url, "SELECT encode(name_hash, 'escape') AS kept FROM released_name");
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ kept }) => kept.includes('orders'))).toEqual([]);
  });
});
