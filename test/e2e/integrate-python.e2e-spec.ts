import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startFastApi, type FastApi } from '../support/integrate/fastapi.js';
import { startFlask } from '../support/integrate/flask.js';
import { GuideStack, type GuideApp } from '../support/integrate/guide.js';

let stack: GuideStack;
let flask: GuideApp;
let fastApi: FastApi;

beforeAll(async () => {
  stack = await GuideStack.start();
  [flask, fastApi] = await Promise.all([startFlask(stack), startFastApi(stack)]);
}, 120_000);

afterAll(async () => {
  await Promise.all([flask?.stop(), fastApi?.api.stop(), fastApi?.web.stop()]);
  await stack?.stop();
});

describe.each([
  ['flask', () => flask],
  ['fastapi', () => fastApi.web],
])('docs/integrate/%s.md', (_name, app) => {
  it('signs a user in and out', async () => {
    const { url } = app();
    const person = await stack.signIn(`${url}/login`);

    expect(person.url.href).toBe(`${url}/`);
    expect(person.here.text).toContain('Hello, Grace Hopper');
    await person.press('Sign out');
    expect([person.url.href, person.here.text]).toEqual([`${url}/`, expect.stringContaining('Sign in')]);
    await person.open(`${url}/login`);
    expect(person.url.origin).toBe(stack.issuer);
  });
});

describe('the API of docs/integrate/fastapi.md', () => {
  it.each<[string, string, (token: string) => string | null, number, string | null]>([
    ['answers a token with the scope', 'GET', (token) => token, 200, null],
    ['rejects no token', 'GET', () => null, 401, 'Bearer'],
    ['rejects a changed token', 'GET', (token) => `${token.slice(0, -4)}AAAA`, 401, 'Bearer error="invalid_token"'],
    ['rejects a token without the scope', 'DELETE', (token) => token, 403, 'Bearer error="insufficient_scope", scope="orders:write"'],
  ])('%s', async (_what, method, tokenOf, status, challenge) => {
    const token = tokenOf(fastApi.token);
    const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
    const answer = await fetch(`${fastApi.api.url}/orders`, { method, headers });

    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([status, challenge]);
    if (status === 200) expect(await answer.json()).toEqual({ orders: [{ id: 1, item: 'a lamp' }], askedBy: 'reports' });
  });

  it('rejects a token for another API', async () => {
    const headers = { authorization: `Bearer ${await stack.example.token('read')}` };

    expect((await fetch(`${fastApi.api.url}/orders`, { headers })).status).toBe(401);
  });
});
