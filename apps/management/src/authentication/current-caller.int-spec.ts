import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createSubscription, type Subscriber } from '../../../../test/support/subscription.js';
import type { Caller } from '../../../../test/support/management.js';
import { OperatorTokenFixture } from './operator-token.fixture.js';

const PLATFORM_KEY = 'the-key-of-the-platform';
const PATH = '/v1/caller';

let fixture: OperatorTokenFixture;
let subscriber: Subscriber;
let caller: Caller;

beforeAll(async () => {
  fixture = await OperatorTokenFixture.start({ PLATFORM_KEY });
  subscriber = await createSubscription(fixture.database.url);
  caller = fixture.replicas[0].as(subscriber.apiKey);
});

afterAll(() => fixture.stop());

async function createKey(values: object): Promise<{ id: string; apiKey: string }> {
  return (await caller.post('/v1/api-key', { name: 'ci', permissions: ['client:write'], ...values })).json as {
    id: string;
    apiKey: string;
  };
}

describe('the caller', () => {
  it('is an API key with its permissions and domains', async () => {
    const { id, apiKey } = await createKey({ domains: ['auth.example.com'] });

    expect((await fixture.replicas[0].as(apiKey).get(PATH)).json).toEqual({
      type: 'ApiKey',
      id,
      name: 'ci',
      subscription: { id: subscriber.id, name: subscriber.name },
      permissions: ['client:write'],
      domains: ['auth.example.com'],
    });
  });

  it('is an operator, also one without any permission', async () => {
    const subject = await fixture.createOperator(caller, { name: 'Ada', permissions: [] });

    const { status, json } = await fixture.send(await fixture.sign({ sub: subject }), PATH);

    expect([status, json]).toEqual([
      200,
      {
        type: 'Operator',
        id: subject,
        name: 'Ada',
        subscription: { id: subscriber.id, name: subscriber.name },
        permissions: [],
        domains: null,
      },
    ]);
  });

  it('has an ETag that changes with its permissions', async () => {
    const { id, apiKey } = await createKey({});
    const read = () => fixture.replicas[0].as(apiKey);
    const tag = String((await read().get(PATH)).headers.etag);

    expect((await read().get(PATH, { 'If-None-Match': tag })).status).toBe(304);
    await caller.put(`/v1/api-key/${id}`, { name: 'ci', permissions: ['client:read'] });
    expect((await read().get(PATH, { 'If-None-Match': tag })).json).toMatchObject({ permissions: ['client:read'] });
  });

  it('must be known, and have a subscription', async () => {
    const elsewhere = await createKey({ networks: ['192.0.2.0/24'] });

    expect((await fixture.replicas[0].send(PATH)).status).toBe(401);
    expect((await fixture.replicas[0].as('unknown').get(PATH)).status).toBe(401);
    for (const key of [elsewhere.apiKey, PLATFORM_KEY]) {
      expect(await fixture.replicas[0].as(key).get(PATH)).toMatchObject({ status: 403, json: { type: '/problems/permission-denied' } });
    }
  });
});
