import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { startManagement, type StartedManagement } from '../../../../test/support/management.js';
import { createSubscription } from '../../../../test/support/subscription.js';

let database: TestDatabase;
let management: StartedManagement;

beforeAll(async () => {
  database = await createTestDatabase();
  management = await startManagement(database.url, { WORKER: 'off', DNS_RESOLVERS: '192.0.2.53' });
});

afterAll(async () => {
  await management.stop();
  await database.drop();
});

describe('POST /v1/domain/{domain}/verify', () => {
  it('is answered ten times a minute for each domain', async () => {
    const caller = management.as((await createSubscription(database.url)).apiKey);
    const [one, other] = [await caller.registerDomain(), await caller.registerDomain()];
    const answers = [];
    for (let time = 0; time < 11; time += 1) answers.push(await caller.post(`/v1/domain/${one}/verify`));

    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(10).fill(200), 429]);
    expect(answers.at(-1)).toMatchObject({ json: { type: '/problems/too-many-requests' } });
    expect(Number(answers.at(-1)!.headers['retry-after'])).toBeGreaterThan(0);
    expect((await caller.post(`/v1/domain/${other}/verify`)).status).toBe(200);
  });
});

describe('POST /v1/domain where custom domains need a proof outside production', () => {
  it.each([
    ['login.example.com', 'pending'],
    ['localhost', 'active'],
  ])('registers %s as %s', async (domain, status) => {
    const caller = management.as((await createSubscription(database.url)).apiKey);
    await caller.post('/v1/domain', { domain });

    expect((await caller.get(`/v1/domain/${domain}`)).json).toMatchObject({ status });
  });
});
