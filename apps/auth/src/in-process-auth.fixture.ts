import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jest } from '@jest/globals';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { readAuthSettings } from '@latchkey/config';
import { generateSigningKey, hashSecret, Encryptor, signingKeyContext, type SigningAlgorithm } from '@latchkey/crypto';
import { createLogger, Metrics, setRequestIdHeader, observeRequests } from '@latchkey/observability';
import { OidcPayloadPersistenceModule } from '@latchkey/persistence';
import { createHttpServer } from '@latchkey/server';
import { authSettings } from '../../../test/support/auth.js';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.js';
import { send, type Answer, type Call } from '../../../test/support/http.js';
import { MASTER_KEY } from '../../../test/support/management.js';
import { takeRsaKeyPair } from '../../../test/support/rsa-key-pairs.js';
import { Rows, type Row } from '../../../test/support/rows.js';
import { AuthModule } from './auth.module.js';
import { HttpListener } from './http.listener.js';
import { configurePages, createPagesAdapter } from './pages-pipeline.js';
import type { LoginResult } from './authorization/interaction.service.js';
import { createEarlyCorsHeaders } from './protocol/cors.js';
import { MAX_QUERY_BYTES } from './protocol/request-limits.js';
import { AuthorizationModule } from './authorization/authorization.module.js';
import { ProviderGateway } from './authorization/provider.gateway.js';
import { FakePagesController, FakeSignInController } from './fake-pages.fixture.js';

export const REDIRECT_URI = 'https://app.example.com/callback';
export const SECRET = 'a-secret-of-the-client';
/** The default sign-in of a test. */
export const BY_LINK = { amr: ['email'], acr: '0' };

export interface ServedDomainOfTest {
  id: string;
  name: string;
  issuer: string;
}

interface InProcessAuthOptions {
  scheme?: 'http' | 'https';
  environment?: Record<string, string>;
}

/** An auth server within the test's process, with its own database, and fakes in place of the pages. */
export class InProcessAuth {
  private constructor(
    private running: { app: NestExpressApplication; server: Server; metrics: Metrics } | undefined,
    readonly database: TestDatabase,
    readonly rows: Rows,
    private readonly scheme: string,
  ) {}

  /** @param environment further settings, by variable */
  static async start({ scheme = 'https', environment = {} }: InProcessAuthOptions = {}): Promise<InProcessAuth> {
    const database = await createTestDatabase();
    const settings = readAuthSettings(authSettings(database.url, { AUTH_URL: `${scheme}://{domain}`, ...environment }));
    const logger = createLogger({ service: 'auth', level: 'fatal', format: 'json' });
    const metrics = new Metrics();
    @Module({
      imports: [AuthModule.forRoot(settings, logger, metrics), AuthorizationModule, OidcPayloadPersistenceModule],
      controllers: [FakePagesController, FakeSignInController],
    })
    class AuthWithFakes {}
    const app = await NestFactory.create<NestExpressApplication>(AuthWithFakes, createPagesAdapter(), {
      logger: false,
      abortOnError: false,
      bodyParser: false,
    });
    configurePages(app);
    await app.init();
    const observe = observeRequests(logger, metrics);
    const http = app.get(HttpListener);
    const listener: RequestListener = (request, response) => {
      observe(request, response, () => {
        if (http.preRouter(request, response)) return;
        setRequestIdHeader(response);
        http.answer(request, response);
      });
    };
    const server = createHttpServer(listener, { queryBytes: 2 * MAX_QUERY_BYTES, refusalHeaders: createEarlyCorsHeaders }).listen(
      0,
      '127.0.0.1',
    );
    await once(server, 'listening');
    return new InProcessAuth({ app, server, metrics }, database, new Rows(database.url), scheme);
  }

  /** Stops the server and drops all references: a test file's top-level variables stay in memory until the end of the run. */
  async stop(): Promise<void> {
    const { app, server } = this.started;
    this.running = undefined;
    server.close().closeAllConnections();
    await app.close();
    await this.rows.end();
    await this.database.drop();
  }

  get app(): NestExpressApplication {
    return this.started.app;
  }

  get metrics(): Metrics {
    return this.started.metrics;
  }

  get port(): number {
    return (this.started.server.address() as AddressInfo).port;
  }

  private get started() {
    if (!this.running) throw new Error('the auth server has been stopped');
    return this.running;
  }

  send(domain: string, path: string, call: Call = {}): Promise<Answer> {
    return send(`http://127.0.0.1:${this.port}${path}`, { ...call, headers: { Host: domain, ...call.headers } });
  }

  /** A domain with a key for each algorithm, all of which sign. */
  async domain(algorithms: readonly SigningAlgorithm[] = ['RS256', 'ES256']): Promise<ServedDomainOfTest> {
    const id = await this.rows.domain();
    const [row] = await this.rows.query<{ name: string }>('SELECT name FROM domain WHERE id = $1', [id]);
    for (const algorithm of algorithms) {
      const { kid, publicJwk, privateKey } = await generateSigningKey(algorithm, { take: takeRsaKeyPair });
      const encrypted = new Encryptor([Buffer.from(MASTER_KEY, 'base64')]).encrypt(privateKey, signingKeyContext(id, kid));
      const key = { domain_id: id, kid, algorithm, public_jwk: publicJwk, private_key: encrypted, signs_from: new Date(0) };
      await this.rows.insert('signing_key', key);
    }
    return { id, name: row!.name, issuer: `${this.scheme}://${row!.name}` };
  }

  /** A client with the authorization code flow; confidential with the secret SECRET, unless `values` override it. */
  async client(domain: ServedDomainOfTest, values: Row = {}): Promise<string> {
    const defaults = {
      grant_type: 'AuthorizationCode',
      scope: 'openid profile email offline_access orders',
      redirect_uris: [REDIRECT_URI],
    };
    const { client_id: clientId } = await this.rows.insert<Row & { client_id: string }>('client', {
      domain_id: domain.id,
      ...defaults,
      ...values,
    });
    if (values['client_type'] !== 'Public')
      await this.rows.insert('client_secret', { domain_id: domain.id, client_id: clientId, hash: hashSecret(SECRET) });
    return clientId;
  }

  async user(domain: ServedDomainOfTest, values: Row = {}): Promise<string> {
    const { sub } = await this.rows.insert<Row & { sub: string }>('end_user', { domain_id: domain.id, ...values });
    return sub;
  }

  browser(domain: ServedDomainOfTest): Browser {
    return new Browser(this, domain);
  }
}

interface Cookie {
  name: string;
  value: string;
  path: string;
  attributes: string;
}

/** A browser in the code flow. It keeps cookies and follows redirects within its domain. */
export class Browser {
  cookies: Cookie[] = [];

  constructor(
    readonly auth: InProcessAuth,
    readonly domain: ServedDomainOfTest,
  ) {}

  async request(path: string, call: Call = {}): Promise<Answer> {
    const [pathname] = path.split('?') as [string];
    const sent = this.cookies.filter((cookie) => pathname === cookie.path || pathname.startsWith(cookie.path.replace(/\/?$/, '/')));
    const header = sent.map(({ name, value }) => `${name}=${value}`).join('; ');
    const headers = { 'User-Agent': 'a browser', Accept: 'text/html', ...(header && { Cookie: header }), ...call.headers };
    const answer = await this.auth.send(this.domain.name, path, { ...call, headers });
    for (const line of answer.headers['set-cookie'] ?? []) this.keep(line);
    return answer;
  }

  private keep(line: string): void {
    const [pair = '', ...attributes] = line.split(/; ?/);
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? '/';
    this.cookies = this.cookies.filter((cookie) => cookie.name !== name || cookie.path !== path);
    if (!/expires=Thu, 01 Jan 1970/i.test(line)) this.cookies.push({ name, value, path, attributes: line });
  }

  /** Follows redirects until it reaches a page of the domain or an external URL. */
  async follow(answer: Answer): Promise<{ answer: Answer; location: URL }> {
    let current = answer;
    let target = new URL(this.domain.issuer);
    for (let hops = 0; hops < 10; hops += 1) {
      if (current.headers.location === undefined) return { answer: current, location: target };
      target = new URL(current.headers.location, this.domain.issuer);
      if (target.origin !== this.domain.issuer || target.pathname.startsWith('/sign-in/')) return { answer: current, location: target };
      current = await this.request(`${target.pathname}${target.search}`);
    }
    throw new Error('too many redirects');
  }

  async authorize(parameters: Record<string, string>): Promise<{ answer: Answer; location: URL }> {
    return this.follow(await this.request(`/connect/authorize?${new URLSearchParams(parameters).toString()}`));
  }

  /** Submits the user's decision on the page. */
  async decide(page: URL, decision: object): Promise<{ answer: Answer; location: URL }> {
    const headers = { 'Content-Type': 'application/json' };
    return this.follow(await this.request(page.pathname, { method: 'POST', headers, body: JSON.stringify(decision) }));
  }

  /** Sends an authorization request, and signs a user in if the page requires it. @returns the redirect URI with the response */
  async authorizeAs(parameters: Record<string, string>, signedIn: Partial<LoginResult> & { sub: string }): Promise<URL> {
    const { location } = await this.authorize(parameters);
    if (!location.pathname.startsWith('/sign-in/')) return location;
    return (await this.decide(location, { signedIn: { ...BY_LINK, ...signedIn } })).location;
  }

  /** Signs a user in for an authorization request, which must require it. @returns the redirect URI with the response */
  async signIn(parameters: Record<string, string>, signedIn: Partial<LoginResult> & { sub: string }): Promise<URL> {
    const { location } = await this.authorize(parameters);
    if (!location.pathname.startsWith('/sign-in/')) throw new Error(`no sign-in page: ${location.href}`);
    return (await this.decide(location, { signedIn: { ...BY_LINK, ...signedIn } })).location;
  }
}

/** An authorization request with PKCE, and the verifier that redeems its code. */
export function codeRequest(clientId: string, parameters: Record<string, string> = {}) {
  const verifier = randomBytes(32).toString('base64url');
  const request: Record<string, string> = {
    client_id: clientId,
    response_type: 'code',
    redirect_uri: REDIRECT_URI,
    scope: 'openid',
    state: 'a-state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...parameters,
  };
  if (/\bopenid\b/.test(request['scope']!)) request['nonce'] ??= 'a-nonce';
  return { request, verifier };
}

/** The parameters of an authorization response, in the query or fragment of the redirect URI. */
export function answerOf({ search, hash }: URL): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search || hash.slice(1)));
}

/** The parameters of the token request that redeems the code of an authorization response. */
export function codeGrant(response: URL, verifier: string): Record<string, string> {
  const { code = '' } = answerOf(response);
  return { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI, code_verifier: verifier };
}

export interface Tokens {
  access_token: string;
  id_token: string;
  refresh_token?: string;
  expires_in: number;
  scope: string;
}

/** A request to an endpoint that authenticates clients, with client_secret_post; `secret: null` for a public client. */
export function clientCall(clientId: string, parameters: Record<string, string>, secret: string | null = SECRET): Call {
  const credentials: Record<string, string> = { client_id: clientId, ...(secret !== null && { client_secret: secret }) };
  return {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...credentials, ...parameters }).toString(),
  };
}

/** Sees which requests oidc-provider answers. */
export function spyOnProvider({ app }: InProcessAuth): jest.SpiedFunction<ProviderGateway['handle']> {
  return jest.spyOn(app.get(ProviderGateway), 'handle');
}
