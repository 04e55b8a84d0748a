import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.js';
import type { OpenidClientApp } from '../support/relying-party/openid-client.js';
import { SignInStack } from '../support/sign-in-stack.js';
import { SignInDomainFixture, type TestUser } from '../support/sign-in-domain-fixture.js';
import { FakeIdentityProvider } from '../support/upstream/fake-identity-provider.js';
import { RedirectFollower } from '../support/redirect-follower.js';

const POLL_OPTIONS = { timeoutMs: 30_000 };

let stack: SignInStack;
let world: SignInDomainFixture;
let app: OpenidClientApp;
let person: RedirectFollower;

beforeAll(async () => {
  stack = await SignInStack.start({ WORKER: 'on' });
  world = await SignInDomainFixture.create(stack);
  app = await world.app('shop');
}, 60_000);

afterAll(async () => {
  await world?.stop();
  await stack?.stop();
});

beforeEach(() => {
  person = new RedirectFollower();
});

/** The management API's view of a provider. */
interface Registered {
  redirectUri: string;
  postLogoutRedirectUri: string;
  backchannelLogoutUri: string;
}

/** Connects a provider as an operator would, with their key. */
async function connect(name: string, configuration: object): Promise<Registered> {
  const { status, text, json } = await stack.caller.put(`/v1/domain/${world.domain}/provider/${name}`, configuration);
  if (status >= 300) throw new Error(text);
  return json as Registered;
}

/** The users of a provider, as the management API lists them. */
async function users(provider: string): Promise<Record<string, unknown>[]> {
  return (await stack.caller.get(`/v1/domain/${world.domain}/user?identityprovider=${provider}`)).json as Record<string, unknown>[];
}

/** What the application received about the signed-in user. */
async function claims(): Promise<Record<string, unknown>> {
  expect(person.url.href).toBe(`${app.url}/`);
  return (await app.get('/'))['claims'] as Record<string, unknown>;
}

/** Whether the user is signed in, as an application finds out with prompt=none. */
async function isSignedIn(): Promise<boolean> {
  await person.open(`${app.url}/login?prompt=none`);
  const { failed } = person.here.json as { failed?: { code: string } };
  // It is the latter if the session ends during the request.
  if (failed) expect(['login_required', 'access_denied']).toContain(failed.code);
  return failed === undefined;
}

/** The application answers 500 to report a refusal, but the product never does. */
function expectNoErrors(): void {
  expect(person.answers.filter(({ origin, status }) => status >= 500 && origin !== app.url)).toEqual([]);
}

describe('users who sign in with a foreign provider', () => {
  let upstream: FakeIdentityProvider;
  const configuration = () => ({ issuer: upstream.issuer, clientId: 'latchkey', clientSecret: 'x'.repeat(32), displayName: 'Northwind' });

  beforeAll(async () => {
    upstream = await FakeIdentityProvider.start();
    const { redirectUri, postLogoutRedirectUri, backchannelLogoutUri } = await connect('northwind', configuration());
    upstream.register({
      client_id: 'latchkey',
      client_secret: 'x'.repeat(32),
      redirect_uris: [redirectUri],
      post_logout_redirect_uris: [postLogoutRedirectUri],
      backchannel_logout_uri: backchannelLogoutUri,
      backchannel_logout_session_required: true,
    });
  });

  afterAll(() => upstream.stop());

  beforeEach(() => {
    upstream.account({ sub: 'jane', claims: { name: 'Jane Doe', preferred_username: 'jane.doe.upstream' } });
  });

  async function signIn(query = ''): Promise<Record<string, unknown>> {
    await person.open(`${app.url}/login${query}`);
    await person.press('Continue with Northwind');
    if (person.heading === 'Who are you?') await person.press('I am jane', { sub: 'jane' });
    return claims();
  }

  it('can sign in, and belong to that provider', async () => {
    const { sub } = await signIn();

    expect(await users('northwind')).toMatchObject([{ sub, identityProvider: 'northwind', preferredUsername: 'jane.doe.upstream' }]);
    expect(await isSignedIn()).toBe(true);
    expectNoErrors();
  });

  it('keep the sub of their import, if it names their identity', async () => {
    upstream.account({ sub: 'ida', claims: { name: 'Ida Imported', preferred_username: 'ida.imported.upstream' } });
    const line = {
      preferredUsername: 'ida.imported.1',
      name: 'Ida',
      sub: 'ida-of-the-old-service',
      identity: { provider: 'northwind', subject: 'ida' },
    };
    const path = `/v1/domain/${world.domain}/user-import`;
    await stack.caller.send(path, { method: 'POST', headers: { 'Content-Type': 'application/x-ndjson' }, body: JSON.stringify(line) });
    await eventually(async () => (await users('northwind')).some(({ sub }) => sub === line.sub), POLL_OPTIONS);

    await person.open(`${app.url}/login`);
    await person.press('Continue with Northwind');
    await person.press('I am ida', { sub: 'ida' });

    expect(await claims()).toMatchObject({ sub: line.sub });
    expectNoErrors();
  });

  it("get the provider's current claims", async () => {
    const before = await signIn();
    upstream.account({ sub: 'jane', claims: { name: 'Jane Roe', preferred_username: 'jane.roe.upstream' } });

    const after = await signIn('?prompt=login');

    expect([before['name'], after['name'], after['sub']]).toEqual(['Jane Doe', 'Jane Roe', before['sub']]);
    expect(await users('northwind')).toContainEqual(
      expect.objectContaining({ sub: before['sub'], preferredUsername: 'jane.roe.upstream' }),
    );
  });

  it('can sign in after the provider has changed its key', async () => {
    await signIn();
    await upstream.rotateKeys();

    expect(await signIn('?prompt=login')).toMatchObject({ name: 'Jane Doe' });
    expectNoErrors();
  });

  it('cannot sign in while the provider is disabled', async () => {
    await person.open(`${app.url}/login`);
    await connect('northwind', { ...configuration(), enabled: false });

    await person.press('Continue with Northwind');
    const refusal = [person.here.status, person.heading];
    await person.open(`${app.url}/login`);
    const offers = person.here.text.includes('Northwind');
    await connect('northwind', configuration());

    expect([...refusal, offers]).toEqual([400, 'This sign-in method is not available', false]);
    expectNoErrors();
    await signIn();
  });

  it('are signed out here when they sign out there', async () => {
    await signIn();
    const elsewhere = person;
    person = new RedirectFollower();
    await signIn();

    await person.open(`${upstream.issuer}/session/end`);
    const [, xsrf] = /name="xsrf" value="(\w+)"/.exec(person.here.text)!;
    await person.open(`${upstream.issuer}/session/end/confirm`, new URLSearchParams({ xsrf: xsrf!, logout: 'yes' }));

    await eventually(async () => !(await isSignedIn()), POLL_OPTIONS);
    person = elsewhere;
    expect(await isSignedIn()).toBe(true);
  });
});

describe('users who sign in with another domain of the product', () => {
  let theirs: SignInDomainFixture;
  let maria: TestUser;
  let clientSecret: string;
  const configuration = () => ({
    issuer: theirs.issuer,
    clientId: 'northwind-bank',
    clientSecret,
    scopes: ['openid', 'profile', 'email'],
    displayName: 'Partner',
  });

  beforeAll(async () => {
    theirs = await SignInDomainFixture.create(stack);
    maria = await theirs.user('maria.of.partner');
    const redirectUri = `${world.issuer}/connect/federation/partner`;
    clientSecret = (await theirs.client('northwind-bank', { redirectUris: [redirectUri] }))!;
    const { backchannelLogoutUri } = await connect('partner', configuration());
    const path = `/v1/domain/${theirs.domain}/client/northwind-bank/backchannel_logout`;
    expect((await stack.caller.put(path, { uri: backchannelLogoutUri, sessionRequired: true })).status).toBe(204);
  });

  afterAll(() => theirs.stop());

  /** Signs in with a mailed link, in the context that the server opens it in. */
  async function signIn(query = ''): Promise<Record<string, unknown>> {
    await person.open(`${app.url}/login${query}`);
    await person.press('Continue with Partner');
    expect([person.url.origin, person.heading]).toEqual([theirs.issuer, 'Sign in']);
    await person.press('Continue', { username: maria.username });
    const before = (await stack.messages(maria.email)).length;
    await person.press('Email me a link');
    await person.open((await stack.message(maria.email, before)).link!);
    await person.press('Sign in');
    await person.press('Not now');
    return claims();
  }

  it('can sign in, and belong to that provider, with its current claims at each sign-in', async () => {
    const { sub, ...said } = await signIn();
    const patched = await stack.caller.patch(`/v1/domain/${theirs.domain}/user/${maria.sub}`, { name: 'Maria Roe' });

    const again = await signIn('?prompt=login');

    expect(patched.status).toBeLessThan(300);
    expect(said).toMatchObject({ iss: world.issuer, name: 'Maria Muster', email: maria.email, acr: '0', amr: ['federated'] });
    expect(again).toMatchObject({ sub, name: 'Maria Roe' });
    expect(await users('partner')).toMatchObject([{ sub, identityProvider: 'partner', email: maria.email }]);
    expect(sub).not.toBe(maria.sub);
    expectNoErrors();
  });

  it('choose their account there', async () => {
    await signIn();
    await person.open(`${app.url}/login?prompt=select_account`);

    await person.press('Continue with Partner');

    expect([person.url.origin, person.heading]).toEqual([theirs.issuer, 'Sign in']);
    expectNoErrors();
  });

  it('cannot sign in once the provider is disabled', async () => {
    await person.open(`${app.url}/login`);
    await connect('partner', { ...configuration(), enabled: false });

    await person.press('Continue with Partner');
    await connect('partner', configuration());

    expect([person.here.status, person.heading]).toEqual([400, 'This sign-in method is not available']);
    expectNoErrors();
  });

  it('are signed out here when they sign out there', async () => {
    await signIn();

    await person.open(`${theirs.issuer}/connect/endsession`);
    await person.press('Sign out', { logout: 'yes' });

    expect(await eventually(async () => !(await isSignedIn()), POLL_OPTIONS)).toBe(true);
    expectNoErrors();
  });
});
