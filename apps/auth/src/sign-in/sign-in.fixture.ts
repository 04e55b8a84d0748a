import { createHash, randomBytes } from 'node:crypto';
import { CookieBrowser, findFormByAction } from '../../../../test/support/cookie-browser.js';
import type { Answer } from '../../../../test/support/http.js';
import type { Settings } from '../../../../test/support/service-process.js';
import { SoftwareAuthenticator } from '../../../../test/support/software-authenticator.js';
import { sql } from '../../../../test/support/sql.js';
import { startStack, type Stack } from '../../../../test/support/stack.js';

const CALLBACK = 'https://app.example.com/callback';
const CODE_CHALLENGE = createHash('sha256').update(randomBytes(32)).digest('base64url');

/** A test user. */
export interface TestUser {
  sub: string;
  username: string;
}

interface OutboxMessage {
  link: string;
}

/** Starts both services, with a domain whose users sign in through forms. */
export class SignInFixture {
  domain = '';

  private constructor(readonly stack: Stack) {}

  /** @param settings settings of both services, added to the test defaults */
  static async start(settings: Settings = {}): Promise<SignInFixture> {
    const fixture = new SignInFixture(await startStack({ AUTH_URL: 'https://{domain}', RATE_LIMIT: 'off', ...settings }));
    fixture.domain = await fixture.stack.caller.registerDomain();
    return fixture;
  }

  stop(): Promise<void> {
    return this.stack.stop();
  }

  async createClient(clientId: string, more: object = {}): Promise<void> {
    const defaults = { clientType: 'Public', grantType: 'AuthorizationCode', scope: 'openid', redirectUris: [CALLBACK] };
    const { status, text } = await this.stack.caller.put(`/v1/domain/${this.domain}/client/${clientId}`, { ...defaults, ...more });
    if (status >= 300) throw new Error(text);
  }

  /** @param username at least 10 characters */
  async person(username: string): Promise<TestUser> {
    const created = await this.stack.caller.post(`/v1/domain/${this.domain}/user`, { preferredUsername: username, name: 'Jane' });
    const { sub } = created.json as { sub: string };
    await this.stack.caller.patch(`/v1/domain/${this.domain}/user/${sub}`, { email: `${username}@example.com` });
    return { sub, username };
  }

  browser(): CookieBrowser {
    return new CookieBrowser(this.stack.auth, this.domain);
  }

  /** Starts a sign-in to an application. @returns the page, or the response that redirects to the application */
  async begin(browser: CookieBrowser, clientId: string, parameters: Record<string, string> = {}): Promise<Answer> {
    const query = new URLSearchParams({
      client_id: clientId,
      response_type: 'code',
      redirect_uri: CALLBACK,
      scope: 'openid',
      state: 'a-state',
      code_challenge: CODE_CHALLENGE,
      code_challenge_method: 'S256',
      ...parameters,
    });
    return (await browser.follow(await browser.request(`/connect/authorize?${query.toString()}`))).answer;
  }

  /** Requests a magic link from the page of methods. @returns the page of the link, in this browser or another */
  async requestLink(browser: CookieBrowser, methods: Answer, openedBy = browser): Promise<Answer> {
    await browser.submit(methods, 'Email me a link');
    const { json } = await this.stack.caller.get('/dev/outbox');
    return openedBy.request((json as OutboxMessage[])[0]!.link);
  }

  /** Signs in with a magic link from the first page. @returns the page after the link */
  async signInByLink(browser: CookieBrowser, page: Answer, { username }: TestUser): Promise<Answer> {
    const landing = await this.requestLink(browser, await browser.press(page, 'Continue', { username }));
    return (await browser.follow(await browser.submit(landing, 'Sign in'))).answer;
  }

  /** Answers a page that requests a passkey, as its script does. */
  async usePasskey(browser: CookieBrowser, page: Answer, authenticator: SoftwareAuthenticator): Promise<Answer> {
    const form = findFormByAction(page, '/passkey');
    const options = await browser.post({ ...form, action: `${form.action}/options` });
    const response = authenticator.get(options.json as Parameters<SoftwareAuthenticator['get']>[0]);
    return (await browser.follow(await browser.post(form, { response: JSON.stringify(response) }))).answer;
  }

  /** Registers a passkey on a page that offers it, as its script does. */
  async createPasskey(browser: CookieBrowser, page: Answer): Promise<{ answer: Answer; authenticator: SoftwareAuthenticator }> {
    const authenticator = new SoftwareAuthenticator(`https://${this.domain}`);
    const form = findFormByAction(page, '/new-passkey');
    const options = await browser.post({ ...form, action: `${form.action}/options` });
    const response = authenticator.create(options.json as Parameters<SoftwareAuthenticator['create']>[0]);
    return { answer: (await browser.follow(await browser.post(form, { response: JSON.stringify(response) }))).answer, authenticator };
  }

  /** A user with a passkey. */
  async createUserWithPasskey(username: string): Promise<TestUser & { authenticator: SoftwareAuthenticator }> {
    const person = await this.person(username);
    const browser = this.browser();
    const offer = await this.signInByLink(browser, await this.begin(browser, 'shop'), person);
    return { ...person, authenticator: (await this.createPasskey(browser, offer)).authenticator };
  }

  /** Moves all sessions into the past. */
  async ageSessions(minutes: number): Promise<void> {
    await sql(
      this.stack.database.url,
      `UPDATE oidc_payload SET payload = (payload::jsonb || jsonb_build_object('loginTs', (payload->>'loginTs')::integer - $1::integer))::json
       WHERE model = 'Session'`,
      [minutes * 60],
    );
  }

  /** Lists a user's audit events, oldest first. */
  async listLogTypes({ sub }: TestUser): Promise<string[]> {
    const { json } = await this.stack.caller.get(`/v1/domain/${this.domain}/log?user=${sub}`);
    return (json as { type: string }[]).map(({ type }) => type).toReversed();
  }
}

/** The parameters of the redirect to the application. */
export function parseAuthorizationResponse({ headers }: Answer): Record<string, string> {
  const { origin, searchParams } = new URL(headers.location ?? '/', 'https://nowhere.example');
  return origin === new URL(CALLBACK).origin ? Object.fromEntries(searchParams) : {};
}
