import { CookieBrowser } from '../../../../../../test/support/cookie-browser.js';
import type { Answer } from '../../../../../../test/support/http.js';
import { Rows } from '../../../../../../test/support/rows.js';
import { startStack, type Stack } from '../../../../../../test/support/stack.js';

/** Where the links of the API lead in the end. */
export const REDIRECT_URI = 'https://app.example.com/welcome';

/** Both services, with a domain and a user whom the API makes links for. */
export class MagicLinkHarness {
  domain = '';
  domainId = '';
  sub = '';
  private users = 0;

  private constructor(
    readonly stack: Stack,
    readonly rows: Rows,
  ) {}

  static async start(): Promise<MagicLinkHarness> {
    const stack = await startStack({ AUTH_URL: 'https://{domain}' });
    return new MagicLinkHarness(stack, new Rows(stack.database.url));
  }

  async stop(): Promise<void> {
    await this.rows.end();
    await this.stack.stop();
  }

  /** A new domain with a new user: what is meant from now on. */
  async createDomainAndUser(): Promise<void> {
    this.domain = await this.stack.caller.registerDomain();
    [{ id: this.domainId }] = (await this.rows.query('SELECT id FROM domain WHERE name = $1', [this.domain])) as [{ id: string }];
    await this.createUser();
  }

  /** A new user, who is meant from now on. */
  async createUser(): Promise<void> {
    this.users += 1;
    const body = { preferredUsername: `jane.doe.${this.users}.of.them`, name: 'Jane' };
    this.sub = ((await this.stack.caller.post(`/v1/domain/${this.domain}/user`, body)).json as { sub: string }).sub;
  }

  /** @returns the address of a new link, without its origin */
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

  /** Somebody whom a link has brought, and where they are. */
  async signInByLink(resetPasskeys = false): Promise<{ jane: CookieBrowser; answer: Answer; location: URL | null }> {
    const jane = this.browser();
    const landing = await jane.request(await this.createLink(resetPasskeys));
    return { jane, ...(await jane.follow(await jane.submit(landing, 'Sign in'))) };
  }

  /** What the log has of the user, oldest first. */
  async listLogOperations(): Promise<string[]> {
    const { json } = await this.stack.caller.get(`/v1/domain/${this.domain}/log?sub=${this.sub}`);
    return (json as { operation: string }[]).map(({ operation }) => operation).toReversed();
  }
}
