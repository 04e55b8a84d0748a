import { createHash, randomBytes } from 'node:crypto';
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose';
import { basic, issuerOf, tokenCall, type Auth, type Credentials } from '../support/auth.js';
import { CookieBrowser } from '../support/cookie-browser.js';
import type { Answer, Call } from '../support/http.js';
import type { Caller } from '../support/management.js';
import { provisionClient, registerServiceClient, type ServiceClient } from '../support/service-client.js';
import type { Visit } from '../support/traffic.js';

const CALLBACK = 'https://app.example.com/callback';
const SCOPE = 'openid profile offline_access';

interface Tokens {
  access_token: string;
  id_token: string;
  refresh_token: string;
}

/** The visits of machines, users and operators to a domain, on replicas of two releases. */
export class UpgradeVisits {
  private users = 0;
  private refreshToken = '';

  private constructor(
    private readonly auth: Pick<Auth, 'send'>,
    private readonly caller: Caller,
    private readonly service: ServiceClient,
    private readonly app: Credentials,
  ) {}

  /** Registers a domain with a client of each kind, and a user who is signed in. */
  static async begin(auth: Pick<Auth, 'send'>, caller: Caller): Promise<UpgradeVisits> {
    const service = await registerServiceClient(caller);
    const configuration = { grantType: 'AuthorizationCode', scope: SCOPE, redirectUris: [CALLBACK] };
    const app = await provisionClient(caller, service.domain, { clientId: 'app', configuration });
    const visits = new UpgradeVisits(auth, caller, service, app);
    visits.refreshToken = (await visits.signIn()).refresh_token;
    return visits;
  }

  get all(): Record<string, Visit> {
    return {
      token: () => this.requestToken(this.service),
      'sign-in': async () => void (await this.signIn()),
      refresh: () => this.refresh(),
      write: () => this.write(),
      domain: () => this.registerDomain(),
    };
  }

  /** A service gets a token, which a resource server verifies. */
  private async requestToken(client: ServiceClient): Promise<void> {
    const answer = await this.auth.send(client.domain, '/connect/token', tokenCall(client));
    await this.verify(client.domain, (expectStatus(answer, 200) as Tokens).access_token);
  }

  /** A user signs in with a link, and then once more without a page. */
  private async signIn(): Promise<Tokens> {
    const { username, email } = await this.createUser();
    const browser = new CookieBrowser(this.auth, this.service.domain);
    const first = authorizationRequest(this.app.clientId);
    const { answer: page } = await browser.follow(await browser.request(first.path));
    const methods = await browser.press(page, 'Continue', { username });
    expectStatus(await browser.submit(methods, 'Email me a link'), 303);
    const landing = await browser.request(await this.linkTo(email));
    const { answer: offer, location } = await browser.follow(await browser.submit(landing, 'Sign in'));
    const callback = location?.href.startsWith(CALLBACK)
      ? location
      : (await browser.follow(await browser.submit(offer, 'Not now'))).location;
    await this.redeem(callback, first.verifier);
    const second = authorizationRequest(this.app.clientId);
    return this.redeem((await browser.follow(await browser.request(second.path))).location, second.verifier);
  }

  private async createUser(): Promise<{ username: string; email: string }> {
    this.users += 1;
    const username = `user-of-upgrade-${this.users}`;
    const email = `${username}@example.com`;
    const created = await this.caller.post(`${this.path}/user`, { preferredUsername: username, name: 'Maria Muster' });
    const { sub } = expectStatus(created, 200) as { sub: string };
    expectStatus(await this.caller.patch(`${this.path}/user/${sub}`, { email }), 204);
    return { username, email };
  }

  private async linkTo(email: string): Promise<string> {
    const messages = expectStatus(await this.caller.get('/dev/outbox'), 200) as { to: string; link: string }[];
    const message = messages.find(({ to }) => to === email);
    if (!message) throw new Error(`no message to ${email}`);
    return message.link;
  }

  /** The application exchanges its code, verifies the ID token, and asks for the user's claims. */
  private async redeem(callback: URL | null, verifier: string): Promise<Tokens> {
    const code = callback?.searchParams.get('code');
    if (!code) throw new Error(`no code: ${callback?.href}`);
    const form = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, code_verifier: verifier };
    const tokens = expectStatus(await this.sendForm('/connect/token', form), 200) as Tokens;
    await this.verify(this.service.domain, tokens.id_token);
    const headers = { Authorization: `Bearer ${tokens.access_token}` };
    expectStatus(await this.auth.send(this.service.domain, '/connect/userinfo', { headers }), 200);
    return tokens;
  }

  /** Each refresh token is used only once. */
  private async refresh(): Promise<void> {
    const form = { grant_type: 'refresh_token', refresh_token: this.refreshToken };
    const tokens = expectStatus(await this.sendForm('/connect/token', form), 200) as Tokens;
    this.refreshToken = tokens.refresh_token;
    await this.verify(this.service.domain, tokens.id_token);
  }

  /** An operator creates a client and a user, reads the log, and deletes both. */
  private async write(): Promise<void> {
    const name = `short-lived-${randomBytes(6).toString('hex')}`;
    await this.requestToken(await provisionClient(this.caller, this.service.domain, { clientId: name }));
    const created = await this.caller.post(`${this.path}/user`, { preferredUsername: name, name: 'Maria Muster' });
    const { sub } = expectStatus(created, 200) as { sub: string };
    expectStatus(await this.caller.get(`${this.path}/log`), 200);
    expectStatus(await this.caller.delete(`${this.path}/user/${sub}`), 204);
    expectStatus(await this.caller.delete(`${this.path}/client/${name}`), 200);
  }

  /** An operator registers a domain, whose keys sign immediately, and deletes it. */
  private async registerDomain(): Promise<void> {
    const client = await registerServiceClient(this.caller);
    await this.requestToken(client);
    expectStatus(await this.caller.delete(`/v1/domain/${client.domain}`), 204);
  }

  private async verify(domain: string, token: string): Promise<void> {
    const keys = expectStatus(await this.auth.send(domain, '/.well-known/jwks.json'), 200) as JSONWebKeySet;
    await jwtVerify(token, createLocalJWKSet(keys), { issuer: issuerOf(domain) });
  }

  private sendForm(path: string, form: Record<string, string>): Promise<Answer> {
    const headers = { Authorization: basic(this.app), 'Content-Type': 'application/x-www-form-urlencoded' };
    const call: Call = { method: 'POST', headers, body: new URLSearchParams(form).toString() };
    return this.auth.send(this.service.domain, path, call);
  }

  private get path(): string {
    return `/v1/domain/${this.service.domain}`;
  }
}

/** An authorization request with PKCE: RFC 7636. */
function authorizationRequest(clientId: string): { path: string; verifier: string } {
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: CALLBACK,
    scope: SCOPE,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  return { path: `/connect/authorize?${query.toString()}`, verifier };
}

/** @returns the body. @throws Error with the answer */
function expectStatus(answer: Answer, status: number): unknown {
  if (answer.status !== status) throw new Error(`${status} expected, but ${answer.status} ${answer.headers.location ?? ''} ${answer.text}`);
  return answer.json;
}
