import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { OutgoingHttpHeaders } from 'node:http';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { send, type Answer } from '../../../../test/support/http.js';
import { startManagement, type Caller, type StartedManagement } from '../../../../test/support/management.js';
import { createSubscription } from '../../../../test/support/subscription.js';

type Schema = { enum?: string[]; example?: string };
type Operation = { operationId: string; parameters: { name: string; schema: Schema }[]; requestBody?: object };

interface Route {
  operationId: string;
  method: string;
  /** With {domain} in it, and all other parameters filled in. */
  path: string;
}

const CLIENT = { clientType: 'Confidential', grantType: 'ClientCredentials', scope: 'read' };
/** What differs between any two answers. */
const UNIQUE = new Set(['x-request-id', 'date']);

let database: TestDatabase;
let management: StartedManagement;
let owner: Caller;
let caller: Caller;
let routes: Route[];

beforeAll(async () => {
  database = await createTestDatabase();
  management = await startManagement(database.url, { WORKER: 'off' });
  owner = management.as((await createSubscription(database.url)).apiKey);
  caller = management.as((await createSubscription(database.url)).apiKey);
  routes = await routesOfADomain();
});

afterAll(async () => {
  await management.stop();
  await database.drop();
});

/** Read from the OpenAPI document, so that a route added later is looked at by itself. */
async function routesOfADomain(): Promise<Route[]> {
  const { paths } = (await send(`${management.url}/openapi.json`)).json as { paths: Record<string, Record<string, Operation>> };
  return Object.entries(paths).flatMap(([template, operations]) =>
    Object.entries(operations)
      .filter(() => template.includes('{domain}'))
      .map(([method, { operationId, parameters }]) => ({
        operationId,
        method: method.toUpperCase(),
        path: filledIn(template, parameters),
      })),
  );
}

function filledIn(template: string, parameters: Operation['parameters']): string {
  return template.replaceAll(/\{(?!domain\})(\w+)\}/g, (_all, name) => {
    const { schema } = parameters.find((parameter) => parameter.name === name)!;
    return schema.enum?.[0] ?? schema.example ?? 'app';
  });
}

function ask(each: Caller, { method, path }: Route, domain: string): Promise<Answer> {
  const takesBody = ['POST', 'PUT', 'PATCH'].includes(method);
  const headers: OutgoingHttpHeaders = takesBody ? { 'Content-Type': 'application/json' } : {};
  return each.send(path.replace('{domain}', domain), { method, headers, body: takesBody ? JSON.stringify(CLIENT) : undefined });
}

/** All that a caller sees, but for what is unique to each answer. */
function seen({ status, headers, text }: Answer): object {
  const common = Object.entries(headers).filter(([name]) => !UNIQUE.has(name));
  return { status, headers: common, body: text.replace(/"instance":"[^"]+"/, '"instance":"..."') };
}

const THEIRS = 'theirs.example.com';
const ABSENT = 'absent.example.com';

describe('a domain of another subscription', () => {
  beforeAll(async () => {
    await owner.post('/v1/domain', { domain: THEIRS });
    await owner.put(`/v1/domain/${THEIRS}/client/app`, CLIENT);
  });

  it('answers on every route exactly as one that does not exist', async () => {
    expect(routes.map(({ operationId }) => operationId)).toEqual(expect.arrayContaining(['getDomain', 'deleteDomain', 'provisionClient']));
    for (const route of routes) {
      const [foreign, absent] = await Promise.all([ask(caller, route, THEIRS), ask(caller, route, ABSENT)]);
      expect({ route, json: foreign.json }).toEqual({
        route,
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
  });

  it('answers so too when it is being deleted, under any spelling, and for names that nobody can have', async () => {
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
      const absent = seen(await ask(caller, route, ABSENT));
      for (const name of unheard)
        expect({ route, name, seen: seen(await ask(caller, route, name)) }).toEqual({ route, name, seen: absent });
    }
  });

  it('is unchanged by all of that', async () => {
    expect((await owner.get(`/v1/domain/${THEIRS}`)).json).toMatchObject({ status: 'active' });
    expect((await owner.get(`/v1/domain/${THEIRS}/client`)).json).toMatchObject([{ clientId: 'app', scope: 'read' }]);
  });
});

describe('a domain of the subscription that is being deleted', () => {
  it('answers as one that does not exist, but for its details', async () => {
    const mine = 'mine.example.com';
    await caller.post('/v1/domain', { domain: mine });
    await caller.delete(`/v1/domain/${mine}`);

    for (const route of routes.filter(({ operationId }) => operationId !== 'getDomain')) {
      const [deleting, absent] = await Promise.all([ask(caller, route, mine), ask(caller, route, ABSENT)]);
      expect({ route, seen: seen(deleting) }).toEqual({ route, seen: seen(absent) });
    }
  });
});

describe('a refusal without a key', () => {
  it('is the same for a domain that exists and for one that does not', async () => {
    for (const route of routes) {
      const [existing, absent] = await Promise.all([THEIRS, ABSENT].map((name) => ask(management.as('unknown'), route, name)));
      expect(existing!.status).toBe(401);
      expect(seen(existing!)).toEqual(seen(absent!));
    }
  });
});
