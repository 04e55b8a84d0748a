import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { DiscoveryServer } from '../../../../test/support/discovery-server.js';
import { outgoingCalls } from '../../../../test/support/in-process-server.js';
import { startManagement, type Caller, type StartedManagement } from '../../../../test/support/management.js';
import { fetchDocument, placesOf } from '../../../../test/support/openapi-document.js';
import { Rows } from '../../../../test/support/rows.js';
import { insertSignalDelivery, insertSignalStream } from '../../../../test/support/signal-stream.js';

const CUSTOM = 'auth.example.com';
const CLIENT = { clientType: 'Confidential', grantType: 'ClientCredentials', scope: 'read' };
const APPLICATION = { clientType: 'Public', grantType: 'AuthorizationCode', scope: 'openid' };
const RESOURCE = { audience: 'https://orders.example.com', name: 'Orders', scopes: [{ scope: 'orders:read' }] };
const RETENTION = { days: 365, personalDays: 30 };
const WEBHOOK = { url: 'https://app.example.com/' };
const ISSUER = 'https://id.example.com';
const PLATFORM_KEY = 'the-key-of-the-platform';
const REPLAYED = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };

/** A request that succeeds, finds nothing, or is refused. */
interface RouteRequest {
  method: string;
  template: string;
  body?: unknown;
  /** Replacements for known path values. */
  values?: Record<string, string>;
  /** Whether it answers 404. */
  isAbsent?: boolean;
  /** Whether it answers 400. */
  isRefused?: boolean;
  headers?: Record<string, string>;
  /** Reads values from the response for later paths. */
  learn?: (answer: { json: unknown; headers: Record<string, unknown> }) => Record<string, string> | Promise<Record<string, string>>;
}

let database: TestDatabase;
let rows: Rows;
let resolver: Socket;
let upstream: DiscoveryServer;
let management: StartedManagement;
let caller: Caller;
/** The values of path parameters. */
const known: Record<string, string> = {
  language: 'de',
  clientId: 'billing',
  name: 'acme',
  resourceId: 'orders',
  role: 'clerk',
  operatorId: 'ada',
  credentialId: 'totp',
  sessionId: 'none',
};

beforeAll(async () => {
  database = await createTestDatabase();
  rows = new Rows(database.url);
  upstream = await DiscoveryServer.start();
  resolver = createSocket('udp4').bind(0, '127.0.0.1');
  // Answers that no name exists.
  resolver.on('message', (question, { port, address }) => {
    const answer = Buffer.from(question);
    answer.writeUInt16BE(0x8183, 2);
    resolver.send(answer, port, address);
  });
  await once(resolver, 'listening');
  const settings = {
    WORKER: 'off',
    RATE_LIMIT: 'off',
    PLATFORM_KEY,
    MANAGEMENT_ISSUERS: ISSUER,
    DNS_RESOLVERS: `127.0.0.1:${resolver.address().port}`,
  };
  management = await startManagement(database.url, settings);
  caller = management.as(management.apiKey);
});

afterAll(async () => {
  await management.stop();
  await upstream.stop();
  resolver.close();
  await rows.end();
  await database.drop();
});

const get = (template: string): RouteRequest => ({ method: 'GET', template });
const put = (template: string, body: unknown): RouteRequest => ({ method: 'PUT', template, body });
const post = (template: string, body: unknown, learn: RouteRequest['learn'] = () => ({})): RouteRequest => ({
  method: 'POST',
  template,
  body,
  learn,
});
const remove = (template: string): RouteRequest => ({ method: 'DELETE', template });
const member =
  (name: string, as = name): RouteRequest['learn'] =>
  ({ json }) => ({ [as]: (json as Record<string, string>)[name]! });

const DOMAIN = '/v1/domain/{domain}';
const IMPORTED = { preferredUsername: 'john.doe.of.them', name: 'John' };
const CLIENT_PATH = `${DOMAIN}/client/{clientId}`;
const WEBHOOK_PATH = `${DOMAIN}/webhook/{webhookId}`;
const STREAM_PATH = `${DOMAIN}/signal-stream/{streamId}`;

const KEY_PATH = '/v1/api-key/{apiKeyId}';
const OPERATOR_PATH = '/v1/operator/{operatorId}';
const SUBSCRIPTION_PATH = '/v1/subscription/{subscriptionId}';
const USER_PATH = `${DOMAIN}/user/{sub}`;
const KEY = { name: 'ci', permissions: ['client:write'] };

const PUSHING = { push_endpoint: 'https://rx.example.com/events' };
const ofPlatform = (request: RouteRequest): RouteRequest => ({ ...request, headers: { 'x-api-key': PLATFORM_KEY } });

/** Every operation on callers. */
const CALLER_REQUESTS = (): RouteRequest[] => [
  post('/v1/api-key', KEY, member('id', 'apiKeyId')),
  put(KEY_PATH, { ...KEY, name: 'deploy' }),
  ...['/v1/api-key', KEY_PATH].map(get),
  remove(KEY_PATH),
  put(OPERATOR_PATH, { issuer: ISSUER, subject: 'ada', name: 'Ada', permissions: ['*'] }),
  ...['/v1/caller', '/v1/operator', OPERATOR_PATH].map(get),
  remove(OPERATOR_PATH),
  ...[
    post('/v1/subscription', { name: 'northwind' }, member('id', 'subscriptionId')),
    put(`${SUBSCRIPTION_PATH}/quota`, { users: 5 }),
    ...['/v1/subscription', SUBSCRIPTION_PATH, `${SUBSCRIPTION_PATH}/quota`].map(get),
    remove(SUBSCRIPTION_PATH),
  ].map(ofPlatform),
];

/** Every operation at least once, in an order in which all succeed. */
const REQUESTS = (): RouteRequest[] => [
  ...CALLER_REQUESTS(),
  post('/v1/domain', { domain: CUSTOM }),
  post('/v1/domain', {}, member('domain')),
  { ...post(`${DOMAIN}/verify`, undefined), values: { domain: CUSTOM } },
  { ...get(DOMAIN), values: { domain: CUSTOM } },
  { ...get(`${DOMAIN}/export`), isRefused: true },
  { method: 'POST', template: `${DOMAIN}/freeze` },
  remove(`${DOMAIN}/freeze`),
  ...['/v1/domain', '/v1/receipt-keys', DOMAIN, `${DOMAIN}/usage`, `${DOMAIN}/log`].map(get),
  get(`${DOMAIN}/branding`),
  put(`${DOMAIN}/branding`, { name: 'Northwind', logoUrl: 'https://app.example.com/logo.png' }),
  post(`${DOMAIN}/mail-preview`, { kind: 'sign-in-link' }),
  post(`${DOMAIN}/mail-test`, { to: 'ada@example.com' }),
  get(`${DOMAIN}/branding/text`),
  put(`${DOMAIN}/branding/text/{language}`, { cancel: 'Nein' }),
  get(`${DOMAIN}/branding/text/{language}`),
  get(`${DOMAIN}/branding/text/{language}/default`),
  remove(`${DOMAIN}/branding/text/{language}`),
  get(`${DOMAIN}/mail-sender`),
  put(`${DOMAIN}/mail-sender`, { name: 'Northwind' }),
  post(`${DOMAIN}/mail-sender/verify`, undefined),
  get(`${DOMAIN}/log/retention`),
  put(`${DOMAIN}/log/retention`, RETENTION),
  get(`${DOMAIN}/client-registration`),
  put(`${DOMAIN}/client-registration`, { metadataDocuments: { enabled: true } }),
  post(`${DOMAIN}/client-registration/token`, { name: 'partner' }, member('id', 'tokenId')),
  get(`${DOMAIN}/client-registration/token`),
  remove(`${DOMAIN}/client-registration/token/{tokenId}`),
  get(`${DOMAIN}/sign-in`),
  put(`${DOMAIN}/sign-in`, { secondFactor: 'Always', signUp: 'ByInvitation' }),
  post(`${DOMAIN}/invitation`, { email: 'ada@example.com' }, member('id', 'invitationId')),
  get(`${DOMAIN}/invitation`),
  remove(`${DOMAIN}/invitation/{invitationId}`),
  get(`${DOMAIN}/signing`),
  put(`${DOMAIN}/signing`, { idToken: 'ES256', accessToken: 'ES256' }),
  put(CLIENT_PATH, CLIENT),
  { method: 'PATCH', template: CLIENT_PATH, body: { scope: 'read write' } },
  get(`${DOMAIN}/client`),
  get(CLIENT_PATH),
  get(`${CLIENT_PATH}/signing`),
  put(`${CLIENT_PATH}/signing`, { accessToken: 'ES256' }),
  remove(`${CLIENT_PATH}/signing`),
  post(`${CLIENT_PATH}/secret`, {}, member('id', 'secretId')),
  get(`${CLIENT_PATH}/secret`),
  get(`${CLIENT_PATH}/authentication`),
  put(`${CLIENT_PATH}/authentication`, {
    methods: [{ type: 'PrivateKeyJwt', jwksUri: 'https://app.example.com/jwks' }, { type: 'ClientSecret' }],
  }),
  remove(`${CLIENT_PATH}/authentication`),
  remove(`${CLIENT_PATH}/secret/{secretId}`),
  { ...put(CLIENT_PATH, APPLICATION), values: { clientId: 'app' } },
  ...[`${CLIENT_PATH}/refresh-token`, `${CLIENT_PATH}/backchannel_logout`].flatMap((template) => {
    const body = template.endsWith('logout') ? { uri: 'https://app.example.com/logout' } : { leewaySeconds: 10 };
    return [put(template, body), get(template), remove(template)].map((request) => ({ ...request, values: { clientId: 'app' } }));
  }),
  put(`${DOMAIN}/resource/{resourceId}`, RESOURCE),
  ...['/resource', '/resource/{resourceId}'].map((path) => get(`${DOMAIN}${path}`)),
  put(`${DOMAIN}/role/{role}`, { permissions: [{ resource: 'orders', scopes: ['orders:read'] }] }),
  ...['/role', '/role/{role}'].map((path) => get(`${DOMAIN}${path}`)),
  put(`${CLIENT_PATH}/resource/{resourceId}`, { scopes: ['orders:read'] }),
  ...['/resource', '/resource/{resourceId}'].map((path) => get(`${CLIENT_PATH}${path}`)),
  remove(`${CLIENT_PATH}/resource/{resourceId}`),
  put(`${CLIENT_PATH}/role`, ['clerk']),
  get(`${CLIENT_PATH}/role`),
  ...Object.entries({
    claims: { accessToken: { tenant: 'acme' } },
    grants: { deviceCode: true },
    quota: { tokensPerDay: 9 },
    presentation: { name: 'Shop' },
  }).flatMap(([name, body]) => {
    const template = `${CLIENT_PATH}/${name}`;
    return [put(template, body), get(template), remove(template)];
  }),
  put(`${CLIENT_PATH}/active`, { active: false }),
  get(`${CLIENT_PATH}/active`),
  put(`${DOMAIN}/configuration`, { version: 1, branding: { name: 'Northwind' } }),
  get(`${DOMAIN}/configuration`),
  ...['access_token', 'id_token'].flatMap((token) => {
    const template = `${DOMAIN}/${token}/claims_supported`;
    return [put(template, [{ scope: 'profile', claimTypes: ['name'] }]), get(template)];
  }),
  put(`${DOMAIN}/provider/{name}`, { issuer: upstream.issuer, clientId: 'latchkey', clientSecret: 'x' }),
  get(`${DOMAIN}/provider`),
  get(`${DOMAIN}/provider/{name}`),
  post(`${DOMAIN}/user`, { preferredUsername: 'jane.doe.of.them', name: 'Jane' }, member('sub')),
  get(`${DOMAIN}/user`),
  get(`${DOMAIN}/user/{sub}`),
  put(`${DOMAIN}/user/{sub}/role`, ['clerk']),
  get(`${DOMAIN}/user/{sub}/role`),
  ...['credential', 'session', 'export'].map((name) => get(`${USER_PATH}/${name}`)),
  { ...remove(`${USER_PATH}/credential/{credentialId}`), isAbsent: true },
  { ...remove(`${USER_PATH}/session/{sessionId}`), isAbsent: true },
  remove(`${USER_PATH}/session`),
  { method: 'PATCH', template: `${DOMAIN}/user/{sub}`, body: { name: 'Jane Doe' } },
  { ...post(`${DOMAIN}/user-import`, IMPORTED, member('id', 'importId')), headers: { 'Content-Type': 'application/x-ndjson' } },
  ...['/user-import', '/user-import/{importId}'].map((path) => get(`${DOMAIN}${path}`)),
  remove(`${DOMAIN}/user-import/{importId}`),
  post(`${DOMAIN}/user-invitation`, { redirectUri: 'https://app.example.com/welcome' }, member('id', 'invitationId')),
  ...['/user-invitation', '/user-invitation/{invitationId}'].map((path) => get(`${DOMAIN}${path}`)),
  post(`${DOMAIN}/user-invitation/{invitationId}/stop`, undefined),
  post(`${DOMAIN}/user/{sub}/magiclink`, { redirectUri: 'https://app.example.com/welcome' }),
  post(`${DOMAIN}/webhook`, WEBHOOK, member('id', 'webhookId')),
  get(`${DOMAIN}/webhook`),
  get(WEBHOOK_PATH),
  put(WEBHOOK_PATH, WEBHOOK),
  post(`${WEBHOOK_PATH}/secret`, {}),
  post(`${WEBHOOK_PATH}/test`, undefined),
  post(`${WEBHOOK_PATH}/replay`, REPLAYED),
  get(`${WEBHOOK_PATH}/delivery`),
  { ...get(`${DOMAIN}/signal-stream`), learn: async () => ({ streamId: await insertSignalStream(rows, known['domain']!, PUSHING) }) },
  get(STREAM_PATH),
  get(`${STREAM_PATH}/status`),
  put(`${STREAM_PATH}/status`, { status: 'paused' }),
  post(`${STREAM_PATH}/verification`, undefined),
  { ...get(`${STREAM_PATH}/delivery`), learn: async () => ({ deliveryId: await insertSignalDelivery(rows, known['streamId']!) }) },
  get(`${STREAM_PATH}/delivery/{deliveryId}`),
  post(`${STREAM_PATH}/delivery/{deliveryId}/replay`, undefined),
  put(`${STREAM_PATH}/authorization-header`, { authorizationHeader: 'Bearer new' }),
  remove(STREAM_PATH),
  ...['/role/{role}', '/resource/{resourceId}'].map((path) => remove(`${DOMAIN}${path}`)),
  ...[WEBHOOK_PATH, `${DOMAIN}/user/{sub}`, `${DOMAIN}/provider/{name}`, CLIENT_PATH].map(remove),
  get(`${DOMAIN}/erasure/{sub}`),
  { ...remove(DOMAIN), learn: ({ headers }) => ({ deletionId: String(headers['location']).split('/').at(-1)! }) },
  get('/v1/deletion/{deletionId}'),
  get('/v1/domain-import/key'),
  { ...post('/v1/domain-import', {}), headers: { 'Content-Type': 'application/x-ndjson' }, isRefused: true },
];

/** @returns the request and its status if it failed */
async function sendRequest(
  { method, template, body, values = {}, learn, isAbsent, isRefused, headers }: RouteRequest,
  n: number,
): Promise<string[]> {
  const path = template.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(values[name] ?? known[name]!));
  const answer = await caller.send(path, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
      ...(method === 'POST' && { 'Idempotency-Key': `key-${n}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const isExpected = isAbsent ? answer.status === 404 : isRefused ? answer.status === 400 : answer.status < 300;
  if (!isExpected) return [`${method} ${path}: ${answer.status} ${answer.text}`];
  Object.assign(known, await learn?.(answer));
  return [];
}

it('calls no other machine during a transaction, even with an Idempotency-Key', async () => {
  const requests = REQUESTS();
  const refusals: string[] = [];
  for (const [n, request] of requests.entries()) refusals.push(...(await sendRequest(request, n)));

  expect(refusals).toEqual([]);
  outgoingCalls.expectNoneInTransaction();
  expect([...outgoingCalls.kinds]).toEqual(expect.arrayContaining(['HTTP by undici or fetch', 'UDP']));
  const sent = new Set(requests.map(({ method, template }) => `${method} ${template}`));
  const operations = placesOf(await fetchDocument(management.url)).map(({ method, template }) => `${method} ${template}`);
  expect(operations.filter((operation) => !sent.has(operation))).toEqual([]);
});
