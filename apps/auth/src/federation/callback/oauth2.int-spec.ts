import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Encryptor, identityProviderContext } from '@latchkey/crypto';
import { getHeading, type CookieBrowser } from '../../../../../test/support/cookie-browser.js';
import { MASTER_KEY } from '../../../../../test/support/management.js';
import type { Row } from '../../../../../test/support/rows.js';
import { FakeGitHub, GITHUB_CLIENT } from '../../../../../test/support/upstream/fake-github.js';
import { useFederationFixture } from '../federation.fixture.js';

const fixture = useFederationFixture();
const USER = { login: 'octocat', id: 583_231, name: 'Mona Lisa', email: 'public@example.com', avatar_url: 'https://github.example/a.png' };
const PRIMARY = { email: 'mona@example.com', primary: true, verified: true, visibility: 'private' };
const OTHER = { email: 'old@example.com', primary: false, verified: true, visibility: null };

let github: FakeGitHub;

beforeAll(async () => {
  github = await FakeGitHub.start();
});

afterAll(() => github.stop());

beforeEach(() => github.signInAs(USER, [OTHER, PRIMARY]));

async function addGitHub(values: Row = {}): Promise<void> {
  const encryptor = new Encryptor([Buffer.from(MASTER_KEY, 'base64')]);
  await fixture.addIdentityProvider('github', {
    kind: 'oauth2',
    oauth2: JSON.stringify(github.oauth2),
    issuer: 'https://github.com',
    client_id: GITHUB_CLIENT.id,
    client_secret: encryptor.encrypt(Buffer.from(GITHUB_CLIENT.secret), identityProviderContext(fixture.domainId, 'github')),
    token_endpoint_auth_method: 'client_secret_post',
    scopes: ['read:user', 'user:email'],
    claim_mapping: JSON.stringify({ login: 'preferred_username', name: 'name', email: 'email', email_verified: 'email_verified' }),
    trust_email_verified: true,
    ...values,
  });
}

/** Signs in there. @returns the address of the callback */
async function visitGitHub(browser: CookieBrowser, parameters: Record<string, string> = {}): Promise<{ sent: URL; back: string }> {
  const sent = await fixture.continueToUpstream(browser, 'github', parameters);
  const response = await fetch(sent, { redirect: 'manual' });
  return { sent, back: response.headers.get('location')! };
}

async function signIn(): Promise<string> {
  const browser = fixture.newBrowser();
  const { answer, location } = await browser.follow(await browser.request((await visitGitHub(browser)).back));
  if (location) return 'signed in';
  const [event] = (await fixture.listUserEvents()).slice(-1);
  return `${answer.status} ${getHeading(answer)}: ${event?.split(' ').at(-1)}`;
}

describe('a provider of the kind oauth2', () => {
  it('signs a user in by what its API says, and finds the user by the number, whatever the login is', async () => {
    await addGitHub();

    expect(await signIn()).toBe('signed in');
    github.user = { ...USER, login: 'octocat-renamed' };
    expect(await signIn()).toBe('signed in');

    expect(await fixture.rows.query('SELECT upstream_issuer, upstream_sub FROM end_user WHERE domain_id = $1', [fixture.domainId])).toEqual(
      [{ upstream_issuer: 'https://github.com', upstream_sub: '583231' }],
    );
    expect(await fixture.listUsers()).toMatchObject([
      { attributes: { preferred_username: 'octocat-renamed', name: 'Mona Lisa', email: PRIMARY.email, email_verified: true } },
    ]);
    expect(await fixture.listUserEvents()).toEqual([
      'user.created provider:github',
      'user.signed_in provider:github provider',
      'user.updated preferred_username',
      'user.signed_in provider:github provider',
    ]);
  });

  it('is sent PKCE and state, but neither nonce nor openid', async () => {
    await addGitHub();

    const { sent } = await visitGitHub(fixture.newBrowser());

    const names = [...sent.searchParams.keys()].toSorted();
    expect(names).toEqual(['client_id', 'code_challenge', 'code_challenge_method', 'redirect_uri', 'response_type', 'scope', 'state']);
    expect(sent.searchParams.get('scope')).toBe('read:user user:email');
  });

  it.each<[string, unknown]>([
    ['no verified address', [{ ...PRIMARY, verified: false }]],
    ['a verified address that is not the primary one', [OTHER]],
    [
      'flags of other types',
      [
        { ...PRIMARY, verified: 'true' },
        { ...PRIMARY, primary: 1 },
      ],
    ],
    ['entries of other types', [null, 5, 'mona@example.com', { primary: true, verified: true }]],
    ['no list', { email: PRIMARY.email }],
  ])('signs a user in without an address: %s', async (_what, emails) => {
    await addGitHub();
    github.emails = emails;

    expect(await signIn()).toBe('signed in');

    const [user] = await fixture.listUsers();
    expect(user!['attributes']).toEqual({ preferred_username: 'octocat-github', name: 'Mona Lisa' });
  });

  it('removes a stored address that is no longer verified', async () => {
    await addGitHub();
    await signIn();
    github.emails = [{ ...PRIMARY, verified: false }];

    await signIn();

    expect((await fixture.listUsers())[0]!['attributes']).toEqual({ preferred_username: 'octocat-github', name: 'Mona Lisa' });
  });

  it.each<[string, Record<string, unknown>]>([
    ['none', { ...USER, id: undefined }],
    ['null', { ...USER, id: null }],
    ['a fraction', { ...USER, id: 1.5 }],
    ['a number that JavaScript rounds', { ...USER, id: 2 ** 53 }],
    ['an object', { ...USER, id: {} }],
    ['empty', { ...USER, id: '' }],
  ])('refuses a user whose id is %s', async (_what, user) => {
    await addGitHub();
    github.user = user;

    expect(await signIn()).toBe('400 We could not verify the response: no-subject');
    expect(await fixture.listUsers()).toEqual([]);
  });

  it.each<[string, string, (response: ServerResponse) => void, string]>([
    [
      'an error with status 200',
      '/login/oauth/access_token',
      (response) => sendJson(response, { error: 'bad_verification_code' }),
      'code-refused',
    ],
    [
      'another client',
      '/login/oauth/access_token',
      (response) => sendJson(response, { error: 'incorrect_client_credentials' }),
      'client-refused',
    ],
    [
      'a token beside an error',
      '/login/oauth/access_token',
      (response) => sendJson(response, { error: 'x', access_token: 'a' }),
      'token-refused',
    ],
    ['no token', '/login/oauth/access_token', (response) => sendJson(response, {}), 'token-refused'],
    ['a token of another type', '/login/oauth/access_token', (response) => sendJson(response, { access_token: { a: 1 } }), 'token-refused'],
    ['a user list', '/user', (response) => sendJson(response, [USER]), 'not-json'],
    ['a page', '/user', (response) => void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>'), 'not-json'],
    ['an error', '/user', (response) => void response.writeHead(503).end(), 'wrong-status'],
    ['a refusal', '/user', (response) => void response.writeHead(401).end(), 'userinfo-refused'],
    ['a redirect', '/user', (response) => void response.writeHead(302, { Location: '/elsewhere' }).end(), 'redirect'],
    ['far too much', '/user', (response) => sendJson(response, { ...USER, bio: 'x'.repeat(300_000) }), 'too-large'],
    ['nothing', '/user', () => undefined, 'slow'],
    ['a broken connection', '/user', (response) => void response.socket!.destroy(), 'unreachable'],
  ])('is not believed if it answers with %s at %s', async (_what, path, send, reason) => {
    await addGitHub();
    github.faults.set(path, (_request, response) => send(response));

    expect(await signIn()).toMatch(new RegExp(`^400 .*: ${reason}$`));
    expect(await fixture.listUsers()).toEqual([]);
  });

  it('signs a user in while the list of addresses fails, and changes none', async () => {
    await addGitHub();
    await signIn();
    github.faults.set('/user/emails', (_request, response) => void response.writeHead(500).end());

    expect(await signIn()).toBe('signed in');

    expect((await fixture.listUsers())[0]).toMatchObject({ attributes: { email: PRIMARY.email, email_verified: true } });
    expect(fixture.stack.auth.events).toContainEqual(expect.objectContaining({ msg: 'userinfo not used', provider: 'github' }));
  });

  it('requires claims of its users, also of the address', async () => {
    await addGitHub({ required_claims: JSON.stringify({ login: ['octocat', 'hubot'], email_verified: true }) });

    expect(await signIn()).toBe('signed in');
    github.emails = [];
    expect(await signIn()).toBe('403 This account is not allowed here: required-claim');
  });

  it('accepts a response once, and only in the browser that asked', async () => {
    await addGitHub();
    const browser = fixture.newBrowser();
    const { back } = await visitGitHub(browser);

    expect(getHeading(await fixture.newBrowser().request(back))).toBe('This sign-in was started elsewhere');
    await browser.request(back);
    expect(getHeading(await browser.request(back))).toBe('This sign-in has ended');
  });

  it('takes no code of another request', async () => {
    await addGitHub();
    const [mine, theirs] = [fixture.newBrowser(), fixture.newBrowser()];
    const [own, foreign] = [new URL((await visitGitHub(mine)).back), new URL((await visitGitHub(theirs)).back)];
    own.searchParams.set('code', foreign.searchParams.get('code')!);

    expect(getHeading(await mine.request(own.href))).toBe('We could not verify the response');
    expect(await fixture.listUsers()).toEqual([]);
  });

  it.each<Record<string, string>>([{ max_age: '60' }, { prompt: 'login' }])(
    'is not asked for a new sign-in, of which it could not say when it was: %j',
    async (parameters) => {
      await addGitHub();
      const browser = fixture.newBrowser();
      const { answer } = await fixture.startAuthorization(browser, parameters);

      const page = await browser.submit(answer, 'Continue with GITHUB');

      expect(`${page.status} ${getHeading(page)}`).toBe('400 We could not verify the response');
      expect((await fixture.listUserEvents()).at(-1)).toBe('user.sign_in_failed provider:github too-long-ago');
    },
  );
});

function sendJson(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
