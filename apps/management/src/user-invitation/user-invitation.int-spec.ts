import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { eventually } from '../../../../test/support/eventually.js';
import { kindOf } from '../../../../test/support/http.js';
import { MailCatcher } from '../../../../test/support/mail-catcher.js';
import { startManagement, type Caller, type StartedManagement } from '../../../../test/support/management.js';
import { Rows } from '../../../../test/support/rows.js';
import { createSubscription } from '../../../../test/support/subscription.js';

const REDIRECT_URI = 'https://app.example.com/welcome';
const ISSUER = 'https://login.example.com';

interface Progress {
  id: string;
  status: string;
  invited: number;
  waiting: number;
  skipped: number;
  failed: number;
  signedIn: number;
}

let database: TestDatabase;
let rows: Rows;
let mails: MailCatcher;
let workers: StartedManagement[];
let caller: Caller;
let domain: string;
let domain_id: string;

beforeAll(async () => {
  [database, mails] = await Promise.all([createTestDatabase(), MailCatcher.start()]);
  rows = new Rows(database.url);
  const settings = { BOOTSTRAP_API_KEY: 'the-same-for-both', SMTP_URL: mails.url, MAIL_FROM: 'no-reply@example.com' };
  // Two workers, to reveal whether one repeats the other's work.
  workers = [await startManagement(database.url, settings), await startManagement(database.url, settings)];
});

afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await Promise.all([mails.stop(), rows.end()]);
  await database.drop();
});

beforeEach(async () => {
  mails.answer(() => 'take');
  mails.mails.length = 0;
  caller = workers[0]!.as((await createSubscription(database.url)).apiKey);
  domain = await caller.registerDomain();
  [{ id: domain_id }] = (await rows.query('SELECT id FROM domain WHERE name = $1', [domain])) as [{ id: string }];
});

/** Creates a user. @returns the sub */
async function user(name: string, columns: object = {}): Promise<string> {
  const attributes = { preferred_username: name, name, email: `${name}@example.com` };
  const { sub } = await rows.insert<{ sub: string }>('end_user', { domain_id, username_key: name, attributes, ...columns });
  return sub;
}

const invite = (body: object = {}) => caller.post(`/v1/domain/${domain}/user-invitation`, { redirectUri: REDIRECT_URI, ...body });

async function begin(body: object = {}): Promise<string> {
  const { status, headers, text } = await invite(body);
  expect([status, text]).toEqual([201, expect.any(String)]);
  return headers['location'] as string;
}

const show = async (location: string) => (await caller.get(location)).json as Progress;

async function waitFor(location: string, expected: Partial<Progress>): Promise<void> {
  const isReached = (progress: Progress) => Object.entries(expected).every(([name, value]) => progress[name as keyof Progress] === value);
  await eventually(async () => isReached(await show(location)), { timeoutMs: 30_000 });
}

const listRecipients = () => mails.mails.flatMap(({ recipients }) => recipients).toSorted();
/** Lets the next wave begin. */
const endInterval = () => rows.query(`UPDATE user_invitation SET next_step_at = now() WHERE status = 'Running'`);
const readLog = async (type: string) => (await caller.get(`/v1/domain/${domain}/log?type=${type}`)).json;

describe('an invitation of users', () => {
  it('sends a link to each user without a way in, once, and logs it', async () => {
    const sub = await user('ada');
    for (const [name, columns] of [
      ['signed-in', { last_sign_in_at: new Date() }],
      ['inactive', { active: false }],
      ['federated', { identity_provider: 'acme' }],
    ] as const) {
      await user(name, columns);
    }
    await rows.insert('passkey', { domain_id, sub: await user('with-passkey') });
    await rows.insert('totp', { domain_id, sub: await user('with-app'), confirmed_at: new Date() });
    await rows.insert('totp', { domain_id, sub: await user('unfinished') });
    await user('unreachable', { attributes: { preferred_username: 'unreachable', name: 'U', email: 'nowhere' } });

    const location = await begin();
    await waitFor(location, { status: 'Completed', invited: 2 });
    await eventually(() => mails.mails.length === 2);

    expect(await show(location)).toEqual({
      id: location.split('/').at(-1),
      status: 'Completed',
      redirectUri: REDIRECT_URI,
      identityProvider: 'local',
      waveSize: 100,
      intervalSeconds: 3_600,
      role: null,
      emailDomain: null,
      createdAt: expect.any(String),
      endedAt: expect.any(String),
      invited: 2,
      waiting: 0,
      skipped: 1,
      failed: 0,
      signedIn: 0,
    });
    expect(listRecipients()).toEqual(['ada@example.com', 'unfinished@example.com']);
    const mail = await mails.to('ada@example.com');
    expect(mail.subject).toBe(`Your account at ${domain}`);
    expect(mail.text).toMatch(/works once, and for 24 hours[^]*\/connect\/magiclink\?token=[\w-]{43}\s/);
    const [link] = await rows.query<{ hours: number }>(
      `SELECT round(extract(epoch FROM expires_at - created_at) / 3600)::integer AS hours, redirect_uri, reset_passkeys, channel
       FROM magic_link WHERE domain_id = $1 AND sub = $2`,
      [domain_id, sub],
    );
    expect(link).toEqual({ hours: 24, redirect_uri: REDIRECT_URI, reset_passkeys: false, channel: null });
    const invitation = location.split('/').at(-1);
    expect(await readLog('user_invitation.created')).toMatchObject([
      { actor: { type: 'api_key' }, data: { invitation, identityProvider: null } },
    ]);
    expect(await readLog('user.invited')).toMatchObject([
      { actor: { type: 'api_key' }, data: { invitation, identityProvider: null } },
      { actor: { type: 'api_key' }, data: { invitation, identityProvider: null } },
    ]);
  });

  it('invites as many users as a wave has, and skips those who have got in or become inactive meanwhile', async () => {
    const subs = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => user(name)));
    const location = await begin({ waveSize: 2, intervalSeconds: 600 });
    await waitFor(location, { invited: 2, waiting: 4 });
    const [wave] = await rows.query<{ seconds: number }>(
      'SELECT extract(epoch FROM next_step_at - now())::integer AS seconds FROM user_invitation WHERE domain_id = $1',
      [domain_id],
    );
    expect(wave!.seconds).toBeGreaterThan(500);
    const waiting = await rows.query<{ sub: string }>(
      `SELECT sub FROM user_invitation_recipient WHERE domain_id = $1 AND state = 'waiting' ORDER BY sub`,
      [domain_id],
    );
    await rows.insert('passkey', { domain_id, sub: waiting[0]!.sub });
    await rows.query('UPDATE end_user SET active = false WHERE domain_id = $1 AND sub = $2', [domain_id, waiting[1]!.sub]);
    await rows.query('DELETE FROM end_user WHERE domain_id = $1 AND sub = $2', [domain_id, waiting[2]!.sub]);

    await endInterval();
    await waitFor(location, { status: 'Completed', invited: 3, skipped: 2 });
    await eventually(() => mails.mails.length === 3);

    expect(new Set(listRecipients()).size).toBe(3);
    expect(subs).toHaveLength(6);
    await rows.query('UPDATE end_user SET last_sign_in_at = now() WHERE domain_id = $1 AND sub = $2', [domain_id, waiting[3]!.sub]);
    expect(await show(location)).toMatchObject({ invited: 3, signedIn: 1 });
  });

  it('invites only users with the role and the domain of the email address', async () => {
    await caller.put(`/v1/domain/${domain}/role/clerk`, {});
    const attributes = { preferred_username: 'other', name: 'Other', email: 'other@sub.example.com' };
    for (const sub of [await user('ada'), await user('other', { attributes })])
      await rows.insert('user_role', { domain_id, sub, role: 'clerk' });
    await user('no-clerk');

    await waitFor(await begin({ role: 'clerk', emailDomain: 'Example.COM' }), { status: 'Completed', invited: 1 });

    await eventually(() => mails.mails.length === 1);
    expect(listRecipients()).toEqual(['ada@example.com']);
  });

  it('tells users of an identity provider to sign in there, without a link that signs in', async () => {
    await rows.insert('identity_provider', { domain_id, name: 'shop', issuer: ISSUER, display_name: 'Shop account' });
    await user('ada', { identity_provider: 'shop', upstream_issuer: ISSUER, upstream_sub: 'ada' });
    await user('local');

    await waitFor(await begin({ identityProvider: 'shop' }), { status: 'Completed', invited: 1 });

    const { text } = await mails.to('ada@example.com');
    expect(text).toContain('Sign in with Shop account.');
    expect(text).toContain(REDIRECT_URI);
    expect(listRecipients()).toEqual(['ada@example.com']);
    expect(await rows.count('magic_link', `domain_id = '${domain_id}'`)).toBe(0);
    expect(await readLog('user.invited')).toMatchObject([{ data: { identityProvider: 'shop' } }]);
  });

  it('counts users whose mail is refused as failed', async () => {
    mails.answer(() => ({ code: 550, text: 'no such mailbox' }));
    await user('ada');

    const location = await begin();
    await waitFor(location, { status: 'Completed', failed: 1 });

    expect(await show(location)).toMatchObject({ invited: 0, waiting: 0, skipped: 0, failed: 1, signedIn: 0 });
  });

  it('stops in the middle', async () => {
    for (const name of ['a', 'b', 'c']) await user(name);
    const location = await begin({ waveSize: 1 });
    await waitFor(location, { invited: 1, waiting: 2 });

    const stopped = await caller.post(`${location}/stop`);
    expect([stopped.status, stopped.json]).toEqual([
      200,
      expect.objectContaining({ status: 'Stopped', invited: 1, waiting: 2, endedAt: expect.any(String) }),
    ]);
    expect((await caller.post(`${location}/stop`)).json).toEqual(stopped.json);

    await rows.query('UPDATE user_invitation SET next_step_at = now() WHERE domain_id = $1', [domain_id]);
    await eventually(async () => (await rows.count('user_invitation', `domain_id = '${domain_id}' AND next_step_at IS NULL`)) === 1);
    expect(listRecipients()).toHaveLength(1);
    expect(await readLog('user_invitation.stopped')).toHaveLength(1);
    expect((await invite()).status).toBe(201);
  });

  it('runs once at a time in a domain', async () => {
    await Promise.all(['a', 'b', 'c', 'd'].map((name) => user(name)));
    const other = workers[1]!.as(caller.apiKey);
    const body = { redirectUri: REDIRECT_URI, waveSize: 1 };

    const answers = await Promise.all(
      [caller, other, caller, other].map((each) => each.post(`/v1/domain/${domain}/user-invitation`, body)),
    );

    const conflict = '409 /problems/user-invitation-conflict';
    expect(answers.map((answer) => (answer.status === 201 ? '201' : kindOf(answer))).toSorted()).toEqual([
      '201',
      conflict,
      conflict,
      conflict,
    ]);
    expect((await caller.get(`/v1/domain/${domain}/user-invitation`)).json).toMatchObject([{ status: 'Running', waveSize: 1 }]);
  });

  it('lists every error of a bad request, and invites nobody', async () => {
    await user('ada');
    await rows.insert('identity_provider', { domain_id, name: 'off', enabled: false });

    const answer = await invite({
      redirectUri: 'http://app.example.com/',
      identityProvider: 'off',
      waveSize: 1_001,
      intervalSeconds: 59,
      role: 'unknown',
      emailDomain: '@example.com',
      more: true,
    });

    expect(kindOf(answer)).toBe('400 /problems/invalid-request');
    expect((answer.json as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer).toSorted()).toEqual([
      '/emailDomain',
      '/identityProvider',
      '/intervalSeconds',
      '/more',
      '/redirectUri',
      '/role',
      '/waveSize',
    ]);
    expect((await invite({ identityProvider: 'unknown' })).json).toMatchObject({ errors: [{ pointer: '/identityProvider' }] });
    expect((await caller.get(`/v1/domain/${domain}/user-invitation`)).json).toEqual([]);
  });

  it('is not found in another domain or by another subscription', async () => {
    const location = await begin();
    const stranger = workers[0]!.as((await createSubscription(database.url)).apiKey);
    const id = location.split('/').at(-1);
    const elsewhere = `/v1/domain/${await caller.registerDomain()}/user-invitation/${id}`;

    const kinds = [
      await caller.get(elsewhere),
      await caller.post(`${elsewhere}/stop`),
      await caller.get(`${location}1`),
      await stranger.get(location),
      await stranger.post(`${location}/stop`),
    ].map(kindOf);

    const [here, there] = ['404 /problems/user-invitation-not-found', '404 /problems/domain-not-found'];
    expect(kinds).toEqual([here, here, here, there, there]);
  });
});
