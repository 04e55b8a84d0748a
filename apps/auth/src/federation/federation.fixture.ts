import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { decodeJwt } from 'jose';
import { identityProviderContext, Encryptor } from '@latchkey/crypto';
import { STANDARD_CLAIM_MAPPING } from '@latchkey/oauth';
import { issuerOf } from '../../../../test/support/auth.js';
import { CookieBrowser, getHeading } from '../../../../test/support/cookie-browser.js';
import type { Answer } from '../../../../test/support/http.js';
import { MASTER_KEY } from '../../../../test/support/management.js';
import { Rows, type Row } from '../../../../test/support/rows.js';
import type { Settings } from '../../../../test/support/service-process.js';
import { startStack, type Stack } from '../../../../test/support/stack.js';
import { FakeIdentityProvider } from '../../../../test/support/upstream/fake-identity-provider.js';
import { readStoredEvents } from './stored-events.fixture.js';

export const REDIRECT_URI = 'https://app.example.com/callback';
export const UPSTREAM_CLIENT_SECRET = 'the-secret-of-the-domain-at-its-provider';
const CODE_VERIFIER = randomBytes(32).toString('base64url');

/** Runs both services and an upstream OpenID provider, for one domain with the client `shop`. */
/** The fields of events of users. */
interface StoredEventData {
  identityProvider?: string | null;
  reason?: string;
  methods?: string[];
  changed?: string[];
}

export class FederationFixture {
  stack!: Stack;
  rows!: Rows;
  upstream!: FakeIdentityProvider;
  domain!: string;
  domainId!: string;

  /** @param settings of both services, in addition to the defaults of tests */
  static async start(settings: Settings = {}): Promise<FederationFixture> {
    const fixture = new FederationFixture();
    await fixture.startServices(settings);
    await fixture.registerDomain();
    return fixture;
  }

  async startServices(settings: Settings = {}): Promise<void> {
    [this.stack, this.upstream] = await Promise.all([startStack({ RATE_LIMIT: 'off', ...settings }), FakeIdentityProvider.start()]);
    this.rows = new Rows(this.stack.database.url);
  }

  /** @returns a fixture for a new domain of the same services */
  async withNewDomain(): Promise<FederationFixture> {
    const other = Object.assign(new FederationFixture(), this);
    await other.registerDomain();
    return other;
  }

  /** Replaces the domain of the fixture with a new one. */
  async registerDomain(): Promise<void> {
    this.domain = await this.stack.caller.registerDomain();
    const [row] = await this.rows.query<{ id: string }>('SELECT id FROM domain WHERE name = $1', [this.domain]);
    this.domainId = row!.id;
    await this.createClient('shop');
  }

  async stop(): Promise<void> {
    await this.rows.end();
    await this.upstream.stop();
    await this.stack.stop();
  }

  get issuer(): string {
    return issuerOf(this.domain);
  }

  async createClient(clientId: string, more: object = {}): Promise<void> {
    const defaults = { clientType: 'Public', grantType: 'AuthorizationCode', scope: 'openid profile email', redirectUris: [REDIRECT_URI] };
    const { status, text } = await this.stack.caller.put(`/v1/domain/${this.domain}/client/${clientId}`, { ...defaults, ...more });
    if (status >= 300) throw new Error(text);
  }

  /** Adds the upstream as an identity provider of the domain. @param values columns that replace the defaults */
  async addIdentityProvider(name: string, values: Row = {}): Promise<void> {
    this.registerAtUpstream(name);
    const encryptor = new Encryptor([Buffer.from(MASTER_KEY, 'base64')]);
    await this.rows.insert('identity_provider', {
      domain_id: this.domainId,
      name,
      issuer: this.upstream.issuer,
      client_id: this.getUpstreamClientId(name),
      client_secret: encryptor.encrypt(Buffer.from(UPSTREAM_CLIENT_SECRET), identityProviderContext(this.domainId, name)),
      token_endpoint_auth_method: 'client_secret_basic',
      scopes: ['openid', 'profile'],
      claim_mapping: JSON.stringify(STANDARD_CLAIM_MAPPING),
      display_name: name.toUpperCase(),
      enabled: true,
      trust_email_verified: false,
      create_users: true,
      require_nonce: true,
      response_mode: null,
      required_claims: {},
      ...values,
    });
  }

  /** Registers the domain as a client at the upstream. @param metadata fields that replace the defaults */
  registerAtUpstream(name: string, metadata: object = {}): void {
    this.upstream.register({
      client_id: this.getUpstreamClientId(name),
      client_secret: UPSTREAM_CLIENT_SECRET,
      redirect_uris: [`${this.issuer}/connect/federation/${name}`],
      token_endpoint_auth_method: 'client_secret_basic',
      ...metadata,
    });
  }

  /** Fetches the JWKS of the domain. */
  async fetchJwks(): Promise<unknown> {
    return (await this.stack.auth.send(this.domain, '/.well-known/jwks.json')).json;
  }

  private getUpstreamClientId(name: string): string {
    return `latchkey-${name}-${this.domainId}`;
  }

  async listUsers(): Promise<Row[]> {
    return this.rows.query('SELECT sub, identity_provider, active, attributes FROM end_user WHERE domain_id = $1 ORDER BY created_at', [
      this.domainId,
    ]);
  }

  /** @returns the user events of the audit log, oldest first */
  async listUserEvents(): Promise<string[]> {
    const events = await readStoredEvents(this.rows, this.domainId, `type LIKE 'user.%'`);
    return events.map(({ type, data }) => {
      const { identityProvider = null, reason, methods, changed } = data as StoredEventData;
      if (type === 'user.updated') return `${type} ${changed!.join()}`;
      const detail = reason ?? (type === 'user.signed_in' ? methods![0] : undefined);
      return [type, ...(identityProvider === null ? [] : [`provider:${identityProvider}`]), ...(detail ? [detail] : [])].join(' ');
    });
  }

  newBrowser(): CookieBrowser {
    return new CookieBrowser(this.stack.auth, this.domain);
  }

  /** Sends an authorization request and follows the redirects. @returns the page, or the external location */
  async startAuthorization(
    browser: CookieBrowser,
    parameters: Record<string, string> = {},
  ): Promise<{ answer: Answer; location: URL | null }> {
    const query = this.buildAuthorizationParameters(parameters);
    return browser.follow(await browser.request(`/connect/authorize?${query.toString()}`));
  }

  /** @returns the parameters of an authorization request */
  buildAuthorizationParameters(parameters: Record<string, string> = {}): URLSearchParams {
    return new URLSearchParams({
      client_id: 'shop',
      response_type: 'code',
      redirect_uri: REDIRECT_URI,
      scope: 'openid profile email',
      state: 'a-state',
      code_challenge: createHash('sha256').update(CODE_VERIFIER).digest('base64url'),
      code_challenge_method: 'S256',
      ...parameters,
    });
  }

  /** Starts a sign-in and selects an identity provider. @returns the URL of the upstream authorization request */
  async continueToUpstream(browser: CookieBrowser, name = 'acme', parameters: Record<string, string> = {}): Promise<URL> {
    const { answer } = await this.startAuthorization(browser, parameters);
    const redirect = await browser.submit(answer, `Continue with ${name.toUpperCase()}`);
    if (redirect.status !== 303) throw new Error(`${redirect.status}: ${getHeading(redirect)}`);
    return new URL(redirect.headers.location!);
  }

  /** Completes a sign-in. @returns the redirect to the application, or the page at which the sign-in ends */
  async signIn(sub: string, name = 'acme', parameters: Record<string, string> = {}): Promise<{ answer: Answer; location: URL | null }> {
    const browser = this.newBrowser();
    const address = await this.continueToUpstream(browser, name, parameters);
    const back = await this.upstream.signIn(address.href, sub);
    return browser.follow(await browser.request(back));
  }

  /** Redeems the code in the redirect. @returns the claims of the ID token */
  async redeemIdToken(location: URL | null, clientId = 'shop'): Promise<Record<string, unknown>> {
    const code = location?.searchParams.get('code') ?? '';
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: clientId,
      redirect_uri: REDIRECT_URI,
      code,
      code_verifier: CODE_VERIFIER,
    });
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const answer = await this.stack.auth.send(this.domain, '/connect/token', { method: 'POST', headers, body: body.toString() });
    const { id_token: token } = answer.json as { id_token?: string };
    if (token === undefined) throw new Error(answer.text);
    return decodeJwt(token);
  }
}

/** Starts a fixture for the tests of a file, and ends it after the last one. Each test has a new domain, and an upstream that works. */
export function useFederationFixture(): FederationFixture {
  const fixture = new FederationFixture();
  beforeAll(() => fixture.startServices());
  beforeEach(async () => {
    await fixture.registerDomain();
    fixture.upstream.behave();
  });
  afterAll(() => fixture.stop());
  return fixture;
}
