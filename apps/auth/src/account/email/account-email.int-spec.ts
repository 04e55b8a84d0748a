import { describe, expect, it } from '@jest/globals';
import { Encryptor } from '@latchkey/crypto';
import { decryptMessage, messageContext, type Message } from '@latchkey/message';
import { MASTER_KEY } from '../../../../../test/support/management.js';
import type { ServedDomainOfTest } from '../../in-process-auth.fixture.js';
import { AccountUser, ageSessions, describeRedirect, describeSignInRequest, JANE, useAccountFixture } from '../account.fixture.js';

const PAGE = '/account/profile';
const OLD = JANE.attributes.email;
const NEW = 'Jane.New@example.org';

const fixture = useAccountFixture({ RATE_LIMIT: 'on', MAGIC_LINKS_PER_USER: '3' });

const SAME_ORIGIN = { 'Sec-Fetch-Site': 'same-origin' };

async function csrf(user: AccountUser, path = PAGE): Promise<string> {
  return /name="csrf" value="([^"]+)"/.exec((await user.get(path)).text)![1]!;
}

const ask = async (email: string, user = fixture.user) => user.submitForm('/account/email', { csrf: await csrf(user), email }, SAME_ORIGIN);

/** The mails of a domain, oldest first. */
async function listMails({ id }: ServedDomainOfTest = fixture.domain): Promise<Message[]> {
  const encryptor = new Encryptor([Buffer.from(MASTER_KEY, 'base64')]);
  const rows = await fixture.auth.rows.query<{ id: string; encrypted: Buffer }>(
    'SELECT id, encrypted FROM message WHERE domain_id = $1 ORDER BY created_at',
    [id],
  );
  return rows.map((row) => decryptMessage(encryptor, row.encrypted, messageContext(id, row.id)));
}

/** The path of the link in the last mail. */
async function lastLink(domain = fixture.domain): Promise<string> {
  const { content } = (await listMails(domain)).at(-1)!;
  const { pathname, search } = new URL('link' in content ? content.link : content.account);
  return `${pathname}${search}`;
}

/** Presses the button of a link's page. */
async function press(path: string, user = fixture.user) {
  const [, token] = path.split('?token=');
  return user.submitForm('/account/email/confirm', { csrf: await csrf(user, '/account'), token: token! }, SAME_ORIGIN);
}

const undo = (path: string) =>
  fixture.auth.browser(fixture.domain).request('/account/email/undo', {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ token: path.split('?token=')[1]! }).toString(),
  });

async function findAddress(user = fixture.user): Promise<unknown[]> {
  const [row] = await fixture.auth.rows.query<{ attributes: Record<string, unknown> }>('SELECT attributes FROM end_user WHERE sub = $1', [
    user.sub,
  ]);
  return [row!.attributes['email'], row!.attributes['email_verified']];
}

/** Another user, whom the indexes of names and addresses find. */
function createOther(attributes: { email?: string; preferred_username?: string }): Promise<AccountUser> {
  const { preferred_username: username = 'other.person', email } = attributes;
  const indexed = { username_key: username, search_text: email === undefined ? username : `${username}\n${email}` };
  const all = { preferred_username: username, name: 'Otto', ...attributes };
  return AccountUser.create(fixture.auth, fixture.domain, { attributes: all, ...indexed });
}

describe('the change of an address', () => {
  it('happens once the link to the new address is opened, and ends the links to the former one', async () => {
    const link = { domain_id: fixture.domain.id, sub: fixture.user.sub, expires_at: new Date(Date.now() + 600_000) };
    await fixture.auth.rows.insert('magic_link', link);
    const asked = await ask(` ${NEW} `);
    const path = await lastLink();
    const shown = await fixture.user.get(path);
    expect(await findAddress()).toEqual([OLD, undefined]);

    const confirmed = await press(path);

    expect([asked, confirmed].map(describeRedirect)).toEqual([`303 ${PAGE}: email-link-sent`, `303 ${PAGE}: email-changed`]);
    expect(shown.text).toContain('go to Jane.New@example.org.');
    expect(shown.headers['referrer-policy']).toBe('no-referrer');
    expect(await findAddress()).toEqual([NEW, true]);
    expect(await fixture.auth.rows.count('magic_link', `domain_id = '${fixture.domain.id}' AND used_at IS NULL`)).toBe(0);
    const log = await fixture.auth.rows.query('SELECT type, actor_id, sub FROM log_entry WHERE domain_id = $1', [fixture.domain.id]);
    const { sub } = fixture.user;
    expect(log).toEqual([{ type: 'user.updated', actor_id: sub, sub }]);
    expect(
      (await listMails()).map(({ to, content, language, request }) => ({ to, kind: content.kind, language, device: request!.device })),
    ).toEqual([
      { to: NEW, kind: 'email-confirmation', language: 'en', device: '' },
      { to: OLD, kind: 'email-changed', language: 'de', device: '' },
    ]);
  });

  it('happens once for a link that is used twice, and not for one that another change has overtaken', async () => {
    await ask(NEW);
    const first = await lastLink();
    await ask('jane.third@example.org');
    const second = await lastLink();

    const pressed = [await press(first), await press(first), await press(second)];
    expect((await fixture.user.get(first)).text).toContain('This link no longer works');

    expect(pressed.map(({ status }) => status)).toEqual([303, 410, 410]);
    expect(await findAddress()).toEqual([NEW, true]);
  });

  it('happens once for a link of the present address, which it verifies', async () => {
    await ask(OLD);
    const path = await lastLink();

    const pressed = [await press(path), await press(path)];

    expect(pressed.map(({ status }) => status)).toEqual([303, 410]);
    expect((await fixture.user.get(path)).status).toBe(410);
    expect(await findAddress()).toEqual([OLD, true]);
    expect(describeRedirect(await ask(OLD))).toBe(`303 ${PAGE}: email-same`);
    expect((await listMails()).map(({ content }) => content.kind)).toEqual(['email-confirmation']);
  });

  it('gives an address to one of two users who confirm it at once, and explains that to the other', async () => {
    const other = await createOther({ email: 'otto@example.com' });
    await ask(NEW);
    const mine = await lastLink();
    await ask(NEW.toLowerCase(), other);
    const theirs = await lastLink();

    const answers = await Promise.all([press(mine), press(theirs, other)]);

    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409]);
    expect(answers.find(({ status }) => status === 409)!.text).toContain('Another account has this address');
    const addresses = (await Promise.all([findAddress(), findAddress(other)])).map(([email]) => email);
    expect(addresses.filter((email) => String(email).toLowerCase() === NEW.toLowerCase())).toHaveLength(1);
  });

  it.each([{ email: NEW.toLowerCase() }, { preferred_username: NEW.toLowerCase() }])(
    'does not say before the proof that another user has the address: %j',
    async (attributes) => {
      await createOther(attributes);

      const asked = await ask(NEW);

      expect(describeRedirect(asked)).toBe(`303 ${PAGE}: email-link-sent`);
      expect((await press(await lastLink())).status).toBe(409);
      expect(await findAddress()).toEqual([OLD, undefined]);
    },
  );

  it('needs a session of the user who has asked for it', async () => {
    await ask(NEW);
    const path = await lastLink();
    const other = await createOther({});

    const [stranger, foreign] = [await fixture.auth.browser(fixture.domain).request(path), await other.get(path)];

    expect(stranger.text).toContain('Sign in to confirm the address');
    expect([stranger.status, foreign.status, (await press(path, other)).status]).toEqual([200, 410, 410]);
    expect(await findAddress()).toEqual([OLD, undefined]);
  });

  it('is not possible with a link of another domain, an altered or an old one', async () => {
    const elsewhere = await fixture.auth.domain();
    const twin = await AccountUser.create(fixture.auth, elsewhere, JANE);
    await fixture.auth.rows
      .query('UPDATE end_user SET sub = $2 WHERE domain_id = $1', [elsewhere.id, fixture.user.sub])
      .catch(() => undefined);
    await ask(NEW, twin);
    const foreign = await lastLink(elsewhere);
    await ask(NEW);
    const path = await lastLink();
    const altered = `${path.slice(0, -6)}AAAAAA`;

    const { now } = Date;
    Date.now = () => now() + 1_801_000;
    const late = await press(path).finally(() => (Date.now = now));

    expect([(await press(foreign)).status, (await press(altered)).status, late.status]).toEqual([410, 410, 410]);
    expect(
      [await fixture.user.get('/account/email/confirm'), await fixture.user.get('/account/email/confirm?token=x')].map(
        ({ status }) => status,
      ),
    ).toEqual([410, 410]);
    expect((await press(path)).status).toBe(303);
  });

  it.each(['', 'jane', 'jane@', 'a@b.example, c@d.example', `${'x'.repeat(65)}@example.com`])(
    'refuses what is no address: %j',
    async (email) => {
      expect(describeRedirect(await ask(email))).toBe(`303 ${PAGE}: email-invalid`);
      expect(await listMails()).toEqual([]);
    },
  );

  it('sends a limited number of links', async () => {
    const answers = [];
    for (const n of [1, 2, 3, 4]) answers.push(describeRedirect(await ask(`jane.${n}@example.org`)));

    expect(answers).toEqual([...Array<string>(3).fill(`303 ${PAGE}: email-link-sent`), `303 ${PAGE}: too-many-tries`]);
    expect(await listMails()).toHaveLength(3);
  });

  it('needs a recent sign-in, a form of its own page, and a domain that allows it', async () => {
    const form = { csrf: await csrf(fixture.user), email: NEW };
    const foreign = await fixture.user.submitForm('/account/email', { ...form, csrf: 'x' }, SAME_ORIGIN);
    await fixture.auth.rows.query(`UPDATE domain SET editable_attributes = '{name}', revision = nextval('revision') WHERE id = $1`, [
      fixture.domain.id,
    ]);
    const forbidden = await ask(NEW);
    await ageSessions(fixture.auth, fixture.domain, 11);
    const old = await fixture.user.submitForm('/account/email', form, SAME_ORIGIN);

    expect([foreign.status, forbidden.status]).toEqual([403, 404]);
    expect((await fixture.user.get('/account')).status).toBe(200);
    expect(describeSignInRequest(old)).toBe('303 /connect/authorize 600 0');
    expect(await listMails()).toEqual([]);
  });
});

describe('the undoing of a changed address', () => {
  async function change(): Promise<string> {
    await ask(NEW);
    await press(await lastLink());
    return lastLink();
  }

  it('restores the former address without a sign-in, and ends all sessions', async () => {
    const path = await change();
    const page = await fixture.auth.browser(fixture.domain).request(path);

    const undone = await undo(path);

    expect(page.text).toContain('Undo the change of your email address?');
    expect(describeRedirect(undone)).toBe('303 /account/email/undo/done');
    expect(await findAddress()).toEqual([OLD, false]);
    expect(describeSignInRequest(await fixture.user.get())).toBe('303 /connect/authorize');
    const log = await fixture.auth.rows.query<{ type: string }>('SELECT type FROM log_entry WHERE domain_id = $1 ORDER BY id', [
      fixture.domain.id,
    ]);
    expect(log.map(({ type }) => type)).toEqual(['user.updated', 'user.updated', 'session.revoked']);
  });

  it('works once', async () => {
    const path = await change();

    const [undone, again] = [await undo(path), await undo(path)];

    expect([undone.status, again.status]).toEqual([303, 410]);
    expect((await fixture.auth.browser(fixture.domain).request(path)).text).toContain('This link no longer works');
  });

  it('cannot be overtaken by a second change, whose own link ends with it', async () => {
    const first = await change();
    await ask('third@example.org');
    await press(await lastLink());
    const second = await lastLink();

    const undone = await undo(first);

    expect([undone.status, (await findAddress())[0]]).toEqual([303, OLD]);
    expect((await undo(second)).status).toBe(410);
  });

  it('cannot be overtaken either where the owner has verified the address before', async () => {
    await ask(OLD);
    await press(await lastLink());
    const path = await change();
    await fixture.auth.rows.query('UPDATE end_user SET attributes = attributes || $2 WHERE sub = $1', [
      fixture.user.sub,
      { email: 'third@example.org' },
    ]);

    expect([(await undo(path)).status, (await findAddress())[0]]).toEqual([303, OLD]);
  });

  it('cannot be overtaken by an intruder who comes back', async () => {
    await undo(await change());
    const intruder = await AccountUser.withSession(fixture.auth, fixture.domain, { sub: fixture.user.sub });
    await ask(NEW, intruder);
    await press(await lastLink(), intruder);
    const path = await lastLink();
    await ask('third@example.org', intruder);
    await press(await lastLink(), intruder);

    expect([(await undo(path)).status, (await findAddress())[0]]).toEqual([303, OLD]);
  });

  it('is not possible once the user is gone', async () => {
    const path = await change();
    await fixture.auth.rows.query('DELETE FROM end_user WHERE sub = $1', [fixture.user.sub]);

    expect((await undo(path)).status).toBe(410);
  });

  it('is not possible with the link that made the change', async () => {
    await ask(NEW);
    const path = await lastLink();

    expect((await undo(path)).status).toBe(410);
  });
});
