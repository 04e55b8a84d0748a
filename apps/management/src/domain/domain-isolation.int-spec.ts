import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { DiscoveryServer } from '../../../../test/support/discovery-server.js';
import type { Answer } from '../../../../test/support/http.js';
import { startManagement, type Caller, type StartedManagement } from '../../../../test/support/management.js';
import { fetchDocument, placesOf, type Place } from '../../../../test/support/openapi-document.js';
import { Rows } from '../../../../test/support/rows.js';
import { insertSignalDelivery, insertSignalStream } from '../../../../test/support/signal-stream.js';
import { createSubscription } from '../../../../test/support/subscription.js';
import { insertUserImport } from '../../../../test/support/user-import.js';

/** Replacements for the parameters of a route. */
type Ids = Record<
  | 'domain'
  | 'clientId'
  | 'sub'
  | 'secretId'
  | 'name'
  | 'webhookId'
  | 'streamId'
  | 'deliveryId'
  | 'importId'
  | 'invitationId'
  | 'resourceId'
  | 'role'
  | 'credentialId'
  | 'sessionId'
  | 'tokenId',
  string
>;

const CLIENT = { clientType: 'Confidential', grantType: 'ClientCredentials', scope: 'read' };
/** Values that differ between any two responses. */
const UNIQUE = new Set(['x-request-id', 'date', 'ratelimit']);
/** A valid body for each operation that requires one. */
const BODIES: Readonly<Record<string, object>> = {
  provisionClient: CLIENT,
  updateClient: { scope: 'taken over' },
  addClientSecret: { overlapSeconds: 60 },
  createInitialAccessToken: { name: 'taken over' },
  createUser: { preferredUsername: 'somebody-else', name: 'Somebody Else' },
  importUsers: { preferredUsername: 'somebody-else', name: 'Somebody Else' },
  updateUser: { nickname: 'taken over', active: false },
  provisionIdentityProvider: { issuer: 'https://login.example.com', clientId: 'taken over', clientSecret: 'x' },
  createMagicLink: { redirectUri: 'https://app.example.com/' },
  replaceAccessTokenClaims: [{ scope: 'taken', claims: ['over'] }],
  replaceBackchannelLogout: { uri: 'https://taken-over.example.com/' },
  replaceBranding: { name: 'Taken Over' },
  replaceClientAuthentication: { methods: [{ type: 'ClientSecret' }] },
  replaceClientRefreshToken: { leewaySeconds: 60 },
  replaceClientSigning: { idToken: 'ES256' },
  replaceLogRetention: { days: 30, personalDays: 30 },
  replaceClientRegistration: { metadataDocuments: { enabled: true } },
  replaceSignIn: { secondFactor: 'Always' },
  replaceDomainSigning: { idToken: 'ES256' },
  createWebhook: { url: 'https://taken-over.example.com/' },
  replaceWebhook: { url: 'https://taken-over.example.com/' },
  replayWebhookDeliveries: { deliveryIds: [] },
  replaceSignalStreamAuthorization: { authorizationHeader: 'Bearer taken-over' },
  replaceSignalStreamStatus: { status: 'disabled', reason: 'taken over' },
  replaceIdTokenClaims: [{ scope: 'taken', claims: ['over'] }],
  provisionResource: { audience: 'https://taken-over.example.com/', name: 'Taken Over' },
  provisionRole: { description: 'Taken Over' },
  provisionOperator: { issuer: 'https://id.example.com', subject: 'taken-over', name: 'Taken Over', permissions: [] },
  replaceClientResource: { scopes: [] },
  replaceClientRoles: [],
  replaceUserRoles: [],
  replaceClientClaims: { accessToken: { taken: 'over' } },
  replaceClientGrants: { deviceCode: true },
  replaceClientActive: { active: false },
  replaceClientPresentation: { name: 'Taken Over' },
  replaceClientQuota: { tokensPerMinute: 1 },
  replaceMailSender: { name: 'Taken Over' },
  inviteUsers: { redirectUri: 'https://taken-over.example.com/' },
  previewMail: { kind: 'sign-in-link' },
  testMail: { to: 'ada@example.com' },
  createInvitation: { email: 'ada@example.com' },
  replacePageTexts: { cancel: 'taken over' },
  applyConfiguration: { version: 1, branding: { name: 'Taken Over' } },
};
/** Operations that create a resource, which need not exist. */
const CREATE: ReadonlySet<string> = new Set(['provisionClient', 'provisionIdentityProvider', 'provisionResource', 'provisionRole']);
const NOBODY = '00000000-0000-4000-8000-000000000000';
const THEIRS = 'theirs.example.com';
const ABSENT = 'absent.example.com';

let database: TestDatabase;
let rows: Rows;
let upstream: DiscoveryServer;
let management: StartedManagement;
let owner: Caller;
let caller: Caller;
let routes: Place[];
/** Another subscription's. */
let theirs: Ids;
/** The caller's own ids, in another domain. */
let others: Ids;
let mine: Ids;

beforeAll(async () => {
  database = await createTestDatabase();
  rows = new Rows(database.url);
  upstream = await DiscoveryServer.start();
  management = await startManagement(database.url, { WORKER: 'off', RATE_LIMIT: 'off' });
  owner = management.as((await createSubscription(database.url)).apiKey);
  caller = management.as((await createSubscription(database.url)).apiKey);
  // Read from the document, so that a new route is included.
  routes = placesOf(await fetchDocument(management.url)).filter(({ template }) => template.includes('{domain}'));
  theirs = await populate(owner, THEIRS, 'client-of-them');
  others = await populate(caller, 'others.example.com', 'client-of-ours');
  mine = await populate(caller, 'mine.example.com', 'client-of-mine');
});

afterAll(async () => {
  await management.stop();
  await upstream.stop();
  await rows.end();
  await database.drop();
});

async function populate(each: Caller, domain: string, clientId: string): Promise<Ids> {
  const at = `/v1/domain/${domain}`;
  await each.post('/v1/domain', { domain });
  await each.put(`${at}/client/${clientId}`, CLIENT);
  await each.put(`${at}/client/${clientId}/backchannel_logout`, { uri: 'https://app.example.com/logout' });
  const { sub } = (await each.post(`${at}/user`, { preferredUsername: `user of ${domain}`, name: 'A User' })).json as { sub: string };
  const { id: secretId } = (await each.post(`${at}/client/${clientId}/secret`)).json as { id: string };
  const name = `provider-of-${clientId}`;
  const provider = await each.put(`${at}/provider/${name}`, { issuer: upstream.issuer, clientId, clientSecret: 'x' });
  expect(provider.status).toBe(200);
  const { id: webhookId } = (await each.post(`${at}/webhook`, { url: 'https://app.example.com/' })).json as { id: string };
  const [resourceId, role] = [`resource-of-${clientId}`, `role-of-${clientId}`];
  await each.put(`${at}/resource/${resourceId}`, { audience: 'https://api.example.com', name: 'API', scopes: [{ scope: 'read' }] });
  await each.put(`${at}/role/${role}`, { permissions: [{ resource: resourceId, scopes: ['read'] }] });
  await each.put(`${at}/client/${clientId}/resource/${resourceId}`, { scopes: ['read'] });
  for (const assigned of [`client/${clientId}`, `user/${sub}`]) await each.put(`${at}/${assigned}/role`, [role]);
  const token = await each.post(`${at}/client-registration/token`, { name: `token of ${domain}` });
  const { id: tokenId } = token.json as { id: string };
  const streamId = await insertSignalStream(rows, domain);
  const deliveryId = await insertSignalDelivery(rows, streamId);
  const importId = await insertUserImport(rows, domain);
  const invitation = await each.post(`${at}/user-invitation`, { redirectUri: 'https://app.example.com/' });
  const { id: invitationId } = invitation.json as { id: string };
  return {
    domain,
    clientId,
    sub,
    secretId,
    name,
    webhookId,
    streamId,
    deliveryId,
    importId,
    invitationId,
    resourceId,
    role,
    credentialId: 'totp',
    sessionId: 'none',
    tokenId,
  };
}

function ask(each: Caller, { method, template, operation }: Place, ids: Ids): Promise<Answer> {
  const path = template.replaceAll(/\{(\w+)\}/g, (_all, name: keyof Ids) => ids[name]);
  const body = BODIES[operation.operationId];
  // A route with an unknown body would fail because of the body instead of its domain.
  if (operation.requestBody?.required && !body) throw new Error(`no body is known for ${operation.operationId}`);
  return each.send(path, {
    method,
    headers: body ? { 'Content-Type': operation.operationId === 'importUsers' ? 'application/x-ndjson' : 'application/json' } : {},
    body: body && JSON.stringify(body),
  });
}

/** Everything that a caller can see, except values that differ between any two responses. */
function seen({ status, headers, text }: Answer): { status: number; headers: object; body: string } {
  const common = Object.entries(headers).filter(([name]) => !UNIQUE.has(name));
  return { status, headers: common, body: text.replace(/"instance":"[^"]+"/, '"instance":"..."') };
}

/** All data of a domain, as its owner sees it. */
async function contents(each: Caller, { domain, clientId, sub, webhookId, streamId, resourceId }: Ids): Promise<unknown> {
  const parts = [
    '',
    '/client',
    '/client-registration/token',
    `/client/${clientId}/secret`,
    `/client/${clientId}/backchannel_logout`,
    `/client/${clientId}/signing`,
    `/client/${clientId}/refresh-token`,
    '/sign-in',
    '/signing',
    '/user',
    `/user/${sub}`,
    '/provider',
    `/webhook/${webhookId}`,
    `/webhook/${webhookId}/delivery`,
    '/signal-stream',
    '/user-import',
    '/user-invitation',
    `/signal-stream/${streamId}`,
    `/signal-stream/${streamId}/delivery`,
    '/id_token/claims_supported',
    '/resource',
    '/role',
    `/client/${clientId}/resource`,
    `/client/${clientId}/resource/${resourceId}`,
    `/client/${clientId}/role`,
    `/client/${clientId}/claims`,
    `/client/${clientId}/grants`,
    `/client/${clientId}/active`,
    `/client/${clientId}/presentation`,
    `/client/${clientId}/quota`,
    `/user/${sub}/role`,
    `/user/${sub}/credential`,
    `/user/${sub}/session`,
    '/log',
  ];
  return Promise.all(parts.map(async (part) => (await each.get(`/v1/domain/${domain}${part}`)).json));
}

describe('a domain of another subscription', () => {
  it('gets the same answers on every route as an unknown one, and is not changed', async () => {
    const before = await contents(owner, theirs);
    expect(routes.length).toBeGreaterThan(15);
    for (const route of routes) {
      const [foreign, absent] = await Promise.all([ask(caller, route, theirs), ask(caller, route, { ...theirs, domain: ABSENT })]);
      expect({ route: route.operation.operationId, json: foreign.json }).toEqual({
        route: route.operation.operationId,
        json: {
          type: '/problems/domain-not-found',
          title: 'There is no such domain',
          status: 404,
          detail: 'Your subscription has no domain of this name.',
          instance: `urn:request:${foreign.headers['x-request-id']}`,
        },
      });
      expect(seen(foreign)).toEqual(seen(absent));
    }
    expect(await contents(owner, theirs)).toEqual(before);
  });

  it('returns 404 while being deleted, in any spelling, and for impossible names', async () => {
    const gone = 'gone.example.com';
    await owner.post('/v1/domain', { domain: gone });
    await owner.delete(`/v1/domain/${gone}`);
    const unheard = [
      gone,
      THEIRS.toUpperCase(),
      `${THEIRS}.`,
      '%00',
      'a%20b',
      'xn--a',
      '%F0%9F%98%80',
      'x'.repeat(4_000),
      `${THEIRS}%2F..`,
    ];

    for (const route of routes) {
      const absent = seen(await ask(caller, route, { ...theirs, domain: ABSENT }));
      const answers = await Promise.all(unheard.map((domain) => ask(caller, route, { ...theirs, domain })));
      for (const [index, answer] of answers.entries())
        expect({ name: unheard[index], ...seen(answer) }).toEqual({ name: unheard[index], ...absent });
    }
  });
});

describe('a resource of another domain', () => {
  /** As long as the other names, so that responses that contain them have the same length. */
  const absent: Omit<Ids, 'domain'> = {
    clientId: 'client-nowhere',
    sub: NOBODY,
    secretId: NOBODY,
    name: 'provider-of-client-nowhere',
    credentialId: 'totp',
    sessionId: 'none',
    webhookId: NOBODY,
    streamId: NOBODY,
    deliveryId: NOBODY,
    tokenId: NOBODY,
    importId: NOBODY,
    invitationId: NOBODY,
    resourceId: 'resource-of-client-nowhere',
    role: 'role-of-client-nowhere',
  };

  it.each([
    'clientId',
    'sub',
    'secretId',
    'name',
    'webhookId',
    'streamId',
    'deliveryId',
    'importId',
    'invitationId',
    'resourceId',
    'role',
    'tokenId',
  ] as const)('gets the same answers by its %s on every route as an unknown one', async (name) => {
    const asked = routes.filter(({ template, operation }) => template.includes(`{${name}}`) && !CREATE.has(operation.operationId));
    expect(asked.length).toBeGreaterThan(0);
    const [ownersBefore, callersBefore] = await Promise.all([contents(owner, theirs), contents(caller, others)]);
    for (const route of asked) {
      const nothing = seen(await ask(caller, route, { ...mine, [name]: absent[name] }));
      expect(nothing.status).toBe(404);
      for (const elsewhere of [theirs, others]) {
        const answer = seen(await ask(caller, route, { ...mine, [name]: elsewhere[name] }));
        const unnamed = { ...answer, body: answer.body.replace(elsewhere[name], absent[name]) };
        expect({ route: route.operation.operationId, ...unnamed }).toEqual({ route: route.operation.operationId, ...nothing });
      }
    }
    expect(await contents(owner, theirs)).toEqual(ownersBefore);
    expect(await contents(caller, others)).toEqual(callersBefore);
  });
});

describe('a domain of the subscription that is being deleted', () => {
  it('gets the same answers as an unknown one, except for its details and the path of its deletion', async () => {
    const doomed = await populate(caller, 'doomed.example.com', 'doomed-client');
    await caller.delete(`/v1/domain/${doomed.domain}`);

    for (const route of routes.filter(({ operation }) => !['getDomain', 'deleteDomain'].includes(operation.operationId))) {
      const [deleting, absent] = await Promise.all([ask(caller, route, doomed), ask(caller, route, { ...doomed, domain: ABSENT })]);
      expect({ route: route.operation.operationId, ...seen(deleting) }).toEqual({ route: route.operation.operationId, ...seen(absent) });
    }
  });
});

describe('requests without a key', () => {
  it('are rejected alike for existing and unknown domains', async () => {
    for (const route of routes) {
      const [existing, absent] = await Promise.all(
        [theirs, { ...theirs, domain: ABSENT }].map((ids) => ask(management.as('unknown'), route, ids)),
      );
      expect(existing!.status).toBe(401);
      expect(seen(existing!)).toEqual(seen(absent!));
    }
  });
});
