import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startDjango } from '../support/integrate/django.js';
import { GuideStack, type GuideApp } from '../support/integrate/guide.js';

let stack: GuideStack;
let app: GuideApp;

beforeAll(async () => {
  stack = await GuideStack.start();
  app = await startDjango(stack);
}, 120_000);

afterAll(async () => {
  await app?.stop();
  await stack?.stop();
});

describe('docs/integrate/django.md', () => {
  it('signs a user in and out, and knows the user again', async () => {
    for (let time = 0; time < 2; time += 1) {
      const person = await stack.signIn(`${app.url}/account`);

      expect(person.url.href).toBe(`${app.url}/account`);
      expect(person.here.text).toContain('Hello, Grace Hopper');
      await person.press('Sign out');
      expect([person.url.href, person.here.text]).toEqual([`${app.url}/`, expect.stringContaining('Sign in')]);
    }
  });
});
