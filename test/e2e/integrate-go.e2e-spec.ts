import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startGoApplication } from '../support/integrate/go.js';
import { GuideStack, type GuideApp } from '../support/integrate/guide.js';
import { RedirectFollower } from '../support/redirect-follower.js';

let stack: GuideStack;
let app: GuideApp;

beforeAll(async () => {
  stack = await GuideStack.start();
  app = await startGoApplication(stack);
}, 240_000);

afterAll(async () => {
  await app?.stop();
  await stack?.stop();
});

describe('docs/integrate/go.md', () => {
  it('signs a user in and out', async () => {
    const person = await stack.signIn(`${app.url}/login`);

    expect(person.url.href).toBe(`${app.url}/`);
    expect(person.here.text).toContain('Hello, Grace Hopper');
    await person.press('Sign out');
    expect([person.url.href, person.here.text]).toEqual([`${app.url}/`, expect.stringContaining('Sign in')]);
  });

  it('rejects a callback that was begun in another browser', async () => {
    expect(await new RedirectFollower().open(`${app.url}/callback?code=stolen&state=x`)).toMatchObject({ status: 400 });
  });
});
