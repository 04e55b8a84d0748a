import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { kindOf, type Answer } from '../../../../test/support/http.js';
import type { Caller } from '../../../../test/support/management.js';
import { sql } from '../../../../test/support/sql.js';
import { OperatorTokenFixture } from '../authentication/operator-token.fixture.js';

let fixture: OperatorTokenFixture;
let caller: Caller;
let issuer: string;

beforeAll(async () => {
  fixture = await OperatorTokenFixture.start();
  [caller, issuer] = [await fixture.subscribe(), fixture.issuers[0].url];
});

afterAll(() => fixture.stop());

const adaWith = (values: object = {}): object => ({ issuer, subject: 'ada', name: 'Ada', permissions: ['*'], domains: null, ...values });

/** Sends a request as an operator with these limits. */
async function as(limits: object): Promise<(path: string, method: string, body?: object) => Promise<Answer>> {
  const token = await fixture.sign({ sub: await fixture.createOperator(caller, limits) });
  return (path, method, body) =>
    fixture.send(token, path, { method, body: body && JSON.stringify(body), headers: body ? { 'Content-Type': 'application/json' } : {} });
}

/** The entries about an operator, by domain. */
function readLog(operator: string): Promise<{ name: string; type: string; data: object }[]> {
  return sql(
    fixture.database.url,
    `SELECT domain.name, type, data FROM log_entry JOIN domain ON domain.id = domain_id
     WHERE type LIKE 'operator.%' AND data ->> 'operator' = $1 ORDER BY log_entry.id, domain.id`,
    [operator],
  );
}

describe('operators', () => {
  it('are created by PUT, shown, listed oldest first, replaced by If-Match and deleted', async () => {
    const own = await fixture.subscribe();
    const [ada, bob] = [adaWith({ subject: 'crud' }), adaWith({ subject: 'bob', name: 'Bob', permissions: ['user:read'] })];

    expect(await own.put('/v1/operator/ada', ada)).toMatchObject({ status: 201, text: '' });
    const shown = await own.get('/v1/operator/ada');
    expect(shown).toMatchObject({ status: 200, json: { ...ada, lastUsedAt: null } });
    await own.put('/v1/operator/bob', bob);
    expect((await own.get('/v1/operator')).json).toEqual([
      { ...ada, lastUsedAt: null, operatorId: 'ada' },
      { ...bob, lastUsedAt: null, operatorId: 'bob' },
    ]);

    const headers = { 'Content-Type': 'application/json', 'If-Match': shown.headers['etag'] };
    const put = (name: string) => own.send('/v1/operator/ada', { method: 'PUT', headers, body: JSON.stringify({ ...ada, name }) });
    expect([(await put('Ada L')).status, kindOf(await put('Ada M'))]).toEqual([204, '412 /problems/precondition-failed']);

    expect([(await own.delete('/v1/operator/ada')).status, kindOf(await own.get('/v1/operator/ada'))]).toEqual([
      204,
      '404 /problems/operator-not-found',
    ]);
  });

  it('are refused with every violation at once', async () => {
    const invalid = { issuer: '', subject: ' a', name: '', permissions: ['client:write', 'all'], domains: ['-', 'a b'], other: 1 };

    const { status, json } = await caller.put('/v1/operator/ada', invalid);

    const pointers = (json as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer);
    expect([status, pointers.toSorted()]).toEqual([
      400,
      ['/domains/0', '/domains/1', '/issuer', '/name', '/other', '/permissions/1', '/subject'],
    ]);
    expect(await caller.put('/v1/operator/ada', adaWith({ issuer: 'https://id.example.com' }))).toMatchObject({
      status: 400,
      json: { errors: [{ pointer: '/issuer', detail: expect.stringContaining(issuer) }] },
    });
  });

  it('have an issuer and subject of their own in the whole installation, also of concurrent requests', async () => {
    const [first, second] = [await fixture.subscribe(), await fixture.subscribe()];
    const one = adaWith({ subject: 'raced' });

    const answers = await Promise.all([first, second, first, second].map((each, n) => each.put(`/v1/operator/raced-${n}`, one)));

    expect(answers.map(kindOf).toSorted()).toEqual(['201', ...Array(3).fill('409 /problems/operator-conflict')]);
    const taken = answers.find(({ status }) => status === 409)!;
    expect(taken.json).toMatchObject({ detail: expect.stringContaining('already has this issuer and subject') });
  });

  it('of another subscription are absent', async () => {
    const other = await fixture.subscribe();
    const id = await fixture.createOperator(caller);

    expect([kindOf(await other.get(`/v1/operator/${id}`)), kindOf(await other.delete(`/v1/operator/${id}`))]).toEqual([
      '404 /problems/operator-not-found',
      '404 /problems/operator-not-found',
    ]);
    expect((await other.get('/v1/operator')).json).toEqual([]);
    expect((await other.put(`/v1/operator/${id}`, adaWith({ subject: `other-${id}` }))).status).toBe(201);
    expect((await caller.get(`/v1/operator/${id}`)).json).toMatchObject({ subject: id });
  });

  it('are logged in every domain that they reach, now or before', async () => {
    const own = await fixture.subscribe();
    const [a, b, c] = [await own.registerDomain(), await own.registerDomain(), await own.registerDomain()];
    const ada = adaWith({ subject: 'logged', domains: [a] });
    await own.put('/v1/operator/logged', ada);
    await own.put('/v1/operator/logged', { ...ada, domains: [b.toUpperCase()] });
    await own.put('/v1/operator/logged', { ...ada, domains: [b] });
    await own.put('/v1/operator/logged', { ...ada, domains: null });
    await own.delete('/v1/operator/logged');

    const entries = await readLog('logged');

    const domainsOf = (index: number, count: number) => new Set(entries.slice(index, index + count).map(({ name }) => name));
    expect(entries.map(({ type }) => type)).toEqual([
      'operator.created',
      ...Array<string>(5).fill('operator.updated'),
      ...Array<string>(3).fill('operator.deleted'),
    ]);
    expect([domainsOf(0, 1), domainsOf(1, 2), domainsOf(3, 3), domainsOf(6, 3)]).toEqual([
      new Set([a]),
      new Set([a, b]),
      new Set([a, b, c]),
      new Set([a, b, c]),
    ]);
    expect(entries[1]!.data).toEqual({ operator: 'logged', changed: ['domains'] });
  });
});

describe('an operator that may change operators', () => {
  it('gives no permission that it does not have, not even to itself', async () => {
    const send = await as({ permissions: ['operator:write', 'client:read'] });
    const grant = (permissions: string[]) => send('/v1/operator/granted', 'PUT', adaWith({ subject: 'granted', permissions }));

    for (const permissions of [['*'], ['*:read'], ['client:write'], ['client:read', 'user:read']]) {
      expect(kindOf(await grant(permissions))).toBe('403 /problems/permission-denied');
    }
    expect((await grant(['operator:write', 'client:read'])).status).toBe(201);
  });

  it('limited to domains, sees and gives only these', async () => {
    const [a, b] = [await caller.registerDomain(), await caller.registerDomain()];
    const [inside, outside] = [
      await fixture.createOperator(caller, { domains: [a] }),
      await fixture.createOperator(caller, { domains: [a, b] }),
    ];
    const send = await as({ domains: [a] });
    const put = (id: string, domains: string[] | null) => send(`/v1/operator/${id}`, 'PUT', adaWith({ subject: id, domains }));

    const listed = (await send('/v1/operator', 'GET')).json as { operatorId: string }[];
    expect(listed.map(({ operatorId }) => operatorId)).toEqual([inside, expect.stringMatching(/^subject-/)]);
    expect([kindOf(await send(`/v1/operator/${outside}`, 'GET')), kindOf(await send(`/v1/operator/${outside}`, 'DELETE'))]).toEqual([
      '404 /problems/operator-not-found',
      '404 /problems/operator-not-found',
    ]);
    for (const domains of [null, [b]]) expect(kindOf(await put('new', domains))).toBe('403 /problems/permission-denied');
    expect(kindOf(await put(outside, [a]))).toBe('404 /problems/operator-not-found');
    expect((await put('new', [a])).status).toBe(201);
  });
});
