import { describe, expect, it } from '@jest/globals';
import { createSubscription } from '../../../../test/support/subscription.js';
import { useManagementFixture } from '../../../../test/support/management-fixture.js';

const fixture = useManagementFixture({ DNS_RESOLVERS: '192.0.2.53' });

describe('limit of POST /v1/domain/{domain}/verify', () => {
  it('answers ten requests per minute for each domain', async () => {
    const caller = fixture.management.as((await createSubscription(fixture.database.url)).apiKey);
    const [one, other] = [await caller.registerDomain(), await caller.registerDomain()];
    const answers = [];
    for (let time = 0; time < 11; time += 1) answers.push(await caller.post(`/v1/domain/${one}/verify`));

    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(10).fill(200), 429]);
    expect(answers.at(-1)).toMatchObject({ json: { type: '/problems/too-many-requests' } });
    expect(Number(answers.at(-1)!.headers['retry-after'])).toBeGreaterThan(0);
    expect((await caller.post(`/v1/domain/${other}/verify`)).status).toBe(200);
  });
});

describe('POST /v1/domain if custom domains need a proof outside production', () => {
  it.each([
    ['login.example.com', 'pending'],
    ['localhost', 'active'],
  ])('registers %s as %s', async (domain, status) => {
    const caller = fixture.management.as((await createSubscription(fixture.database.url)).apiKey);
    await caller.post('/v1/domain', { domain });

    expect((await caller.get(`/v1/domain/${domain}`)).json).toMatchObject({ status });
  });
});
