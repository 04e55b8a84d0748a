import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import type { Answer } from '../../../../test/support/http.js';
import { startManagement, type StartedManagement } from '../../../../test/support/management.js';
import { fetchDocument, placesOf, type Place } from '../../../../test/support/openapi-document.js';
import { sql } from '../../../../test/support/sql.js';
import { createSubscription, type Subscriber } from '../../../../test/support/subscription.js';
import { ALL, ALL_READS, GRANTED_PERMISSIONS, PERMISSION_RESOURCES } from './permission.js';

/** What a key of the test may do, and where. */
interface Limits {
  permissions?: readonly string[];
  domains?: readonly string[] | null;
  networks?: readonly string[] | null;
  expiresAt?: Date | null;
}

const PLATFORM_KEY = 'the-key-of-the-platform';
const MISSING = 'missing';
const CHANGE_SUBSCRIPTIONS = 'subscription:write';

type PermittedPlace = Place & { permission: string };

let database: TestDatabase;
let management: StartedManagement;
let subscriber: Subscriber;
let domain: string;
/** The operations that require a permission. */
let places: PermittedPlace[];
/** The ids of those that require none. */
let open: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  management = await startManagement(database.url, { WORKER: 'off', RATE_LIMIT: 'off', PLATFORM_KEY });
  subscriber = await createSubscription(database.url);
  domain = await management.as(subscriber.apiKey).registerDomain();
  const all = placesOf(await fetchDocument(management.url)).map((place) => ({ ...place, permission: permissionOf(place) }));
  places = all.filter(({ permission }) => permission !== MISSING);
  open = all.filter(({ permission }) => permission === MISSING).map(({ operation }) => operation.operationId);
});

afterAll(async () => {
  await management.stop();
  await database.drop();
});

function permissionOf({ operation }: Place): string {
  return (operation as unknown as Record<string, string>)['x-permission'] ?? MISSING;
}

/** @returns a key of the subscription with these limits; by default it may do everything */
async function createKey({ permissions = [ALL], domains = null, networks = null, expiresAt = null }: Limits): Promise<string> {
  const apiKey = `latchkey_${randomUUID()}`;
  await sql(
    database.url,
    `INSERT INTO api_key (subscription_id, name, hash, permissions, domains, networks, expires_at) VALUES ($1, 'limited', $2, $3, $4, $5, $6)`,
    [subscriber.id, createHash('sha256').update(apiKey).digest(), permissions, domains, networks, expiresAt],
  );
  return apiKey;
}

/** Requests an operation with a valid key and ids that do not exist. @param name of the domain in the path */
function request({ method, template, operation }: Place, apiKey: string, name = 'absent.example.com'): Promise<Answer> {
  const path = template.replace('{domain}', name).replaceAll(/\{\w+\}/g, 'absent');
  const [type = 'application/json'] = Object.keys(operation.requestBody?.content ?? {});
  const body = operation.requestBody ? { body: '[0]', headers: { 'Content-Type': type } } : {};
  return management.send(path, { method, ...body, headers: { ...body.headers, 'x-api-key': apiKey } });
}

/** @returns the operations that the key may not use */
async function listDenied(apiKey: string): Promise<string[]> {
  const denied: string[] = [];
  for (const place of places) {
    const { status, json } = await request(place, apiKey);
    if (status !== 403) continue;
    expect(json).toMatchObject({ type: '/problems/permission-denied', detail: expect.stringContaining(place.permission) });
    denied.push(place.operation.operationId);
  }
  return denied;
}

/** @returns the operations that a key of a subscription may not use, because it has no permission or they are for the platform key alone */
function listExpected(isPermitted: (permission: string) => boolean): string[] {
  return listOthers((permission) => permission !== CHANGE_SUBSCRIPTIONS && isPermitted(permission));
}

function listOthers(isPermitted: (permission: string) => boolean): string[] {
  return places.filter(({ permission }) => !isPermitted(permission)).map(({ operation }) => operation.operationId);
}

describe('every operation', () => {
  it('requires a permission, except the one that shows the caller', () => {
    expect(open).toEqual(['getCaller']);
  });

  it('has one known permission', () => {
    const known = new Set(PERMISSION_RESOURCES.flatMap((resource) => [`${resource}:read`, `${resource}:write`]));

    expect(places.length).toBeGreaterThan(80);
    expect(places.filter(({ permission }) => !known.has(permission)).map(({ operation }) => operation.operationId)).toEqual([]);
  });

  it('requires write for every method but GET', () => {
    const wrong = places.filter(({ method, permission }) => permission.endsWith(':read') !== (method === 'GET'));

    expect(wrong.map(({ operation }) => operation.operationId)).toEqual([]);
  });

  it.each(GRANTED_PERMISSIONS.filter((name) => name !== ALL && name !== ALL_READS))(
    'is permitted by %s alone only if it requires that',
    async (granted) => {
      const denied = await listDenied(await createKey({ permissions: [granted] }));

      expect(denied).toEqual(listExpected((permission) => permission === granted || permission === granted.replace(/write$/, 'read')));
    },
  );

  it('is permitted by *, and by *:read if it reads', async () => {
    expect(await listDenied(await createKey({ permissions: [ALL] }))).toEqual(listExpected(() => true));
    expect(await listDenied(await createKey({ permissions: [ALL_READS] }))).toEqual(listExpected((name) => name.endsWith(':read')));
  });

  it('is denied to a key without permissions', async () => {
    expect(await listDenied(await createKey({ permissions: [] }))).toEqual(listExpected(() => false));
  });

  it('is denied to every key of a subscription if it changes subscriptions', async () => {
    const changing = places.filter(({ permission }) => permission === CHANGE_SUBSCRIPTIONS).map(({ operation }) => operation.operationId);

    expect(changing.length).toBeGreaterThan(0);
    for (const permissions of [[ALL], [CHANGE_SUBSCRIPTIONS], [ALL, CHANGE_SUBSCRIPTIONS]]) {
      expect(await listDenied(await createKey({ permissions }))).toEqual(expect.arrayContaining(changing));
    }
  });

  it('is denied to the platform key if it concerns what a subscription owns', async () => {
    expect(await listDenied(PLATFORM_KEY)).toEqual(listOthers((permission) => permission.startsWith('subscription:')));
  });

  it('answers 401 to an expired key', async () => {
    const expired = await createKey({ expiresAt: new Date(Date.now() - 1_000) });

    for (const place of places) expect((await request(place, expired)).status).toBe(401);
  });

  it('is denied to a key from an address outside its networks', async () => {
    const [outside, inside] = [await createKey({ networks: ['192.0.2.0/24', '::1/128'] }), await createKey({ networks: ['127.0.0.0/8'] })];

    for (const place of places) {
      expect(await request(place, outside)).toMatchObject({ status: 403, json: { type: '/problems/permission-denied' } });
    }
    expect((await management.as(inside).get('/v1/domain')).status).toBe(200);
  });

  it('answers a domain outside the list of the key as an absent one', async () => {
    const limited = await createKey({ domains: ['other.example.com'] });

    for (const place of places.filter(({ template }) => template.includes('{domain}'))) {
      const [own, absent] = [await request(place, limited, domain), await request(place, limited)];
      expect({ status: own.status, type: (own.json as { type: string }).type }).toEqual({
        status: 404,
        type: '/problems/domain-not-found',
      });
      expect(absent.status).toBe(404);
    }
  });
});

describe('a key limited to domains', () => {
  it('lists and registers only these', async () => {
    const limited = management.as(await createKey({ domains: [domain, 'new.example.com'] }));
    await management.as(subscriber.apiKey).registerDomain();

    expect((await limited.get('/v1/domain')).json).toEqual([{ domain }]);
    expect((await limited.post('/v1/domain', { domain: 'NEW.example.com.' })).status).toBe(201);
    for (const body of [undefined, {}, { domain: 'another.example.com' }]) {
      expect(await limited.post('/v1/domain', body)).toMatchObject({
        status: 403,
        json: { detail: expect.stringContaining('new.example.com') },
      });
    }
  });

  it('does not see the deletion of another', async () => {
    const own = management.as(subscriber.apiKey);
    const { headers } = await own.delete(`/v1/domain/${await own.registerDomain()}`);
    const limited = management.as(await createKey({ domains: [domain] }));

    expect([(await own.get(headers['location']!)).status, (await limited.get(headers['location']!)).status]).toEqual([200, 404]);
  });
});
