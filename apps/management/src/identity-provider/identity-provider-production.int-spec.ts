import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { DiscoveryServer } from '../../../../test/support/discovery-server.js';
import { PRODUCTION_SETTINGS, startManagement, type Caller, type StartedManagement } from '../../../../test/support/management.js';

const PUBLIC_URL_ADVICE = 'name an address with https that the whole Internet can reach';

let database: TestDatabase;
let upstream: DiscoveryServer;
let management: StartedManagement;
let caller: Caller;
let domain: string;

beforeAll(async () => {
  [database, upstream] = await Promise.all([createTestDatabase(), DiscoveryServer.start()]);
  management = await startManagement(database.url, { ...PRODUCTION_SETTINGS, WORKER: 'off' });
  caller = management.as(management.apiKey);
  domain = await caller.registerDomain();
});

afterAll(async () => {
  await Promise.all([management.stop(), upstream.stop()]);
  await database.drop();
});

describe('production restrictions', () => {
  it.each([
    'http://127.0.0.1',
    'http://localhost',
    'https://127.0.0.1',
    'https://localhost',
    'https://[::ffff:7f00:1]',
    'https://idp.localhost',
  ])('send no request to an identity provider at %s', async (origin) => {
    const issuer = `${origin}:${new URL(upstream.issuer).port}`;

    const answer = await caller.put(`/v1/domain/${domain}/provider/northwind`, { issuer, clientId: 'latchkey', clientSecret: 'x' });

    const detail = issuer.startsWith('http:') ? / does not use https$/ : / points to an address that is not public$/;
    expect(answer).toMatchObject({ status: 400, json: { type: '/problems/provider-unreachable' } });
    expect((answer.json as { errors: unknown }).errors).toEqual([{ pointer: '/issuer', detail: expect.stringMatching(detail) }]);
    expect(upstream.paths).toEqual([]);
  });

  it("reject a client's logout URI that points to this machine", async () => {
    await caller.put(`/v1/domain/${domain}/client/web`, { clientType: 'Confidential', grantType: 'AuthorizationCode', scope: 'openid' });

    const answer = await caller.put(`/v1/domain/${domain}/client/web/backchannel_logout`, { uri: `${upstream.issuer}/logout` });

    const errors = [{ pointer: '/uri', detail: `${upstream.issuer}/logout does not use https; ${PUBLIC_URL_ADVICE}` }];
    expect(answer).toMatchObject({ status: 400, json: { type: '/problems/invalid-request', errors } });
  });

  it('reject a webhook that points to this machine', async () => {
    const answer = await caller.post(`/v1/domain/${domain}/webhook`, { url: `${upstream.issuer}/webhook` });

    const errors = [{ pointer: '/url', detail: `${upstream.issuer}/webhook does not use https; ${PUBLIC_URL_ADVICE}` }];
    expect(answer).toMatchObject({ status: 400, json: { type: '/problems/invalid-request', errors } });
  });
});
