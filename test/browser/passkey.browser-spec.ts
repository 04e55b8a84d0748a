import { describe, expect, it } from '@jest/globals';
import { withBrowserUser, type BrowserUser } from '../support/browser/browser.js';
import { button, openLink, enrolPasskey, enterUsername, field, pressPasskeyButton } from '../support/browser/sign-in-steps.js';
import { useSignInBrowserFixture } from '../support/browser/sign-in-browser-fixture.js';
import { sql } from '../support/sql.js';

const fixture = useSignInBrowserFixture();

const login = (query = '') => `${fixture.app.url}/login${query}`;
const home = () => `${fixture.app.url}/`;

/** Signs in again with a browser that has forgotten the session. */
const ANEW = '?prompt=login';

describe('passkeys', () => {
  it('can be created after the first sign-in with a link, and then count as at a later sign-in', async () => {
    const user = await fixture.world.user('maria.first');
    await withBrowserUser(fixture.browser, async ({ page, authenticator }) => {
      await page.goto(login());
      await enterUsername(page, user.username);
      await openLink(page, fixture.world, user);
      expect(await button(page, 'Not now').isVisible()).toBe(true);
      await pressPasskeyButton(page, 'Create a passkey');
      await page.waitForURL(home());

      expect(await fixture.app.get('/')).toMatchObject({ claims: { sub: user.sub, acr: 'phr', amr: ['email', 'pop', 'user', 'mfa'] } });
      const [passkey, ...others] = await authenticator.credentials();
      expect(passkey).toMatchObject({ rpId: fixture.world.domain, isResidentCredential: true });
      expect(others).toEqual([]);
    });
  });

  it('sign the user in by button, without a name', async () => {
    const user = await fixture.world.user('maria.button');
    await withBrowserUser(fixture.browser, async (person) => {
      await enrolPasskey(person, fixture.world, { from: login(), user });
      await person.page.goto(login(ANEW));
      await pressPasskeyButton(person.page, 'Sign in with a passkey');
      await person.page.waitForURL(home());

      expect(await fixture.app.get('/')).toMatchObject({ claims: { sub: user.sub, acr: 'phr', amr: ['pop', 'user', 'mfa'] } });
      expect(await fixture.world.log('user.signed_in')).toContainEqual(
        expect.objectContaining({
          user: user.sub,
          client: 'shop',
          data: expect.objectContaining({ methods: ['passkey'] }),
          actor: expect.objectContaining({ type: 'user' }),
        }),
      );
    });
  });

  it('sign the user in by suggestions in the field', async () => {
    const user = await fixture.world.user('maria.autofill');
    const act = async (person: BrowserUser) => {
      await enrolPasskey(person, fixture.world, { from: login(), user });
      await person.page.goto(login(ANEW));
      await person.page.waitForURL(home());

      expect(await fixture.app.get('/')).toMatchObject({ claims: { sub: user.sub, amr: ['pop', 'user', 'mfa'] } });
    };
    await withBrowserUser(fixture.browser, act, { autofill: true });
  });

  it('sign the user in by button after the name was entered', async () => {
    const user = await fixture.world.user('maria.named');
    await withBrowserUser(fixture.browser, async (person) => {
      await enrolPasskey(person, fixture.world, { from: login(), user });
      await person.page.goto(login(ANEW));
      await enterUsername(person.page, user.username);
      await pressPasskeyButton(person.page, 'Sign in with a passkey');
      await person.page.waitForURL(home());

      expect(await fixture.app.get('/')).toMatchObject({ claims: { sub: user.sub } });
    });
  });

  it('shows an error to a user without a passkey', async () => {
    await withBrowserUser(fixture.browser, async ({ page }) => {
      await page.goto(login());
      await field(page, 'Username or email').fill('maria.entered');
      await pressPasskeyButton(page, 'Sign in with a passkey');

      await page.getByText('No passkey was used. Try again, or choose another method.').waitFor();
      expect(await field(page, 'Username or email').inputValue()).toBe('maria.entered');
    });
  });

  it('shows an error if the passkey was removed', async () => {
    const user = await fixture.world.user('maria.removed');
    await withBrowserUser(fixture.browser, async (person) => {
      const { page } = person;
      await enrolPasskey(person, fixture.world, { from: login(), user });
      await sql(fixture.stack.database.url, 'DELETE FROM passkey WHERE sub = $1', [user.sub]);
      await page.goto(login(ANEW));
      await field(page, 'Username or email').fill('maria.entered');
      await pressPasskeyButton(person.page, 'Sign in with a passkey');

      await page.getByRole('alert').getByText('The passkey did not work.').waitFor();
      expect(await field(page, 'Username or email').inputValue()).toBe('maria.entered');
      expect(await fixture.world.log('user.sign_in_failed')).toContainEqual(
        expect.objectContaining({ client: 'shop', data: expect.objectContaining({ methods: ['passkey'] }) }),
      );
    });
  });

  it('may be lost: a magic link still signs the user in if no policy requires more', async () => {
    const user = await fixture.world.user('maria.loses');
    await withBrowserUser(fixture.browser, async (person) => {
      const { page, authenticator } = person;
      await enrolPasskey(person, fixture.world, { from: login(), user });
      await authenticator.clear();
      await page.goto(login(ANEW));
      await enterUsername(page, user.username);
      await openLink(page, fixture.world, user);
      await page.waitForURL(home());

      expect(await fixture.app.get('/')).toMatchObject({ claims: { sub: user.sub, acr: '0', amr: ['email'] } });
    });
  });

  it('are optional', async () => {
    const user = await fixture.world.user('maria.notnow');
    await withBrowserUser(fixture.browser, async ({ page, authenticator }) => {
      await page.goto(login());
      await enterUsername(page, user.username);
      await openLink(page, fixture.world, user);
      await button(page, 'Not now').click();
      await page.waitForURL(home());

      expect(await fixture.app.get('/')).toMatchObject({ claims: { sub: user.sub, acr: '0' } });
      expect(await authenticator.credentials()).toEqual([]);
    });
  });
});
