import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import type { Answer } from '../../../../test/support/http.js';
import { PRODUCTION_SETTINGS, startManagement, type Caller, type StartedManagement } from '../../../../test/support/management.js';
import { Rows } from '../../../../test/support/rows.js';
import { sql } from '../../../../test/support/sql.js';
import { createSubscription } from '../../../../test/support/subscription.js';

const ZONE = 'sandbox.localhost';

let database: TestDatabase;
let development: StartedManagement;
let production: StartedManagement;
let caller: Caller;
let stranger: Caller;

beforeAll(async () => {
  database = await createTestDatabase();
  const settings = { WORKER: 'off', BOOTSTRAP_API_KEY: 'the-same-for-both-processes-of-this-test' };
  [development, production] = await Promise.all([
    startManagement(database.url, settings),
    startManagement(database.url, { ...settings, ...PRODUCTION_SETTINGS }),
  ]);
});

afterAll(async () => {
  await Promise.all([development.stop(), production.stop()]);
  await database.drop();
});

beforeEach(async () => {
  const [mine, theirs] = await Promise.all([createSubscription(database.url), createSubscription(database.url)]);
  caller = development.as(mine.apiKey);
  stranger = development.as(theirs.apiKey);
});

let names = 0;
function newName(): string {
  names += 1;
  return `name-${names}.example.com`;
}

function inProduction(each: Caller): Caller {
  return production.as(each.apiKey);
}

function expectProblem(answer: Answer, kind: string, pointers?: string[]): void {
  expect(answer).toMatchObject({ status: 400, json: { type: `/problems/${kind}`, status: 400 } });
  const { errors } = answer.json as { errors?: { pointer: string; detail: string }[] };
  expect(errors?.map(({ pointer }) => pointer)).toEqual(pointers);
}

async function list(each: Caller): Promise<unknown> {
  const answer = await each.get('/v1/domain');
  expect(answer.status).toBe(200);
  return answer.json;
}

describe('sandbox domains', () => {
  it.each<[string, unknown]>([
    ['no body', undefined],
    ['{}', {}],
    ['a name of null', { domain: null }],
  ])('registers a sandbox domain by %s', async (_what, body) => {
    const { status, json } = await caller.post('/v1/domain', body);

    expect(status).toBe(201);
    expect(json).toEqual({ domain: expect.stringMatching(/^[a-z2-7]{20}\.sandbox\.localhost$/) });
    expect(await list(caller)).toEqual([json]);
  });

  it('registers a sandbox domain by an empty body of any type', async () => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': 0 };

    expect((await caller.send('/v1/domain', { method: 'POST', headers })).status).toBe(201);
  });

  it('assigns a different name each time', async () => {
    const domains = await Promise.all(Array.from({ length: 20 }, () => caller.registerDomain()));

    expect(new Set(domains).size).toBe(20);
  });

  it('activates a sandbox domain immediately, with a signing key for ES256, also in production', async () => {
    for (const each of [caller, inProduction(caller)]) {
      const domain = await each.registerDomain();
      const { json } = await each.get(`/v1/domain/${domain}`);
      const keys = await sql(
        database.url,
        `SELECT signing_key.algorithm, signs_from <= now() AS signs FROM signing_key JOIN domain ON domain.id = domain_id WHERE name = $1
         ORDER BY algorithm`,
        [domain],
      );

      expect(json).toMatchObject({ kind: 'sandbox', status: 'active' });
      expect(keys).toEqual([{ algorithm: 'ES256', signs: true }]);
    }
  });
});

describe('custom domains', () => {
  it('shows status and diagnoses of the same moment, even while a check changes both', async () => {
    const [name, rows] = [newName(), new Rows(database.url)];
    await inProduction(caller).post('/v1/domain', { domain: name });
    let answer: Promise<Answer> | undefined;

    await rows.inTransaction(async (query) => {
      await query('LOCK TABLE domain_verification');
      answer = inProduction(caller).get(`/v1/domain/${name}`);
      await rows.untilBlocked(1);
      const findings = JSON.stringify({ diagnoses: [{ code: 'held-by-another', detail: 'Held.', fix: 'Choose another.' }] });
      await query(`UPDATE domain_verification SET findings = '${findings}' FROM domain WHERE id = domain_id AND name = '${name}'`);
      await query(`UPDATE domain SET status = 'failed', next_check_at = NULL WHERE name = '${name}'`);
    });
    await rows.end();

    expect((await answer!).json).toMatchObject({ status: 'failed', nextCheckAt: null, diagnoses: [{ code: 'held-by-another' }] });
  });

  it.each([
    ['AUTH.Upper.Example.COM', 'auth.upper.example.com'],
    ['login.bücher.example', 'login.xn--bcher-kva.example'],
    ['LOGIN.XN--BCHER-KVA.TEST', 'login.xn--bcher-kva.test'],
    ['straße.example', 'xn--strae-oqa.example'],
  ])('registers %s as %s, and accepts any spelling in paths', async (input, name) => {
    const { status, json } = await caller.post('/v1/domain', { domain: input });

    expect({ status, json }).toEqual({ status: 201, json: { domain: name } });
    expect(await list(caller)).toEqual([{ domain: name }]);
    expect((await caller.get(`/v1/domain/${encodeURIComponent(input)}`)).json).toMatchObject({ domain: name });
    expect((await caller.get(`/v1/domain/${name.toUpperCase()}/client`)).json).toEqual([]);
  });

  it.each<[unknown]>([[''], [1], [0], [true], [false], [{}], [[]], [['auth.example.com']]])('rejects the name %j', async (domain) => {
    expectProblem(await caller.post('/v1/domain', { domain }), 'invalid-request', ['/domain']);
    expect(await list(caller)).toEqual([]);
  });

  it.each([
    '127.0.0.1',
    'co.uk',
    'github.io',
    'intranet',
    ZONE,
    `my.${ZONE}`,
    `admin.${ZONE}`,
    `a.mine.${ZONE}`,
    'auth.example.com..',
    '*.example.com',
    'auth_.example.com',
    'auth .example.com',
    `${'a'.repeat(64)}.example.com`,
    `${'a.'.repeat(125)}example`,
    'auth.example.com:443',
    'user@auth.example.com',
    'auth.example.com/x',
    'xn--a.example.com',
  ])('rejects the name %s', async (domain) => {
    expectProblem(await caller.post('/v1/domain', { domain }), 'invalid-request', ['/domain']);
    expect(await list(caller)).toEqual([]);
  });

  it('finds a custom domain only by its exact name', async () => {
    const answer = await caller.post('/v1/domain', { domain: 1, name: 'auth.example.com', Domain: 'auth.example.com' });

    expectProblem(answer, 'invalid-request', ['/name', '/Domain', '/domain']);
  });

  it.each(['localhost', 'local', 'arpa', 'onion', 'internal', 'test', 'example', 'invalid'])(
    'rejects a name ending in .%s in production, but accepts it elsewhere',
    async (last) => {
      const name = `auth.${newName().split('.')[0]}.${last}`;

      const refused = await inProduction(caller).post('/v1/domain', { domain: `${name.toUpperCase()}` });

      expectProblem(refused, 'invalid-request', ['/domain']);
      expect(refused.text).toContain(`must be a name of the public DNS: .${last} is reserved for special use`);
      expect((await caller.post('/v1/domain', { domain: name })).status).toBe(201);
    },
  );

  it.each(['localhost', 'LOCALHOST', 'localhost.'])('rejects %s in production', async (domain) => {
    const refused = await inProduction(caller).post('/v1/domain', { domain });

    expectProblem(refused, 'invalid-request', ['/domain']);
    expect(await list(caller)).toEqual([]);
  });

  it('registers localhost outside production, once', async () => {
    expect((await caller.post('/v1/domain', { domain: 'LocalHost' })).json).toEqual({ domain: 'localhost' });

    expect((await caller.get('/v1/domain/localhost')).json).toMatchObject({ issuer: 'http://localhost:3001', status: 'active' });
    expect((await caller.post('/v1/domain', { domain: 'localhost' })).json).toMatchObject({ type: '/problems/domain-exists' });
  });

  it('activates a custom domain immediately outside production', async () => {
    const name = newName();
    await caller.post('/v1/domain', { domain: name });

    const { json } = await caller.get(`/v1/domain/${name}`);

    expect(json).toEqual({
      domain: name,
      authUrl: `http://${name}:3001`,
      issuer: `http://${name}:3001`,
      kind: 'custom',
      status: 'active',
      dnsRecords: [],
      diagnoses: [],
      statusDetail: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      verifiedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      nextCheckAt: null,
      jobs: [],
    });
  });

  it('keeps a custom domain pending in production until its ownership is proven', async () => {
    const name = newName();
    await inProduction(caller).post('/v1/domain', { domain: name });

    const { json } = await inProduction(caller).get(`/v1/domain/${name}`);

    expect(json).toMatchObject({
      authUrl: `https://${name}`,
      issuer: `https://${name}`,
      status: 'pending',
      statusDetail: expect.stringMatching(/not been proven/),
      verifiedAt: null,
    });
  });

  it("reports a conflict with the caller's own domain for every spelling", async () => {
    const name = newName();
    await caller.post('/v1/domain', { domain: name });

    for (const again of [name, name.toUpperCase()]) expectProblem(await caller.post('/v1/domain', { domain: again }), 'domain-exists');
    expect(await list(caller)).toEqual([{ domain: name }]);
  });

  it('rejects a name while another subscription holds it, in production or not', async () => {
    const name = newName();
    await caller.post('/v1/domain', { domain: name });

    for (const other of [stranger, inProduction(stranger)]) {
      const answer = await other.post('/v1/domain', { domain: name });
      expectProblem(answer, 'domain-unavailable');
      expect(answer.text).not.toContain(caller.apiKey);
    }
    expect(await list(stranger)).toEqual([]);
  });

  it('lets several subscriptions claim a name until one has verified it', async () => {
    const name = newName();

    for (const each of [caller, stranger].map(inProduction)) {
      expect(await each.post('/v1/domain', { domain: name })).toMatchObject({ status: 201, json: { domain: name } });
      expectProblem(await each.post('/v1/domain', { domain: name }), 'domain-exists');
      expect((await each.get(`/v1/domain/${name}`)).json).toMatchObject({ status: 'pending' });
    }
  });

  it('registers a domain once for concurrent requests', async () => {
    const name = newName();
    const answers = await Promise.all(
      [caller, stranger].flatMap((each) => Array.from({ length: 8 }, () => each.post('/v1/domain', { domain: name }))),
    );

    const kinds = answers.map(({ status, json }) => (status === 201 ? 'registered' : (json as { type: string }).type));
    expect(kinds.filter((kind) => kind === 'registered')).toHaveLength(1);
    expect(kinds.filter((kind) => /^.problems.domain-(exists|unavailable)$/.test(kind))).toHaveLength(15);
    expect(await sql(database.url, 'SELECT count(*)::integer FROM domain WHERE name = $1', [name])).toEqual([{ count: 1 }]);
  });
});

describe('list of domains', () => {
  it('contains only domains of the subscription, oldest first', async () => {
    const mine = [newName(), newName(), newName()].toReversed();
    await stranger.post('/v1/domain', { domain: newName() });
    for (const domain of mine) await caller.post('/v1/domain', { domain });
    const sandbox = await caller.registerDomain();

    expect(await list(caller)).toEqual([...mine, sandbox].map((domain) => ({ domain })));
    expect((await caller.get('/v1/domain')).headers['x-total-count']).toBe(`${mine.length + 1}`);
  });

  it('is empty initially', async () => {
    expect(await list(caller)).toEqual([]);
  });
});
