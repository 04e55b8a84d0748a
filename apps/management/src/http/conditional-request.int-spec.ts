import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DiscoveryServer } from '../../../../test/support/discovery-server.js';
import type { Answer } from '../../../../test/support/http.js';
import { useManagementFixture } from '../../../../test/support/management-fixture.js';
import type { Caller } from '../../../../test/support/management.js';
import { fetchDocument } from '../../../../test/support/openapi-document.js';
import { insertSignalStream } from '../../../../test/support/signal-stream.js';
import { createSubscription } from '../../../../test/support/subscription.js';
import { insertUserImport } from '../../../../test/support/user-import.js';

type Method = 'PUT' | 'PATCH' | 'DELETE';

interface Resource {
  /** Creates the resource. @returns its path below the domain */
  create(): Promise<string>;
  /** Two changes with different results. */
  changes(): [method: Method, body: object][];
  /** Whether PUT creates it. */
  isCreatedByPut?: boolean;
  isDeletable?: boolean;
}

const CLIENT = { clientType: 'Confidential', grantType: 'AuthorizationCode', scope: 'openid' };
const RESOURCE = { audience: 'https://orders.example.com', name: 'Orders', scopes: [{ scope: 'a' }, { scope: 'b' }] };
const PLATFORM_KEY = 'the-key-of-the-platform';
const ISSUER = 'https://id.example.com';
const retention = (days: number) => ({ days, personalDays: 40 });
const PUT_CLIENT = (scope: string): [Method, object] => ['PUT', { ...CLIENT, scope }];

const fixture = useManagementFixture({ RATE_LIMIT: 'off', PLATFORM_KEY, MANAGEMENT_ISSUERS: ISSUER });
let upstream: DiscoveryServer;
let domain: string;

const SECRET = 'a secret of theirs';
const putProvider = (clientId: string): [Method, object] => ['PUT', { issuer: upstream.issuer, clientId, clientSecret: SECRET }];

/** Every resource with an ETag, by its path template, below the domain if it belongs to one. */
const RESOURCES: Readonly<Record<string, Resource>> = {
  '/v1/api-key/{apiKeyId}': {
    create: async () => {
      const { json } = await fixture.caller.post('/v1/api-key', { name: 'ci', permissions: ['*'] });
      return `/v1/api-key/${(json as { id: string }).id}`;
    },
    changes: () => ['one', 'other'].map((name) => ['PUT', { name, permissions: ['*'] }]),
    isDeletable: true,
  },
  '/v1/subscription/{subscriptionId}': { create: createOtherSubscription, changes: () => [], isDeletable: true },
  '/v1/subscription/{subscriptionId}/quota': {
    create: async () => put(`${await createOtherSubscription()}/quota`, 'PUT', { users: 1 }),
    changes: () => [2, 3].map((users) => ['PUT', { users }]),
  },
  '/user-import/{importId}': {
    create: async () => `/user-import/${await insertUserImport(fixture.rows, domain)}`,
    changes: () => [],
    isDeletable: true,
  },
  '/v1/operator/{operatorId}': {
    create: () => put('/v1/operator/ada', 'PUT', { issuer: ISSUER, subject: domain, name: 'Ada', permissions: [] }),
    changes: () => ['One', 'Two'].map((name) => ['PUT', { issuer: ISSUER, subject: domain, name, permissions: [] }]),
    isDeletable: true,
  },
  '/configuration': {
    create: () => put('/configuration', 'PUT', { version: 1, branding: { name: 'Zero' } }),
    changes: () => ['One', 'Two'].map((name) => ['PUT', { version: 1, branding: { name } }]),
  },
  '': { create: async () => '', changes: () => [], isDeletable: true },
  '/client/{clientId}': {
    create: () => put('/client/shop', ...PUT_CLIENT('openid')),
    changes: () => [PUT_CLIENT('openid email'), PUT_CLIENT('openid phone')],
    isCreatedByPut: true,
    isDeletable: true,
  },
  '/client/{clientId}/authentication': {
    create: () => putPart('authentication', { methods: [{ type: 'ClientSecret' }], senderConstraint: 'DPoP' }),
    changes: () => [null, 'MutualTLS'].map((senderConstraint) => ['PUT', { methods: [{ type: 'ClientSecret' }], senderConstraint }]),
    isDeletable: true,
  },
  '/client/{clientId}/active': { create: () => putPart('active', { active: true }), changes: () => [['PUT', { active: false }]] },
  '/client/{clientId}/presentation': clientPart('presentation', { name: 'Zero' }, { name: 'One' }, { name: 'Two' }),
  '/client/{clientId}/quota': clientPart('quota', { tokensPerDay: 1 }, { tokensPerDay: 2 }, { tokensPerDay: 3 }),
  '/client/{clientId}/refresh-token': clientPart('refresh-token', { leewaySeconds: 1 }, { leewaySeconds: 2 }, { leewaySeconds: 3 }),
  '/client/{clientId}/backchannel_logout': {
    create: () => putPart('backchannel_logout', { uri: 'https://shop.example.com/0' }),
    changes: () => [1, 2].map((n) => ['PUT', { uri: `https://shop.example.com/${n}` }]),
    isCreatedByPut: true,
    isDeletable: true,
  },
  '/client/{clientId}/signing': {
    create: () => putPart('signing', { idToken: 'ES256' }),
    changes: () => ['RS256', 'ES256'].map((accessToken) => ['PUT', { accessToken }]),
    isDeletable: true,
  },
  '/client/{clientId}/resource/{resourceId}': {
    create: async () => {
      await putResourceAndClient();
      return put('/client/shop/resource/orders', 'PUT', { scopes: [] });
    },
    changes: () => [['a'], ['b']].map((scopes) => ['PUT', { scopes }]),
    isCreatedByPut: true,
    isDeletable: true,
  },
  '/client/{clientId}/role': {
    create: async () => {
      await putResourceAndClient();
      return put('/client/shop/role', 'PUT', ['zero']);
    },
    changes: () => [['one'], ['two']].map((roles) => ['PUT', roles]),
  },
  '/client/{clientId}/claims': {
    create: () => putPart('claims', { accessToken: { n: 0 } }),
    changes: () => [1, 2].map((n) => ['PUT', { accessToken: { n } }]),
    isDeletable: true,
  },
  '/client/{clientId}/grants': {
    create: () => putPart('grants', { deviceCode: true }),
    changes: () => [true, false].map((clientCredentials) => ['PUT', { clientCredentials }]),
    isDeletable: true,
  },
  '/resource/{resourceId}': {
    create: () => put('/resource/orders', 'PUT', RESOURCE),
    changes: () => ['One', 'Two'].map((name) => ['PUT', { ...RESOURCE, name }]),
    isCreatedByPut: true,
    isDeletable: true,
  },
  '/role/{role}': {
    create: () => put('/role/clerk', 'PUT', {}),
    changes: () => ['One', 'Two'].map((description) => ['PUT', { description }]),
    isCreatedByPut: true,
    isDeletable: true,
  },
  '/user/{sub}/role': {
    create: async () => {
      await putResourceAndClient();
      const { json } = await fixture.caller.post(`${root()}/user`, { preferredUsername: 'jane.doe-of-the-shop', name: 'Jane Doe' });
      return put(`/user/${(json as { sub: string }).sub}/role`, 'PUT', ['zero']);
    },
    changes: () => [['one'], ['two']].map((roles) => ['PUT', roles]),
  },
  '/signing': documentAt('/signing', { idToken: 'PS256' }, { idToken: 'ES256' }, { accessToken: 'RS256' }),
  '/sign-in': { create: () => put('/sign-in', 'PUT', { secondFactor: 'Always' }), changes: () => [['PUT', {}]] },
  '/branding/text/{language}': documentAt('/branding/text/de', { cancel: '0' }, { cancel: '1' }, { cancel: '2' }),
  '/branding': documentAt('/branding', { name: 'Zero' }, { name: 'One' }, { name: 'Two' }),
  '/mail-sender': { create: () => put('/mail-sender', 'PUT', { name: 'A' }), changes: () => ['B', 'C'].map((name) => ['PUT', { name }]) },
  '/log/retention': documentAt('/log/retention', retention(50), retention(100), retention(200)),
  '/client-registration': {
    create: () => put('/client-registration', 'PUT', { dynamicRegistration: { enabled: true } }),
    changes: () => ['one', 'two'].map((host) => ['PUT', { metadataDocuments: { hosts: [host] } }]),
  },
  '/access_token/claims_supported': scopeClaims('/access_token/claims_supported'),
  '/id_token/claims_supported': scopeClaims('/id_token/claims_supported'),
  '/user/{sub}': {
    create: async () => {
      const { json } = await fixture.caller.post(`${root()}/user`, { preferredUsername: 'jane.doe-of-the-shop', name: 'Jane Doe' });
      return `/user/${(json as { sub: string }).sub}`;
    },
    changes: () => ['one', 'two'].map((nickname) => ['PATCH', { nickname }]),
    isDeletable: true,
  },
  '/webhook/{webhookId}': {
    create: async () => {
      const { json } = await fixture.caller.post(`${root()}/webhook`, { url: 'https://shop.example.com/webhook' });
      return `/webhook/${(json as { id: string }).id}`;
    },
    changes: () => [1, 2].map((n) => ['PUT', { url: `https://shop.example.com/${n}` }]),
    isDeletable: true,
  },
  '/signal-stream/{streamId}': {
    create: async () => `/signal-stream/${await insertSignalStream(fixture.rows, domain)}`,
    changes: () => [],
    isDeletable: true,
  },
  '/signal-stream/{streamId}/status': {
    create: async () => `/signal-stream/${await insertSignalStream(fixture.rows, domain)}/status`,
    changes: () => ['paused', 'disabled'].map((status) => ['PUT', { status }]),
  },
  '/provider/{name}': {
    create: () => put('/provider/northwind', ...putProvider('zero')),
    changes: () => [putProvider('one'), putProvider('two')],
    isCreatedByPut: true,
    isDeletable: true,
  },
};

beforeAll(async () => {
  upstream = await DiscoveryServer.start();
});

afterAll(() => upstream.stop());

beforeEach(async () => {
  domain = await fixture.caller.registerDomain();
});

const root = () => `/v1/domain/${domain}`;

/** Also the roles that tests assign. */
async function putResourceAndClient(): Promise<void> {
  await put('/resource/orders', 'PUT', RESOURCE);
  await put('/client/shop', ...PUT_CLIENT('openid'));
  for (const role of ['zero', 'one', 'two']) await put(`/role/${role}`, 'PUT', {});
}

function scopeClaims(path: string): Resource {
  const listOf = (scope: string) => [{ scope, claims: ['name'] }];
  return { create: () => put(path, 'PUT', listOf('zero')), changes: () => ['one', 'two'].map((scope) => ['PUT', listOf(scope)]) };
}

function documentAt(path: string, first: object, ...others: object[]): Resource {
  return { create: () => put(path, 'PUT', first), changes: () => others.map((body) => ['PUT', body]) };
}

/** A document of a client that has a default. */
function clientPart(name: string, first: object, ...others: object[]): Resource {
  return { create: () => putPart(name, first), changes: () => others.map((body) => ['PUT', body]), isDeletable: true };
}

async function putPart(name: string, body: object): Promise<string> {
  await put('/client/shop', ...PUT_CLIENT('openid'));
  return put(`/client/shop/${name}`, 'PUT', body);
}

async function createOtherSubscription(): Promise<string> {
  return `/v1/subscription/${(await createSubscription(fixture.database.url)).id}`;
}

/** Who may change a resource. */
function callerOf(path: string): Caller {
  return path.startsWith('/v1/subscription') ? fixture.management.as(PLATFORM_KEY) : fixture.caller;
}

function pathOf(path: string): string {
  return path.startsWith('/v1/') ? path : `${root()}${path}`;
}

async function put(path: string, method: Method, body: object): Promise<string> {
  expect((await change(path, method, body)).status).toBeLessThan(300);
  return path;
}

function change(path: string, method: Method, body?: object, headers: Record<string, string> = {}): Promise<Answer> {
  const json = body && { headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) };
  return callerOf(path).send(pathOf(path), { method, headers, ...json });
}

/** @returns the ETag of a resource; undefined if it does not exist */
async function tagOf(path: string): Promise<string | undefined> {
  return (await callerOf(path).get(pathOf(path))).headers.etag;
}

function expectFailed({ status, headers, json }: Answer, tag: string | undefined): void {
  expect({ status, tag: headers.etag, json }).toEqual({
    status: 412,
    tag,
    json: expect.objectContaining({ type: '/problems/precondition-failed' }),
  });
}

it('covers every resource that has a GET, and a PUT, PATCH or DELETE', async () => {
  const { paths } = (await fetchDocument(fixture.management.url)) as { paths: Record<string, Record<string, { responses: object }>> };
  const below = Object.entries(paths).flatMap(([template, operations]) => {
    const { get, put: replace, patch, delete: remove } = operations;
    if (get && template.endsWith('}')) expect([template, Object.keys(get.responses)]).toEqual([template, expect.arrayContaining(['304'])]);
    const writes = [replace, patch, remove].filter((operation) => operation !== undefined);
    // A list of sessions changes without a request to this API.
    if (!get || writes.length === 0 || template.endsWith('/session')) return [];
    expect(Object.keys(get.responses)).toContain('304');
    for (const { responses } of writes) expect(Object.keys(responses)).toContain('412');
    return [template.replace('/v1/domain/{domain}', '')];
  });

  expect(below.toSorted()).toEqual(Object.keys(RESOURCES).toSorted());
});

describe.each(Object.entries(RESOURCES))('resource at {domain}%s', (_template, resource) => {
  let path: string;

  beforeEach(async () => {
    path = await resource.create();
  });

  it('returns 304 for its current ETag', async () => {
    const tag = (await tagOf(path))!;
    const { status, headers, text } = await callerOf(path).get(pathOf(path), { 'If-None-Match': `"other", W/${tag}` });

    expect([status, headers.etag, text]).toEqual([304, tag, '']);
    expect((await callerOf(path).get(pathOf(path), { 'If-None-Match': '"other"' })).status).toBe(200);
  });

  it('is changed by one of two concurrent writers with the same ETag; the other gets 412 with the new one', async () => {
    const tag = await tagOf(path);
    const answers = await Promise.all(resource.changes().map(([method, body]) => change(path, method, body, { 'If-Match': tag! })));

    const failed = answers.filter(({ status }) => status >= 300);
    expect(failed).toHaveLength(Math.floor(resource.changes().length / 2));
    for (const answer of failed) expectFailed(answer, await tagOf(path));
  });

  it('is not changed with an old ETag, or with If-None-Match: *', async () => {
    const tag = (await tagOf(path))!;
    for (const [method, body] of resource.changes()) {
      expectFailed(await change(path, method, body, { 'If-Match': '"old"' }), tag);
      expectFailed(await change(path, method, body, { 'If-None-Match': '*' }), tag);
    }
    expect(await tagOf(path)).toBe(tag);
  });

  it('rejects a header that is not an ETag, and changes nothing', async () => {
    const tag = await tagOf(path);
    for (const [method, body] of resource.changes()) {
      expect((await change(path, method, body, { 'If-Match': 'old' })).status).toBe(400);
    }
    expect((await callerOf(path).get(pathOf(path), { 'If-None-Match': 'old' })).status).toBe(400);
    expect(await tagOf(path)).toBe(tag);
  });
});

describe.each(Object.entries(RESOURCES).filter(([, resource]) => resource.isDeletable === true))(
  'deletion of a resource at {domain}%s',
  (_template, resource) => {
    let path: string;

    beforeEach(async () => {
      path = await resource.create();
    });

    it('fails with an old ETag, and succeeds with the current one', async () => {
      const tag = (await tagOf(path))!;
      expectFailed(await change(path, 'DELETE', undefined, { 'If-Match': '"old"' }), tag);
      expect(await tagOf(path)).toBe(tag);

      expect((await change(path, 'DELETE', undefined, { 'If-Match': tag })).status).toBeLessThan(300);
    });

    it('either deletes or changes the resource for concurrent writers with the same ETag', async () => {
      const headers = { 'If-Match': (await tagOf(path))! };
      const [method, body] = resource.changes()[0] ?? ['DELETE', undefined];
      const answers = await Promise.all([change(path, 'DELETE', undefined, headers), change(path, method, body, headers)]);

      expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
      expect([404, 412]).toContain(Math.max(...answers.map(({ status }) => status)));
    });
  },
);

describe.each(Object.entries(RESOURCES).filter(([, resource]) => resource.isCreatedByPut))(
  'missing resource at {domain}%s',
  (_template, resource) => {
    let path: string;

    beforeEach(async () => {
      path = await resource.create();
      await change(path, 'DELETE');
    });

    it('is created by one of two concurrent PUTs with If-None-Match: *', async () => {
      const answers = await Promise.all(resource.changes().map(([method, body]) => change(path, method, body, { 'If-None-Match': '*' })));

      const failed = answers.filter(({ status }) => status >= 300);
      expect(failed).toHaveLength(1);
      expectFailed(failed[0]!, await tagOf(path));
    });

    it('is not created with If-Match', async () => {
      for (const [method, body] of resource.changes()) expectFailed(await change(path, method, body, { 'If-Match': '*' }), undefined);
      expect((await fixture.caller.get(pathOf(path))).status).toBe(404);
    });
  },
);

/** The documents that show defaults until one is stored. Sign-in is none: two PUTs never both create it. */
const DOCUMENTS_WITH_DEFAULTS = Object.entries(RESOURCES).filter(([template]) =>
  ['/signing', '/branding', '/mail-sender', '/retention', '/claims_supported', '/authentication'].some((end) => template.endsWith(end)),
);

describe.each(DOCUMENTS_WITH_DEFAULTS)('document at {domain}%s with default values', (template, { changes }) => {
  let path: string;

  beforeEach(async () => {
    await put('/client/shop', ...PUT_CLIENT('openid'));
    path = template.replace('{clientId}', 'shop');
  });

  it('is created by one of two concurrent PUTs with If-None-Match: *', async () => {
    expect(await tagOf(path)).toBeDefined();

    const answers = await Promise.all(changes().map(([method, body]) => change(path, method, body, { 'If-None-Match': '*' })));

    const failed = answers.filter(({ status }) => status >= 300);
    expect(failed).toHaveLength(1);
    expectFailed(failed[0]!, await tagOf(path));
  });

  it('is created with its ETag in If-Match, but not in If-None-Match', async () => {
    const tag = (await tagOf(path))!;
    const [[method, body] = ['PUT', {}]] = changes();

    expectFailed(await change(path, method as Method, body, { 'If-None-Match': tag }), tag);
    expect((await change(path, method as Method, body, { 'If-Match': tag })).status).toBeLessThan(300);
  });
});
