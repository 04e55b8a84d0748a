import { createHash, randomBytes } from 'node:crypto';
import { decodeJwt } from 'jose';
import { CookieBrowser } from '../../../../../test/support/cookie-browser.js';
import type { Answer } from '../../../../../test/support/http.js';
import { Rows } from '../../../../../test/support/rows.js';
import type { Settings } from '../../../../../test/support/service-process.js';
import { startStack, type Stack } from '../../../../../test/support/stack.js';

export const CALLBACK = 'https://app.example.com/callback';
const VERIFIER = randomBytes(32).toString('base64url');

export interface OutboxMessage {
  to: string;
  link: string;
  subject: string;
  text: string;
}

/** Both services, with a domain where people may sign up, and an application. */
export class SignUpFixture {
  domain = '';
  domainId = '';

  private constructor(
    readonly stack: Stack,
    readonly rows: Rows,
  ) {}

  static async start(settings: Settings = {}): Promise<SignUpFixture> {
    const stack = await startStack({ WORKER: 'on', ...settings });
    return new SignUpFixture(stack, new Rows(stack.database.url));
  }

  async stop(): Promise<void> {
    await this.rows.end();
    await this.stack.stop();
  }

  async createDomain(signUp = 'Open'): Promise<void> {
    this.domain = await this.stack.caller.registerDomain();
    [{ id: this.domainId }] = (await this.rows.query('SELECT id FROM domain WHERE name = $1', [this.domain])) as [{ id: string }];
    const client = { clientType: 'Public', grantType: 'AuthorizationCode', scope: 'openid profile email', redirectUris: [CALLBACK] };
    await this.put('client/shop', client);
    await this.put('sign-in', { signUp });
  }

  async put(path: string, body: object): Promise<void> {
    const { status, text } = await this.stack.caller.put(`/v1/domain/${this.domain}/${path}`, body);
    if (status >= 300) throw new Error(text);
  }

  browser(domain = this.domain): CookieBrowser {
    return new CookieBrowser(this.stack.auth, domain);
  }

  /** The first page of an authorization request. */
  async begin(browser: CookieBrowser, parameters: Record<string, string> = {}): Promise<Answer> {
    const query = new URLSearchParams({
      client_id: 'shop',
      response_type: 'code',
      redirect_uri: CALLBACK,
      scope: 'openid profile email',
      state: 'a-state',
      code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
      code_challenge_method: 'S256',
      ...parameters,
    });
    return (await browser.follow(await browser.request(`/connect/authorize?${query.toString()}`))).answer;
  }

  /** Asks for an account. @returns the page that tells of the mail */
  async ask(browser: CookieBrowser, email: string, parameters: Record<string, string> = {}): Promise<Answer> {
    const page = await this.begin(browser, parameters);
    return browser.press(await this.openSignUp(browser, page), 'Continue', { username: email });
  }

  openSignUp(browser: CookieBrowser, page: Answer): Promise<Answer> {
    const href = /href="([^"]*\/sign-up)"/.exec(page.text)?.[1];
    if (!href) throw new Error('The page offers no account.');
    return browser.request(href);
  }

  /** The messages of the domain, newest first. */
  async listMail(): Promise<OutboxMessage[]> {
    const { json } = await this.stack.caller.get('/dev/outbox');
    return (json as OutboxMessage[]).filter(({ link }) => new URL(link).host === this.domain);
  }

  /** Goes on until the browser reaches the application. */
  async finish(browser: CookieBrowser, answer: Answer): Promise<URL> {
    const { answer: page, location } = await browser.follow(answer);
    if (location?.origin === new URL(CALLBACK).origin) return location;
    return (await browser.follow(await browser.submit(page, 'Not now'))).location!;
  }

  async redeem(location: URL): Promise<Record<string, unknown>> {
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: 'shop',
      redirect_uri: CALLBACK,
      code: location.searchParams.get('code') ?? '',
      code_verifier: VERIFIER,
    });
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const { json, text } = await this.stack.auth.send(this.domain, '/connect/token', { method: 'POST', headers, body: body.toString() });
    const { id_token: idToken } = json as { id_token?: string };
    if (!idToken) throw new Error(`${location.href} ${text}`);
    return decodeJwt(idToken);
  }

  /** The attributes of the domain's users. */
  async listUsers(): Promise<unknown[]> {
    const rows = await this.rows.query<{ attributes: unknown }>('SELECT attributes FROM end_user WHERE domain_id = $1', [this.domainId]);
    return rows.map(({ attributes }) => attributes);
  }

  async listEvents(): Promise<string[]> {
    const { json } = await this.stack.caller.get(`/v1/domain/${this.domain}/log`);
    return (json as { type: string }[])
      .map(({ type }) => type)
      .filter((type) => /^(sign_up|magic_link|user)/.test(type))
      .toReversed();
  }
}
