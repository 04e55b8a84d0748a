import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GuideStack } from '../support/integrate/guide.js';
import { startSpring, type Spring } from '../support/integrate/spring.js';

let stack: GuideStack;
let spring: Spring;

beforeAll(async () => {
  stack = await GuideStack.start();
  spring = await startSpring(stack);
}, 240_000);

afterAll(async () => {
  await spring?.app.stop();
  await stack?.stop();
});

describe('docs/integrate/spring.md', () => {
  it('signs a user in', async () => {
    const person = await stack.signIn(spring.app.url);

    expect(person.url.href).toMatch(new RegExp(`^${spring.app.url}/(\\?continue)?$`));
    expect(person.here.text).toMatch(/^Hello, [\w-]+$/);
  });

  it.each<[string, (token: string) => string | null | Promise<string>, number, RegExp | null]>([
    ['answers an access token with the scope', (token) => token, 200, null],
    ['rejects no token', () => null, 401, /^Bearer$/],
    ['rejects a changed token', (token) => `${token.slice(0, -4)}AAAA`, 401, /^Bearer error="invalid_token"/],
    ['rejects a token for another API', () => stack.example.token('read'), 401, /^Bearer error="invalid_token"/],
  ])('%s', async (_what, tokenOf, status, challenge) => {
    const token = await tokenOf(spring.token);
    const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
    const answer = await fetch(`${spring.app.url}/api/orders`, { headers });

    expect(answer.status).toBe(status);
    if (challenge) expect(answer.headers.get('www-authenticate')).toMatch(challenge);
    else expect(await answer.json()).toEqual({ askedBy: 'reports' });
  });
});
