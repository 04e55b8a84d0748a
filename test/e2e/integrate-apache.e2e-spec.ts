import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GuideApache } from '../support/integrate/apache.js';
import { GuideStack } from '../support/integrate/guide.js';

let stack: GuideStack;
let apache: GuideApache;

beforeAll(async () => {
  stack = await GuideStack.start();
  apache = await GuideApache.start(stack);
}, 120_000);

afterAll(async () => {
  await apache?.stop();
  await stack?.stop();
});

describe('docs/integrate/apache.md', () => {
  it('signs a user in, and out at Latchkey too', async () => {
    const person = await stack.signIn(`${apache.url}/protected/orders?page=2`);

    expect(person.url.href).toBe(`${apache.url}/protected/orders?page=2`);
    const user = { user: expect.stringMatching(/^[\w-]{36}$/), name: 'Grace Hopper' };
    expect(JSON.parse(person.here.text)).toEqual({ url: '/protected/orders?page=2', ...user });

    await person.open(`${apache.url}/protected/redirect_uri?logout=${encodeURIComponent(`${apache.url}/`)}`);
    expect([person.url.href, JSON.parse(person.here.text)]).toEqual([`${apache.url}/`, { url: '/' }]);
    await person.open(`${apache.url}/protected/orders`);
    expect(person.url.origin).toBe(stack.issuer);
  });
});
