import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GuideStack } from '../support/integrate/guide.js';
import { ProtectedApplication } from '../support/integrate/oauth2-proxy.js';

let stack: GuideStack;
let app: ProtectedApplication;

beforeAll(async () => {
  stack = await GuideStack.start();
  app = await ProtectedApplication.start(stack);
}, 120_000);

afterAll(async () => {
  await app?.stop();
  await stack?.stop();
});

describe('docs/integrate/nginx-oauth2-proxy.md', () => {
  it('signs a user in, and out at Latchkey too', async () => {
    const person = await stack.signIn(`${app.url}/orders?page=2&sort=item`);

    expect(person.url.href).toBe(`${app.url}/orders?page=2&sort=item`);
    const user = { user: expect.stringMatching(/^[\w-]{36}$/), email: 'grace@example.com' };
    expect(JSON.parse(person.here.text)).toEqual({ url: '/orders?page=2&sort=item', ...user });

    await person.open(`${app.url}/oauth2/sign_out?rd=${encodeURIComponent(`${stack.issuer}/connect/endsession`)}`);
    await person.press('Sign out', { logout: 'yes' });
    await person.open(app.url);
    expect(person.url.origin).toBe(stack.issuer);
  });
});
