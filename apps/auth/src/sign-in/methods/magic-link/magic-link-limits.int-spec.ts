import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { CookieBrowser } from '../../../../../../test/support/cookie-browser.js';
import type { Answer } from '../../../../../../test/support/http.js';
import { SignInFixture, type TestUser } from '../../sign-in.fixture.js';

let fixture: SignInFixture;
let users = 0;

beforeAll(async () => {
  fixture = await SignInFixture.start({ RATE_LIMIT: 'on', MAGIC_LINKS_PER_USER: '3', MAGIC_LINKS_PER_ADDRESS: '8' });
});

afterAll(() => fixture.stop());

async function createUser(): Promise<TestUser & { email: string }> {
  users += 1;
  const user = await fixture.person(`jane.doe.${users}.of.them`);
  return { ...user, email: `${user.username}@example.com` };
}

async function createDomain(): Promise<void> {
  fixture.domain = await fixture.stack.caller.registerDomain();
  await fixture.createClient('shop');
}

/** Starts a sign-in, up to the choice of methods. */
async function begin(jane: CookieBrowser, username: string): Promise<Answer> {
  return jane.press(await fixture.begin(jane, 'shop'), 'Continue', { username });
}

async function countMessages(): Promise<number> {
  const { json } = await fixture.stack.caller.get('/dev/outbox');
  return (json as { link: string }[]).filter(({ link }) => new URL(link).host === fixture.domain).length;
}

const COMMON = (text: string, name: string) =>
  text
    .replaceAll(/value="[\w-]{43}"/g, 'CSRF')
    .replaceAll(/\/sign-in\/[\w-]+/g, 'UID')
    .replaceAll(name, 'NAME');

beforeEach(createDomain);

describe('limits of magic link requests', () => {
  it('limits messages for one name, and shows the same page for known and unknown names', async () => {
    const names = [(await createUser()).username, 'nobody.of.this.name'];

    const pages = await Promise.all(
      names.map(async (name) => {
        const jane = fixture.browser();
        const shown = [await jane.press(await begin(jane, name), 'Email me a link')];
        for (let n = 0; n < 2; n += 1) shown.push(await jane.press(shown.at(-1)!, 'Send another link'));
        return shown.map(({ status, text }) => `${status} ${COMMON(text, name)}`);
      }),
    );

    expect(pages[0]).toEqual(pages[1]);
    expect(pages[0]!.map((text) => text.includes('No other link was sent'))).toEqual([false, false, true]);
    // Each address has its own share of the user's quota.
    expect(await countMessages()).toBe(2);
  });

  it('limits messages for one user across several names, without revealing that the names belong together', async () => {
    const [jane, user] = [fixture.browser(), await createUser()];
    const shown: Answer[] = [];
    for (const name of [user.username, user.email]) {
      const page = await begin(jane, name);
      shown.push(await jane.press(page, 'Email me a link'));
      shown.push(await jane.press(shown.at(-1)!, 'Send another link'));
    }

    expect(shown.filter(({ text }) => text.includes('No other link was sent'))).toEqual([]);
    expect(await countMessages()).toBe(2);
  });

  it('limits messages from one address, for any user', async () => {
    const jane = fixture.browser();
    const other = await begin(jane, (await createUser()).username);

    for (let n = 0; n < 10; n += 1) {
      const { username } = await createUser();
      await jane.submit(other, 'Email me a link', { username });
    }

    expect(await countMessages()).toBe(8);
  });
});
