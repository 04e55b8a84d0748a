import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GuideStack } from '../support/integrate/guide.js';
import { startRust, type Rust } from '../support/integrate/rust.js';
import { RedirectFollower } from '../support/redirect-follower.js';

let stack: GuideStack;
let rust: Rust;

beforeAll(async () => {
  stack = await GuideStack.start();
  rust = await startRust(stack);
}, 360_000);

afterAll(async () => {
  await Promise.all([rust?.api.stop(), rust?.shop.stop()]);
  await stack?.stop();
});

describe('the application of docs/integrate/rust.md', () => {
  it('signs a user in and out', async () => {
    const { url } = rust.shop;
    const person = await stack.signIn(`${url}/login`);

    expect(person.url.href).toBe(`${url}/`);
    expect(person.here.text).toContain('Hello, Grace Hopper');
    await person.press('Sign out');
    expect([person.url.href, person.here.text]).toEqual([`${url}/`, expect.stringContaining('Sign in')]);
    await person.open(`${url}/login`);
    expect(person.url.origin).toBe(stack.issuer);
  });

  it('rejects a callback that was begun in another browser', async () => {
    expect(await new RedirectFollower().open(`${rust.shop.url}/callback?code=stolen&state=x`)).toMatchObject({ status: 400 });
  });
});

describe('the API of docs/integrate/rust.md', () => {
  it.each<[string, string, (token: string) => string | null | Promise<string>, number, string | null]>([
    ['answers a token with the scope', 'GET', (token) => token, 200, null],
    ['rejects no token', 'GET', () => null, 401, 'Bearer'],
    ['rejects a changed token', 'GET', (token) => `${token.slice(0, -4)}AAAA`, 401, 'Bearer error="invalid_token"'],
    ['rejects a token for another API', 'GET', () => stack.example.token('read'), 401, 'Bearer error="invalid_token"'],
    ['rejects a token without the scope', 'DELETE', (token) => token, 403, 'Bearer error="insufficient_scope", scope="orders:write"'],
  ])('%s', async (_what, method, tokenOf, status, challenge) => {
    const token = await tokenOf(rust.token);
    const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
    const answer = await fetch(`${rust.api.url}/orders`, { method, headers });

    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([status, challenge]);
    if (status === 200) expect(await answer.json()).toEqual({ orders: ['a lamp'], askedBy: 'reports' });
  });

  it('rejects a token of the type of ID tokens', async () => {
    const { stack: latchkey } = stack.example;
    const audience = 'https://orders.example.com';
    const scopes = [{ scope: 'orders:read', description: 'Read orders' }];
    await latchkey.caller.put('/v1/domain/localhost/resource/orders', { audience, name: 'Orders', scopes, tokenFormat: 'PlainJwt' });
    const service = { clientId: 'reports', clientSecret: rust.serviceSecret };
    const token = await latchkey.auth.token('localhost', service, { resource: audience });
    const answer = await fetch(`${rust.api.url}/orders`, { headers: { authorization: `Bearer ${token}` } });

    expect([answer.status, await answer.text()]).toEqual([401, 'not an access token']);
  });
});
