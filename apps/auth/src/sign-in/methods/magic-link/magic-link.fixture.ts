import { CookieBrowser } from '../../../../../../test/support/cookie-browser.js';
import type { Answer } from '../../../../../../test/support/http.js';
import { Rows } from '../../../../../../test/support/rows.js';
import { startStack, type Stack } from '../../../../../../test/support/stack.js';

/** Redirect target of links created by the API. */
export const REDIRECT_URI = 'https://app.example.com/welcome';

/** Starts both services, with a domain and a user for whom the API creates links. */
export class MagicLinkFixture {
  domain = '';
  domainId = '';
  sub = '';
  private users = 0;

  private constructor(
    readonly stack: Stack,
    readonly rows: Rows,
  ) {}

  static async start(): Promise<MagicLinkFixture> {
    const stack = await startStack({ WORKER: 'on', AUTH_URL: 'https://{domain}' });
    return new MagicLinkFixture(stack, new Rows(stack.database.url));
  }

  async stop(): Promise<void> {
    await this.rows.end();
    await this.stack.stop();
  }

  /** Creates a domain with a user, and makes them current. */
  async createDomainAndUser(): Promise<void> {
    this.domain = await this.stack.caller.registerDomain();
    [{ id: this.domainId }] = (await this.rows.query('SELECT id FROM domain WHERE name = $1', [this.domain])) as [{ id: string }];
    await this.createUser();
  }

  /** Creates a user, and makes it current. */
  async createUser(): Promise<void> {
    this.users += 1;
    const body = { preferredUsername: `jane.doe.${this.users}.of.them`, name: 'Jane' };
    this.sub = ((await this.stack.caller.post(`/v1/domain/${this.domain}/user`, body)).json as { sub: string }).sub;
  }

  /** Creates a link. @returns its URL without the origin */
  async createLink(resetPasskeys = false): Promise<string> {
    const at = `/v1/domain/${this.domain}/user/${this.sub}/magiclink`;
    const { status, text, json } = await this.stack.caller.post(at, { redirectUri: REDIRECT_URI, resetPasskeys });
    if (status !== 201) throw new Error(text);
    const { pathname, search } = new URL((json as { uri: string }).uri);
    return `${pathname}${search}`;
  }

  browser(at = this.domain): CookieBrowser {
    return new CookieBrowser(this.stack.auth, at);
  }

  /** A user who has followed a magic link, and their current URL. */
  async signInByLink(resetPasskeys = false): Promise<{ jane: CookieBrowser; answer: Answer; location: URL | null }> {
    const jane = this.browser();
    const landing = await jane.request(await this.createLink(resetPasskeys));
    return { jane, ...(await jane.follow(await jane.submit(landing, 'Sign in'))) };
  }

  /** Lists the user's audit events, oldest first. */
  async listLogTypes(): Promise<string[]> {
    const { json } = await this.stack.caller.get(`/v1/domain/${this.domain}/log?user=${this.sub}`);
    return (json as { type: string }[]).map(({ type }) => type).toReversed();
  }
}
