import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FurtherGrants, ServedClient, ServedPermission } from '@latchkey/persistence';
import { errors } from 'oidc-provider';
import { IS_EVERY_FAULT } from '../../../../../test/faults/extent.js';
import { createRandom } from '../../../../../test/support/random.js';
import type { Actor } from '../../access-token/token-chain.js';
import { CachedClient } from '../../client/cached-client.js';
import { CachedDomain } from '../../domain/cached-domain.js';
import { createDomainKey, createServedDomain } from '../../domain/served-domain.fixture.js';
import type { DomainKey } from '../../domain/signing-key.store.js';
import { exchangeToken, MAX_EXCHANGES, type ExchangedToken, type SubjectToken } from './exchange-rules.js';

const CHAINS = IS_EVERY_FAULT ? 2_000_000 : 100_000;
const CHAINS_OF_A_SCENARIO = 100;
const SEED = Number(process.env['EXCHANGE_SEED'] ?? randomInt(2 ** 31));
const NOW = 1_800_000_000;
const [RESOURCES, ROLES, CLIENTS] = [
  ['a', 'b', 'c'],
  ['one', 'two', 'three'],
  ['web', 'orders', 'stock', 'batch'],
];
const OPERATIONS = ['read', 'write', 'delete'];

const { chance, pick, some } = createRandom(SEED);
const audienceOf = (resource: string) => `https://${resource}.example.com`;
const scopesOf = (resource: string) => OPERATIONS.map((operation) => `${resource}:${operation}`);
const permissions = (): ServedPermission[] => some(RESOURCES).map((resourceId) => ({ resourceId, scopes: some(scopesOf(resourceId)) }));

interface Scenario {
  domain: CachedDomain;
  clients: CachedClient[];
  enforcing: Set<string>;
  /** By role. */
  roles: Map<string, ServedPermission[]>;
}

const { stackTraceLimit } = Error;
let key: DomainKey;

beforeAll(async () => {
  process.stderr.write(`token exchange: EXCHANGE_SEED=${SEED}\n`);
  key = await createDomainKey('ES256');
  // Stack traces of the many refusals would take most of the time.
  Error.stackTraceLimit = 0;
});

afterAll(() => {
  Error.stackTraceLimit = stackTraceLimit;
});

function createClient(clientId: string): CachedClient {
  const resources = Object.fromEntries(permissions().map(({ resourceId, scopes }) => [resourceId, scopes]));
  const mode = chance(0.7) ? 'Delegation' : 'Impersonation';
  const furtherGrants: FurtherGrants = {
    clientCredentials: false,
    deviceCode: false,
    tokenExchange: chance(0.9) ? { mode, resources } : null,
  };
  const roles = some(ROLES);
  const accessTokenExpiry = pick([60, 300, 3_600]);
  const audiences = some(RESOURCES).map(audienceOf);
  const values = { clientId, clientType: chance(0.9) ? 'Confidential' : 'Public', grantType: 'ClientCredentials', scope: '', secrets: [] };
  return new CachedClient('acme', {
    ...values,
    furtherGrants,
    roles,
    accessTokenExpiry,
    audiences,
    resources: permissions(),
    tokenQuota: null,
    presentation: null,
    active: true,
    expiresAt: null,
  } as unknown as ServedClient);
}

function createScenario(): Scenario {
  const enforcing = new Set(some(RESOURCES));
  const roles = new Map(ROLES.map((role) => [role, permissions()]));
  const resources = RESOURCES.map((resourceId) => ({
    resourceId,
    audience: audienceOf(resourceId),
    name: resourceId,
    scopes: scopesOf(resourceId).map((scope) => ({ scope, description: scope })),
    accessTokenExpiry: chance(0.3) ? 120 : null,
    tokenFormat: 'Jwt' as const,
    signingAlgorithm: null,
    enforceRoles: enforcing.has(resourceId),
  }));
  const served = { ...createServedDomain('acme'), resources, roles: [...roles].map(([role, of]) => ({ role, permissions: of })) };
  return { domain: new CachedDomain(served, 'https://acme.example.com', [key]), clients: CLIENTS.map(createClient), enforcing, roles };
}

/** The token with which a chain begins: of a user with some roles, or of a client. */
function createFirstToken({ clients }: Scenario): SubjectToken {
  const client = pick(clients);
  const resource = pick(RESOURCES);
  const link = { hash: 'first', clientId: client.client.clientId, audiences: [audienceOf(resource)], scope: some(scopesOf(resource)) };
  const ofUser = chance(0.7) ? { sub: 'ada', roles: some(ROLES) } : { sub: client.client.clientId };
  return { ...ofUser, exp: NOW + pick([30, 200, 4_000]), link, exchange: undefined, act: undefined };
}

const permits = (list: readonly ServedPermission[], resource: string, scope: string): boolean =>
  list.some(({ resourceId, scopes }) => resourceId === resource && scopes.includes(scope));

const permitsByRoles = ({ roles }: Scenario, of: readonly string[], resource: string, scope: string): boolean =>
  of.some((role) => permits(roles.get(role)!, resource, scope));

/** Everything that the new token has and may not have. */
function findGains(scenario: Scenario, client: CachedClient, before: SubjectToken, after: ExchangedToken): string[] {
  const { resources, roles } = client.client;
  const { id } = after.api;
  const document = client.tokenExchange?.resources ?? {};
  const gained = after.scope.filter((scope) => {
    const isGranted = permits(resources, id, scope) || permitsByRoles(scenario, roles, id, scope);
    const isPermitted = !scenario.enforcing.has(id) || !before.roles || permitsByRoles(scenario, before.roles, id, scope);
    const earlier = after.exchange.chain.filter(({ audiences }) => audiences.includes(audienceOf(id)));
    return !document[id]?.includes(scope) || !isGranted || !isPermitted || earlier.some((link) => !link.scope.includes(scope));
  });
  return [
    ...gained.map((scope) => `scope ${scope}`),
    ...(id in document && client.client.clientType === 'Confidential' && mayName(scenario, client, id) ? [] : ['audience']),
    ...(NOW + after.expiresIn <= before.exp ? [] : ['lifetime']),
    ...(after.exchange.subject === before.sub ? [] : ['subject']),
    ...(countActors(after.exchange.act) <= MAX_EXCHANGES && concealsNobody(before.act, after.exchange.act) ? [] : ['actors']),
  ];
}

/** Whether a client may have tokens for a resource at all. */
const mayName = ({ roles }: Scenario, { client }: CachedClient, resource: string): boolean =>
  client.audiences!.includes(audienceOf(resource)) ||
  [client.resources, ...client.roles.map((role) => roles.get(role)!)].some((list) =>
    list.some(({ resourceId }) => resourceId === resource),
  );

const countActors = (actor: Actor | undefined): number => (actor ? 1 + countActors(actor.act) : 0);
const concealsNobody = (before: Actor | undefined, after: Actor | undefined): boolean =>
  JSON.stringify(after) === JSON.stringify(before) || JSON.stringify(after?.act) === JSON.stringify(before);

/** One more exchange of a chain. @returns null if it is refused */
function tryExchange(scenario: Scenario, subject: SubjectToken, client: CachedClient): ExchangedToken | null {
  const resource = pick(RESOURCES);
  const request = { resource: audienceOf(resource), scope: chance(0.5) ? undefined : some(scopesOf(resource)).join(' ') || undefined };
  try {
    return exchangeToken(request, { client, domain: scenario.domain, subject, now: NOW });
  } catch (error) {
    if (error instanceof errors.OIDCProviderError) return null;
    throw error;
  }
}

describe('a subject token that expires in this moment', () => {
  it('is refused, so that no lifetime is 0', () => {
    const link = { hash: 'first', clientId: 'web', audiences: [], scope: [] };
    const subject = { sub: 'ada', exp: NOW, link, exchange: undefined, act: undefined };
    const [domain, client] = [createScenario().domain, createClient('web')];

    expect(() => exchangeToken({ resource: audienceOf('a'), scope: undefined }, { client, domain, subject, now: NOW })).toThrow(
      expect.objectContaining({ error_description: 'the subject_token has expired' }),
    );
  });
});

describe('chains of token exchanges', () => {
  it('gain no scope, audience, lifetime, subject or actor', () => {
    const gains: string[] = [];
    let longest = 0;
    let exchanges = 0;
    let scenario = createScenario();
    for (let chain = 0; chain < CHAINS; chain += 1) {
      if (chain % CHAINS_OF_A_SCENARIO === 0) scenario = createScenario();
      let subject = createFirstToken(scenario);
      for (let step = 0; step <= MAX_EXCHANGES; step += 1) {
        const client = pick(scenario.clients);
        const after = tryExchange(scenario, subject, client);
        if (!after) continue;
        exchanges += 1;
        gains.push(...findGains(scenario, client, subject, after));
        const link = { hash: String(step), clientId: client.client.clientId, audiences: [after.api.audience], scope: after.scope };
        subject = { ...subject, exp: NOW + after.expiresIn, link, exchange: after.exchange, act: after.exchange.act };
        longest = Math.max(longest, after.exchange.chain.length);
      }
    }

    expect(gains).toEqual([]);
    expect(exchanges).toBeGreaterThan(CHAINS / 2);
    expect(longest).toBe(MAX_EXCHANGES);
  });
});
