import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { generateSync } from 'otplib';
import { Browser, InProcessAuth, type ServedDomainOfTest } from '../in-process-auth.fixture.js';
import type { Answer } from '../../../../test/support/http.js';
import { SoftwareAuthenticator } from '../../../../test/support/software-authenticator.js';

/** The trace ID of the requests that submit forms. */
export const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const TRACEPARENT = `00-${TRACE_ID}-00f067aa0ba902b7-00`;

export const JANE = {
  attributes: { preferred_username: 'jane.doe.1', name: 'Jane <Doe>', email: 'jane@example.com', locale: 'de-AT' },
};

/** State that the tests of one file share. */
export interface AccountFixture {
  readonly auth: InProcessAuth;
  /** A new domain for each test, with the user JANE. */
  readonly domain: ServedDomainOfTest;
  readonly user: AccountUser;
}

/** Starts an auth server before the tests of a file and stops it after them. Only tests may read the fixture. @param environment further settings */
export function useAccountFixture(environment: Record<string, string> = {}): AccountFixture {
  const fixture = {} as { -readonly [name in keyof AccountFixture]: AccountFixture[name] };
  beforeAll(async () => {
    fixture.auth = await InProcessAuth.start({ environment });
  });
  beforeEach(async () => {
    fixture.domain = await fixture.auth.domain();
    fixture.user = await AccountUser.create(fixture.auth, fixture.domain, JANE);
  });
  afterAll(() => fixture.auth.stop());
  return fixture;
}

/** A user with a signed-in browser. */
export class AccountUser {
  private constructor(
    readonly browser: Browser,
    readonly sub: string,
  ) {}

  /** @param values columns of the user's row */
  static async create(auth: InProcessAuth, domain: ServedDomainOfTest, { acr = '0', ...values }: Record<string, unknown> = {}) {
    const sub = await auth.user(domain, values);
    return AccountUser.withSession(auth, domain, { sub, acr: acr as string });
  }

  static async withSession(auth: InProcessAuth, domain: ServedDomainOfTest, { sub, acr = '0' }: { sub: string; acr?: string }) {
    const browser = auth.browser(domain);
    await browser.request('/double/session', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
      },
      body: JSON.stringify({ sub, amr: ['email'], acr, address: '203.0.113.77', country: 'PT' }),
    });
    return new AccountUser(browser, sub);
  }

  get(path = '/account', headers: Record<string, string> = {}): Promise<Answer> {
    return this.browser.request(path, { headers });
  }

  /** Reads the CSRF token from the account page. */
  async csrf(): Promise<string> {
    const { text } = await this.get();
    return /name="csrf" value="([^"]+)"/.exec(text)![1]!;
  }

  /** Submits a form as a page of the domain does: with the CSRF token, from the same origin. */
  async post(path: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}): Promise<Answer> {
    return this.submitForm(path, { csrf: await this.csrf(), ...fields }, { 'Sec-Fetch-Site': 'same-origin', ...headers });
  }

  /** Submits a form with only the given fields and headers. */
  submitForm(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> {
    return this.browser.request(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', traceparent: TRACEPARENT, ...headers },
      body: new URLSearchParams(fields).toString(),
    });
  }

  /** Sets up a passkey as the pages' script does. */
  async createPasskey(authenticator = new SoftwareAuthenticator(this.browser.domain.issuer)): Promise<Answer> {
    const options = await this.post('/account/passkeys/options', {}, { Accept: 'application/json' });
    const response = authenticator.create(options.json as Parameters<SoftwareAuthenticator['create']>[0]);
    return this.post('/account/passkeys', { response: JSON.stringify(response) });
  }
}

/** Summarizes a redirect: status, location without the random code challenge, and flash message. */
export function describeRedirect({ status, headers }: Answer): string {
  const flashMessage = /\btold=([\w-]+)\./.exec(String(headers['set-cookie'] ?? ''))?.[1];
  const location = new URL(headers.location ?? '/nowhere', 'https://here.example');
  location.searchParams.delete('code_challenge');
  return `${status} ${location.pathname}${location.search}${flashMessage === undefined ? '' : `: ${flashMessage}`}`;
}

/** Summarizes a redirect to the sign-in: status, path, `max_age` and `acr_values`. */
export function describeSignInRequest(answer: Answer): string {
  const { pathname, searchParams } = new URL(answer.headers.location ?? '/nowhere', 'https://here.example');
  return [answer.status, pathname, searchParams.get('max_age'), searchParams.get('acr_values')].filter(Boolean).join(' ');
}

/** Moves the sign-in time of a domain's sessions into the past. */
export async function ageSessions({ rows }: InProcessAuth, { id }: ServedDomainOfTest, minutes: number): Promise<void> {
  await rows.query(
    `UPDATE oidc_payload SET payload = (payload::jsonb || jsonb_build_object('loginTs', (payload->>'loginTs')::integer - $2::integer))::json
     WHERE domain_id = $1 AND model = 'Session'`,
    [id, minutes * 60],
  );
}

/** Sets up an authenticator app on its page. @returns the response to the confirmation */
export async function setUpAuthenticatorApp(user: AccountUser): Promise<Answer> {
  const enrolled = await user.post('/account/authenticator-app');
  const { text } = await user.get(enrolled.headers.location!);
  const secret = /<code>([A-Z2-7 ]+)<\/code>/.exec(text)![1]!.replaceAll(' ', '');
  return user.post('/account/authenticator-app/confirm', { code: generateSync({ secret }) });
}
