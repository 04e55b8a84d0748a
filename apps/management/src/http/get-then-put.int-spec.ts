import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { generateKeyPairSync } from 'node:crypto';
import { DiscoveryServer } from '../../../../test/support/discovery-server.js';
import type { Answer } from '../../../../test/support/http.js';
import { useManagementFixture } from '../../../../test/support/management-fixture.js';
import type { Caller } from '../../../../test/support/management.js';
import { fetchDocument, placesOf } from '../../../../test/support/openapi-document.js';
import { insertSignalStream } from '../../../../test/support/signal-stream.js';
import { createSubscription } from '../../../../test/support/subscription.js';

const PLATFORM_KEY = 'the-key-of-the-platform';
const ISSUER = 'https://id.example.com';
const fixture = useManagementFixture({ RATE_LIMIT: 'off', PLATFORM_KEY, MANAGEMENT_ISSUERS: ISSUER });
const CLIENT = {
  clientType: 'Confidential',
  grantType: 'AuthorizationCode',
  scope: 'openid',
  redirectUris: ['https://shop.example.com/cb'],
};
const KEY = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
const RESOURCE = { audience: 'https://orders.example.com', name: 'Orders', scopes: [{ scope: 'read', description: 'Read' }] };
const PROVIDER = { clientId: 'latchkey', clientSecret: 'a secret of theirs' };
let upstream: DiscoveryServer;
let root: string;

beforeAll(async () => {
  upstream = await DiscoveryServer.start();
});

afterAll(() => upstream.stop());

beforeEach(async () => {
  root = `/v1/domain/${await fixture.caller.registerDomain()}`;
});

/** Each resource with a PUT, and a function that creates it and returns its path, below the domain if it belongs to one. */
const RESOURCES: Readonly<Record<string, () => Promise<string>>> = {
  '/v1/api-key/{apiKeyId}': async () => {
    const { json } = await fixture.caller.post('/v1/api-key', { name: 'ci', permissions: ['*'], networks: ['10.0.0.0/8'] });
    return `/v1/api-key/${(json as { id: string }).id}`;
  },
  '/v1/subscription/{subscriptionId}/quota': async () => {
    const path = `/v1/subscription/${(await createSubscription(fixture.database.url)).id}/quota`;
    expect((await callerOf(path).put(path, { users: 5 })).status).toBe(204);
    return path;
  },
  '/v1/operator/{operatorId}': async () => {
    const operator = { issuer: ISSUER, subject: root, name: 'Ada', permissions: ['client:write'] };
    expect((await fixture.caller.put('/v1/operator/ada', operator)).status).toBeLessThan(300);
    return '/v1/operator/ada';
  },
  '/configuration': () => put('/configuration', { version: 1, clients: { shop: CLIENT }, resources: { orders: RESOURCE } }),
  '/client/{clientId}': () => put('/client/shop', CLIENT),
  '/client/{clientId}/active': async () => {
    await put('/client/shop', CLIENT);
    return put('/client/shop/active', { active: false });
  },
  '/client/{clientId}/presentation': async () => {
    await put('/client/shop', CLIENT);
    return put('/client/shop/presentation', { name: 'Shop', logoUri: 'https://shop.example.com/logo.svg' });
  },
  '/client/{clientId}/quota': async () => {
    await put('/client/shop', CLIENT);
    return put('/client/shop/quota', { tokensPerDay: 5 });
  },
  '/client/{clientId}/authentication': async () => {
    await put('/client/shop', CLIENT);
    return put('/client/shop/authentication', { methods: [{ type: 'ClientSecret' }, { type: 'PrivateKeyJwt', jwks: { keys: [KEY] } }] });
  },
  '/client/{clientId}/backchannel_logout': async () => {
    await put('/client/shop', CLIENT);
    return put('/client/shop/backchannel_logout', { uri: 'https://shop.example.com/logout' });
  },
  '/client/{clientId}/signing': async () => {
    await put('/client/shop', CLIENT);
    return '/client/shop/signing';
  },
  '/client/{clientId}/refresh-token': async () => {
    await put('/client/shop', CLIENT);
    return '/client/shop/refresh-token';
  },
  '/resource/{resourceId}': () => put('/resource/orders', RESOURCE),
  '/client/{clientId}/resource/{resourceId}': async () => {
    await putResourceAndClient();
    return put('/client/shop/resource/orders', { scopes: ['read'] });
  },
  '/role/{role}': async () => {
    await put('/resource/orders', RESOURCE);
    return put('/role/clerk', { permissions: [{ resource: 'orders', scopes: ['read'] }] });
  },
  '/client/{clientId}/role': async () => {
    await putResourceAndClient();
    await put('/role/clerk', {});
    return put('/client/shop/role', ['clerk']);
  },
  '/user/{sub}/role': async () => {
    const { json } = await fixture.caller.post(`${root}/user`, { preferredUsername: 'jane.doe-of-the-shop', name: 'Jane Doe' });
    await put('/role/clerk', {});
    return put(`/user/${(json as { sub: string }).sub}/role`, ['clerk']);
  },
  '/client/{clientId}/claims': async () => {
    await put('/client/shop', CLIENT);
    return put('/client/shop/claims', { accessToken: { tenant: 'acme' } });
  },
  '/client/{clientId}/grants': async () => {
    await putResourceAndClient();
    return put('/client/shop/grants', { tokenExchange: { mode: 'Delegation', resources: { orders: ['read'] } } });
  },
  '/signing': async () => '/signing',
  '/sign-in': async () => '/sign-in',
  '/mail-sender': () => put('/mail-sender', { name: 'Shop', address: 'no-reply@shop.example' }),
  '/branding': () => put('/branding', { name: 'Shop' }),
  '/branding/text/{language}': () => put('/branding/text/de', { 'sign-in-heading': 'Willkommen' }),
  '/log/retention': async () => '/log/retention',
  '/client-registration': async () => {
    await putResourceAndClient();
    return put('/client-registration', { metadataDocuments: { enabled: true, hosts: ['app.example.com'], resources: ['orders'] } });
  },
  '/access_token/claims_supported': () => put('/access_token/claims_supported', [{ scope: 'shop', claims: ['tenant'] }]),
  '/id_token/claims_supported': async () => '/id_token/claims_supported',
  '/provider/{name}': () => put('/provider/northwind', { issuer: upstream.issuer, ...PROVIDER }),
  '/webhook/{webhookId}': async () => {
    const { json } = await fixture.caller.post(`${root}/webhook`, { url: 'https://shop.example.com/webhook' });
    return `/webhook/${(json as { id: string }).id}`;
  },
  '/signal-stream/{streamId}/status': async () =>
    `/signal-stream/${await insertSignalStream(fixture.rows, root.split('/').at(-1)!)}/status`,
};

/** Nothing shows it. */
const WRITE_ONLY = '/signal-stream/{streamId}/authorization-header';

/** Who may change a resource. */
function callerOf(path: string): Caller {
  return path.startsWith('/v1/subscription') ? fixture.management.as(PLATFORM_KEY) : fixture.caller;
}

async function putResourceAndClient(): Promise<void> {
  await put('/resource/orders', RESOURCE);
  await put('/client/shop', CLIENT);
}

async function put(path: string, body: object): Promise<string> {
  expect((await fixture.caller.put(`${root}${path}`, body)).status).toBeLessThan(300);
  return path;
}

/** Creates the resource of a template. @returns its whole path */
async function create(template: string): Promise<string> {
  const path = await RESOURCES[template]!();
  return template.startsWith('/v1/') ? path : `${root}${path}`;
}

function getErrors({ status, json }: Answer): unknown {
  return status === 400 ? (json as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer) : status;
}

describe('PUT with the response of GET', () => {
  it('is tested for every PUT', async () => {
    const templates = placesOf(await fetchDocument(fixture.management.url)).filter(({ method }) => method === 'PUT');

    expect(templates.map(({ template }) => template.replace('/v1/domain/{domain}', '')).toSorted()).toEqual(
      [...Object.keys(RESOURCES), WRITE_ONLY].toSorted(),
    );
  });

  it.each(Object.keys(RESOURCES))('accepts the response of GET for %s, and changes nothing', async (template) => {
    const path = await create(template);
    const caller = callerOf(path);
    const shown = await caller.get(path);
    const entries = await countEntries();

    const answer = await caller.put(path, shown.json);

    expect([200, 201, 204]).toContain(answer.status);
    expect((await caller.get(path)).json).toEqual(shown.json);
    // A PUT of scope claims is always logged.
    if (!template.endsWith('claims_supported')) expect(await countEntries()).toBe(entries);
  });

  async function countEntries(): Promise<number> {
    return ((await fixture.caller.get(`${root}/log`)).json as unknown[]).length;
  }

  it.each([
    ['/client/{clientId}', { clientId: 'other', createdAt: '2026-01-01T00:00:00Z', updatedAt: null, scope: 'openid email' }],
    ['/provider/{name}', { name: 'other', hasClientSecret: false, redirectUri: 'https://a.example', createdAt: 7 }],
    ['/v1/api-key/{apiKeyId}', { id: 'other', createdAt: '2026-01-01T00:00:00Z' }],
    ['/webhook/{webhookId}', { id: 'other', disabledReason: 'none', publicKey: 'whpk_x' }],
  ])('rejects %s with changed read-only members', async (template, changes) => {
    const path = await create(template);
    const { json } = await fixture.caller.get(path);
    const readOnly = Object.keys(changes).filter((name) => name !== 'scope');

    expect(getErrors(await fixture.caller.put(path, { ...(json as object), ...changes }))).toEqual(
      expect.arrayContaining(readOnly.map((name) => `/${name}`)),
    );
    expect((await fixture.caller.get(path)).json).toEqual(json);
  });

  it('accepts a time in another notation, and fails if the resource has changed', async () => {
    const path = `${root}${await put('/client/shop', CLIENT)}`;
    const shown = (await fixture.caller.get(path)).json as { createdAt: string; updatedAt: string };
    const offset = { ...shown, createdAt: shown.createdAt.replace('Z', '+00:00') };

    expect((await fixture.caller.put(path, { ...offset, scope: 'openid email' })).status).toBe(200);
    expect(getErrors(await fixture.caller.put(path, shown))).toEqual(['/updatedAt']);
  });

  it('does not create a resource with the times of another one, but accepts its own id', async () => {
    await put('/client/shop', CLIENT);
    const { json } = await fixture.caller.get(`${root}/client/shop`);

    expect(getErrors(await fixture.caller.put(`${root}/client/other`, json))).toEqual(['/clientId', '/createdAt', '/updatedAt']);
    expect((await fixture.caller.put(`${root}/client/other`, { ...CLIENT, clientId: 'other' })).status).toBe(200);
  });

  it('accepts an earlier last use, but not a last use that never occurred', async () => {
    const path = `${root}${await RESOURCES['/client/{clientId}/authentication']!()}`;
    const { json } = await fixture.caller.get(path);
    const { methods } = json as { methods: object[] };
    const used = methods.map((method) => ({ ...method, lastUsedAt: '2026-01-01T00:00:00Z' }));

    expect(getErrors(await fixture.caller.put(path, { methods: used, more: 1 }))).toEqual([
      '/more',
      '/methods/0/lastUsedAt',
      '/methods/1/lastUsedAt',
    ]);
    await fixture.rows.query(`INSERT INTO client_secret_use SELECT domain_id, client_id, id, now() FROM client_secret`);
    expect((await fixture.caller.put(path, json)).status).toBe(204);
  });

  it('rejects a claims list that differs from claims', async () => {
    const claims = { scope: 'shop', claims: ['a'], claimTypes: ['b'] };

    expect(getErrors(await fixture.caller.put(`${root}/id_token/claims_supported`, [claims]))).toEqual(['/0/claimTypes']);
  });

  it('adds no member to a POST', async () => {
    const body = { url: 'https://shop.example.com/webhook', id: 'mine' };

    expect(getErrors(await fixture.caller.post(`${root}/webhook`, body))).toEqual(['/id']);
  });
});
