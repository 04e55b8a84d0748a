import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { apiRequests, type ApiRequest, type ApiVocabulary } from '../../../../test/support/api-requests.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { DiscoveryServer } from '../../../../test/support/discovery-server.js';
import type { Answer } from '../../../../test/support/http.js';
import { startManagement, type Caller, type StartedManagement } from '../../../../test/support/management.js';
import { fetchDocument, placesOf, type OpenApiDocument } from '../../../../test/support/openapi-document.js';
import { Rows } from '../../../../test/support/rows.js';
import { insertSignalDelivery, insertSignalStream } from '../../../../test/support/signal-stream.js';
import { createSubscription } from '../../../../test/support/subscription.js';
import { insertUserImport } from '../../../../test/support/user-import.js';

/** Another seed generates other requests. */
const SEED = 20_261_129;
/** The number of requests per operation. */
const REQUESTS_PER_OPERATION = 30;
/** Concurrent requests. */
const CONCURRENCY = 8;
/** Operations that seldom reject a generated request, because they have no parameters. */
const WITHOUT_PARAMETERS: ReadonlySet<string> = new Set([
  'getCaller',
  'listReceiptKeys',
  'getDomainImportKey',
  'listApiKeys',
  'listOperators',
  'listSubscriptions',
]);
/**
 * Operations that reject most generated requests, because other requests use up or must first make their secrets, usernames and resources, or disable
 * their streams, or their members exclude one another. Their own tests have valid requests.
 */
const SELDOM_GOOD: ReadonlySet<string> = new Set([
  'applyConfiguration',
  'addClientSecret',
  'provisionOperator',
  'deleteClientSecret',
  'deleteClientResource',
  'getClientResource',
  'createUser',
  'createInvitation',
  'replacePageTexts',
  'testMail',
  'importUsers',
  'importDomain',
  'exportDomain',
  'deleteUserCredential',
  'deleteUserSession',
  'replayWebhookDeliveries',
  'verifySignalStream',
  'getSignalDelivery',
  'replaySignalDelivery',
  'replaceSignalStreamAuthorization',
]);
/** The example of the document. */
const OPERATOR_ISSUER = 'https://id.example.com';
const PLATFORM_KEY = 'the-key-of-the-platform';
const SERVICE = { clientType: 'Confidential', grantType: 'ClientCredentials', scope: 'read write' };

let database: TestDatabase;
let upstream: DiscoveryServer;
let management: StartedManagement;
let caller: Caller;
let requests: ApiRequest[];

beforeAll(async () => {
  database = await createTestDatabase();
  upstream = await DiscoveryServer.start();
  const settings = { WORKER: 'off', RATE_LIMIT_PER_MINUTE: '1000000', MANAGEMENT_ISSUERS: OPERATOR_ISSUER, PLATFORM_KEY };
  management = await startManagement(database.url, settings);
  caller = management.as((await createSubscription(database.url)).apiKey);
  const vocabulary = await populate();
  const [configured, frozen] = [await caller.registerDomain(), await caller.registerDomain()];
  // A configuration replaces what other requests need, and a frozen domain takes no changes, so each is a domain of its own.
  const own = new Map([
    ['applyConfiguration', configured],
    ['freezeDomain', frozen],
    ['thawDomain', frozen],
  ]);
  requests = apiRequests(vocabulary, { seed: SEED, each: REQUESTS_PER_OPERATION }).map((request) =>
    own.has(request.operationId)
      ? { ...request, path: request.path.replace(new RegExp(vocabulary.known['domain']![0]!, 'i'), own.get(request.operationId)!) }
      : request,
  );
});

afterAll(async () => {
  await management.stop();
  await upstream.stop();
  await database.drop();
});

async function repeat<T>(count: number, make: (n: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_none, n) => make(n)));
}

async function populate(): Promise<ApiVocabulary> {
  const [domain, ...doomedDomains] = await repeat(5, () => caller.registerDomain());
  const otherDomain = await management.as(management.apiKey).registerDomain();
  const domainPath = `/v1/domain/${domain}`;
  const makeUser = async (n: number): Promise<string> =>
    ((await caller.post(`${domainPath}/user`, { preferredUsername: `somebody-${n}`, name: `Number ${n}` })).json as { sub: string }).sub;
  const makeSecret = async (): Promise<string> =>
    ((await caller.post(`${domainPath}/client/app/secret`, { overlapSeconds: 3_600 })).json as { id: string }).id;
  const makeApiKey = async (n: number): Promise<string> =>
    ((await caller.post('/v1/api-key', { name: `key-${n}`, permissions: ['*'] })).json as { id: string }).id;
  const makeWebhook = async (n: number): Promise<string> =>
    ((await caller.post(`${domainPath}/webhook`, { url: `https://app.example.com/${n}` })).json as { id: string }).id;
  const makeToken = async (): Promise<string> =>
    ((await caller.post(`${domainPath}/client-registration/token`, { name: 'partner' })).json as { id: string }).id;
  const doomedClients = Array.from({ length: 20 }, (_none, n) => `doomed-${n}`);
  for (const clientId of ['app', 'shop', 'desk', ...doomedClients]) {
    await caller.put(`${domainPath}/client/${clientId}`, SERVICE);
    await caller.put(`${domainPath}/client/${clientId}/backchannel_logout`, { uri: 'https://app.example.com/logout' });
  }
  await caller.put(`${domainPath}/client/web`, { clientType: 'Public', grantType: 'AuthorizationCode', scope: 'openid' });
  const [subs, doomedSubs, doomedSecrets] = await Promise.all([
    repeat(5, makeUser),
    repeat(20, (n) => makeUser(n + 5)),
    repeat(20, makeSecret),
  ]);
  const erased = await makeUser(25);
  await caller.delete(`${domainPath}/user/${erased}`);
  const [webhooks, doomedWebhooks] = await Promise.all([repeat(5, makeWebhook), repeat(20, makeWebhook)]);
  const rows = new Rows(database.url);
  const [streams, doomedStreams] = [
    await repeat(5, () => insertSignalStream(rows, domain!)),
    await repeat(20, () => insertSignalStream(rows, domain!)),
  ];
  const deliveries = await repeat(5, (n) => insertSignalDelivery(rows, streams[n]!));
  const [imports, doomedImports] = [
    await repeat(3, () => insertUserImport(rows, domain!)),
    await repeat(20, () => insertUserImport(rows, domain!)),
  ];
  const invitations = await repeat(1, async () => {
    const { json } = await caller.post(`${domainPath}/user-invitation`, { redirectUri: 'https://app.example.com/' });
    return (json as { id: string }).id;
  });
  await rows.end();
  const doomedTokens = await repeat(20, makeToken);
  await caller.put(`${domainPath}/sign-in`, { signUp: 'Open' });
  const doomedInvitations = await repeat(
    20,
    async (n) => ((await caller.post(`${domainPath}/invitation`, { email: `jane-${n}@example.com` })).json as { id: string }).id,
  );
  const [apiKeys, doomedApiKeys] = [await repeat(5, makeApiKey), await repeat(20, makeApiKey)];
  const makeSubscription = async (): Promise<string> => (await createSubscription(database.url)).id;
  const [subscriptions, doomedSubscriptions] = [await repeat(5, makeSubscription), await repeat(20, makeSubscription)];
  const deletions = await repeat(2, async () => {
    const { headers } = await caller.delete(`/v1/domain/${await caller.registerDomain()}`);
    return headers['location']!.split('/').at(-1)!;
  });
  const doomedProviders = Array.from({ length: 20 }, (_none, n) => `doomed-${n}`);
  const provider = { issuer: upstream.issuer, clientId: 'latchkey', clientSecret: 'x' };
  for (const name of ['northwind', ...doomedProviders]) await caller.put(`${domainPath}/provider/${name}`, provider);
  const doomedNames = Array.from({ length: 20 }, (_none, n) => `doomed-${n}`);
  const scopes = [{ scope: 'orders:read' }, { scope: 'stock:read' }];
  for (const id of ['orders', 'stock', ...doomedNames])
    await caller.put(`${domainPath}/resource/${id}`, { audience: `urn:${id}`, name: id, scopes });
  for (const role of ['clerk', ...doomedNames]) await caller.put(`${domainPath}/role/${role}`, {});
  for (const id of doomedNames) await caller.put(`${domainPath}/client/app/resource/${id}`, { scopes: [] });
  for (const id of ['ada', ...doomedNames])
    await caller.put(`/v1/operator/${id}`, { issuer: OPERATOR_ISSUER, subject: `of-${id}`, name: id, permissions: [] });
  return {
    document: await documentWithIssuer(),
    known: {
      domain: [...Array.from({ length: 8 }, () => domain!), domain!.toUpperCase(), otherDomain, 'absent.example.com'],
      clientId: ['app', 'app', 'shop', 'desk', 'web', 'absent'],
      webhookId: [...webhooks, 'none'],
      streamId: [...streams, 'none'],
      deliveryId: [...deliveries, 'none'],
      importId: [...imports, 'none'],
      invitationId: [...invitations, 'none'],
      deletionId: [...deletions, 'none'],
      apiKeyId: [...apiKeys, 'none'],
      subscriptionId: [...subscriptions, 'none', 'absent'],
      name: ['northwind', 'northwind', 'new', 'absent', 'local'],
      resourceId: ['orders', 'orders', 'stock', 'new', 'absent'],
      role: ['clerk', 'clerk', 'new', 'absent'],
      operatorId: ['ada', 'ada', 'new', 'absent'],
      sub: [...subs, subs[0]!.toUpperCase(), erased, erased, '00000000-0000-4000-8000-000000000000', 'nobody'],
      credentialId: ['totp', 'recovery-codes', 'none'],
      sessionId: ['none'],
      language: ['de', 'en', 'ja', 'xx'],
    },
    doomed: {
      domain: [...doomedDomains, otherDomain],
      clientId: [...doomedClients, 'absent'],
      name: [...doomedProviders, 'absent'],
      resourceId: [...doomedNames, 'absent'],
      role: [...doomedNames, 'absent'],
      operatorId: [...doomedNames, 'absent'],
      sub: doomedSubs,
      webhookId: doomedWebhooks,
      streamId: doomedStreams,
      importId: doomedImports,
      apiKeyId: doomedApiKeys,
      subscriptionId: doomedSubscriptions,
      secretId: [...doomedSecrets, 'none'],
      tokenId: [...doomedTokens, 'none'],
      invitationId: [...doomedInvitations, 'none'],
      language: ['fr', 'es', 'xx'],
      credentialId: ['totp', 'recovery-codes', 'none'],
      sessionId: ['none'],
    },
  };
}

/** An issuer must be reachable to be accepted, but the one in the example is not. */
async function documentWithIssuer(): Promise<OpenApiDocument> {
  const document = await fetchDocument(management.url);
  const { issuer } = document.components.schemas['IdentityProviderRequest']!.properties!;
  Object.assign(issuer!, { format: 'of the example', pattern: '^https://10[.]0[.]0[.][1-9]$', example: upstream.issuer });
  return document;
}

/** Who may change a resource. */
function callerOf(path: string): Caller {
  return path.startsWith('/v1/subscription') ? management.as(PLATFORM_KEY) : caller;
}

/** The violation in the response, or its status. */
async function sendAndCheck({ path, call }: ApiRequest): Promise<number | string> {
  let answer: Answer;
  try {
    answer = await callerOf(path).send(path, call);
  } catch (error) {
    return (error as Error).message;
  }
  if (answer.status >= 300) return answer.status < 500 ? answer.status : `answered ${answer.status}: ${answer.text}`;
  const failures = findBodyViolations(path, call);
  return failures.length === 0 ? answer.status : `was accepted, though the document refuses it: ${failures.join('; ')}`;
}

/** The violations of the document by a body that the service accepts. */
function findBodyViolations(path: string, { method, body }: ApiRequest['call']): string[] {
  if (typeof body !== 'string' || body === '' || !method.startsWith('P')) return [];
  return management.contract!.findRequestViolations({ method, path }, JSON.parse(body));
}

describe('generated requests from the OpenAPI document', () => {
  const statuses = new Map<string, number[]>();

  it('are answered as documented, and never with an internal error', async () => {
    expect(requests.length).toBeGreaterThanOrEqual(1_200);
    const before = management.events.length;
    const failures: object[] = [];
    for (let start = 0; start < requests.length; start += CONCURRENCY) {
      const batch = requests.slice(start, start + CONCURRENCY);
      const outcomes = await Promise.all(batch.map(sendAndCheck));
      for (const [index, request] of batch.entries()) {
        const found = outcomes[index]!;
        if (typeof found === 'number') statuses.set(request.operationId, [...(statuses.get(request.operationId) ?? []), found]);
        else failures.push({ failure: found, ...truncateRequest(request) });
      }
    }

    expect(failures.slice(0, 10)).toEqual([]);
    expect(management.events.slice(before).filter(({ level }) => level === 'error' || level === 'fatal')).toEqual([]);
    expect((await caller.get('/v1/domain')).status).toBe(200);
  }, 120_000);

  it('include valid and invalid ones for every operation', async () => {
    const operations = placesOf(await fetchDocument(management.url)).map(({ operation }) => operation.operationId);
    const countResponses = (name: string, hundreds: number): number =>
      statuses.get(name)!.filter((status) => Math.floor(status / 100) === hundreds).length;

    const insufficient = operations.filter(
      (name) => (countResponses(name, 2) < 1 && !SELDOM_GOOD.has(name)) || (countResponses(name, 4) < 3 && !WITHOUT_PARAMETERS.has(name)),
    );

    expect(insufficient.map((name) => ({ name, good: countResponses(name, 2), refused: countResponses(name, 4) }))).toEqual([]);
  });
});

function truncateRequest({ operationId, path, call }: ApiRequest): object {
  return { operationId, path: path.slice(0, 300), ...call, body: call.body?.toString().slice(0, 1_000) };
}
