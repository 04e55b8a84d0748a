import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose';
import { Provider, type AdapterPayload, type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import { send } from '../http.js';
import { memoryAdapter } from './memory-adapter.js';

/** A user with an account there. */
export interface FakeAccount {
  sub: string;
  /** Claims besides `sub`. */
  claims?: Record<string, unknown>;
  /** The reported authentication context of the sign-in. */
  acr?: string;
  amr?: string[];
}

/** One of its clients: OpenID Connect Registration section 2. */
export interface FakeClient {
  client_id: string;
  client_secret?: string;
  redirect_uris: string[];
  [metadata: string]: unknown;
}

/** Faulty behaviour of an upstream, by path, such as `/token`. */
export type Fault = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;
type Alter = (body: Record<string, unknown>) => Record<string, unknown> | Promise<Record<string, unknown>>;

const ALG = 'ES256';
export const DISCOVERY = '/.well-known/openid-configuration';
const PATHS = { authorization_endpoint: '/auth', token_endpoint: '/token', jwks_uri: '/jwks', userinfo_endpoint: '/me' };
const CLAIMS = ['name', 'given_name', 'family_name', 'preferred_username', 'email', 'email_verified', 'picture', 'locale', 'department'];

/** A foreign identity provider: plain oidc-provider in memory, with a page where users choose their account. */
export class FakeIdentityProvider {
  readonly accounts = new Map<string, FakeAccount>();
  /** A handler here replaces oidc-provider for its path. */
  readonly faults = new Map<string, Fault>();
  /** Changes a JSON answer before it is sent. */
  readonly altered = new Map<string, Alter>();
  /** Whether the ID token, instead of userinfo, contains the claims. */
  claimsInIdToken = false;
  key!: { privateKey: CryptoKey; jwk: JWK };
  private provider!: Provider;
  private keys = 0;
  private readonly stored = new Map<string, AdapterPayload>();

  private constructor(
    private readonly server: Server,
    readonly issuer: string,
  ) {}

  static async start(): Promise<FakeIdentityProvider> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const upstream = new FakeIdentityProvider(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    await upstream.rotateKeys();
    server.on('request', (request, response) => void upstream.handle(request, response));
    return upstream;
  }

  async stop(): Promise<void> {
    this.server.close().closeAllConnections();
    await once(this.server, 'close');
  }

  /** Ends all misbehaviour. */
  behave(): void {
    this.faults.clear();
    this.altered.clear();
    this.claimsInIdToken = false;
  }

  /** Registers a client, replacing one with the same id. */
  register(client: FakeClient): void {
    this.stored.set(`Client:${client.client_id}`, { id_token_signed_response_alg: ALG, ...client } as never);
  }

  account(account: FakeAccount): FakeAccount {
    this.accounts.set(account.sub, account);
    return account;
  }

  /** Signs with another key from now on, and forgets the previous one. */
  async rotateKeys(): Promise<void> {
    const { privateKey } = await generateKeyPair(ALG, { extractable: true });
    this.keys += 1;
    this.key = { privateKey, jwk: { ...(await exportJWK(privateKey)), kid: `key-${this.keys}`, alg: ALG, use: 'sig' } };
    this.build();
  }

  /** Signs claims as this upstream would sign an ID token. */
  sign(claims: Record<string, unknown>, header: Record<string, unknown> = {}): Promise<string> {
    return new SignJWT(claims).setProtectedHeader({ alg: ALG, kid: this.key.jwk.kid!, ...header }).sign(this.key.privateKey);
  }

  /** Changes the claims of each ID token, whose signature stays valid. */
  alterIdToken(change: (claims: Record<string, unknown>) => Record<string, unknown>, header: Record<string, unknown> = {}): void {
    this.altered.set('/token', async (body) => ({
      ...body,
      id_token: await this.sign(change(claimsOf(String(body['id_token']))), header),
    }));
  }

  /** Moves an endpoint to another path. @param gone the answer at the old path */
  moveEndpoints(endpoint: keyof typeof PATHS, path: string, gone: Fault): void {
    const from = PATHS[endpoint];
    this.altered.set(DISCOVERY, (body) => ({ ...body, [endpoint]: `${this.issuer}${path}` }));
    this.faults.set(from, gone);
    this.faults.set(path, (request, response) => {
      request.url = request.url!.replace(path, from);
      return this.provider.callback()(request, response);
    });
  }

  /** Changes the form of each token request before it is answered. */
  changeTokenRequests(change: (form: URLSearchParams) => Promise<void>): void {
    this.faults.set('/token', async (request, response) => {
      const form = new URLSearchParams(await text(request));
      await change(form);
      // oidc-provider takes a body that was read before.
      return this.provider.callback()(Object.assign(request, { body: Object.fromEntries(form) }), response);
    });
  }

  /** Serves its discovery document at another path too. */
  alsoDiscoverAt(path: string): void {
    this.faults.set(path, (request, response) => this.provider.callback()(Object.assign(request, { url: DISCOVERY }), response));
  }

  /** Signs in there as a user, from an authorization request to the redirect. @param sub null if the user cancels */
  async signIn(address: string, sub: string | null): Promise<string> {
    const response = await this.visit(address, sub);
    const location = response.headers.get('location');
    if (location === null) throw new Error(`${response.status} ${response.url}: ${await response.text()}`);
    return location;
  }

  /** The same for `response_mode=form_post`. @returns the form that the last page posts to the client */
  async signInByForm(address: string, sub: string | null): Promise<{ action: string; fields: Record<string, string> }> {
    const page = await (await this.visit(address, sub)).text();
    const [, action = ''] = /<form [^>]*action="([^"]*)"/.exec(page) ?? [];
    const inputs = [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
    return { action, fields: Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')])) };
  }

  /** Goes through its pages. @returns the redirect to the client, or the last page */
  private async visit(address: string, sub: string | null): Promise<Response> {
    const cookies = new Map<string, string>();
    let response = await redirect(address, cookies);
    for (let hops = 0; hops < 10; hops += 1) {
      const location = response.headers.get('location');
      if (location && !location.startsWith(this.issuer) && /^https?:/.test(location)) return response;
      if (location) response = await redirect(new URL(location, this.issuer).href, cookies);
      else if (response.url.includes('/interaction/')) {
        const body = new URLSearchParams(sub === null ? { cancel: 'yes' } : { sub });
        response = await redirect(response.url, cookies, body);
      } else return response;
    }
    throw new Error('too many redirects');
  }

  private build(): void {
    this.provider = new Provider(this.issuer, this.configuration());
    this.provider.use(async (ctx, next) => {
      await next();
      const alter = this.altered.get(ctx.path);
      if (alter && ctx.status === 200) ctx.body = await alter(ctx.body as Record<string, unknown>);
    });
    this.provider.on('server_error', (_ctx: KoaContextWithOIDC, error: Error) => process.stderr.write(`upstream: ${error.stack}\n`));
  }

  private configuration(): Configuration {
    return {
      jwks: { keys: [this.key.jwk] } as never,
      adapter: memoryAdapter(this.stored),
      ttl: { Interaction: 600, Grant: 3_600, Session: 3_600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
      cookies: { keys: ['a key of the upstream'] },
      claims: { openid: ['sub', 'acr', 'amr', 'auth_time', 'sid'], profile: CLAIMS },
      scopes: ['openid', 'profile'],
      conformIdTokenClaims: false,
      acrValues: ['0', 'phr', 'urn:example:silver'],
      enabledJWA: { idTokenSigningAlgValues: [ALG], clientAuthSigningAlgValues: ['ES256', 'RS256', 'EdDSA'] },
      clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
      features: {
        devInteractions: { enabled: false },
        backchannelLogout: { enabled: true },
        rpInitiatedLogout: { enabled: true },
        claimsParameter: { enabled: true },
      },
      interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
      findAccount: (_ctx, id) => this.find(id),
      // Sends logout tokens to clients on this machine, whose names its resolver does not need to know.
      fetch: sendBackchannelLogout as never,
      loadExistingGrant: (ctx) => grantAll(ctx),
    };
  }

  private find(id: string) {
    const { sub, claims = {} } = this.accounts.get(id) ?? { sub: id };
    return {
      accountId: sub,
      claims: async (use: string) => ({ sub, ...(use === 'userinfo' || this.claimsInIdToken ? claims : {}) }),
    };
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '', this.issuer);
    const fault = this.faults.get(pathname);
    try {
      if (fault) return await fault(request, response);
      if (pathname.startsWith('/interaction/')) return await this.interact(request, response);
      await this.provider.callback()(request, response);
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  }

  /** A page where users choose their account. */
  private async interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST') {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(this.page());
      return;
    }
    const form = new URLSearchParams(await text(request));
    if (form.has('cancel')) {
      const denied = { error: 'access_denied', error_description: 'they would not' };
      return this.provider.interactionFinished(request, response, denied, { mergeWithLastSubmission: false });
    }
    const { sub, acr, amr } = this.accounts.get(form.get('sub') ?? '') ?? { sub: form.get('sub') ?? 'nobody' };
    const login = { accountId: sub, ...(acr !== undefined && { acr }), ...(amr !== undefined && { amr }) };
    // Grants consent for every user who signs in.
    await this.provider.interactionFinished(request, response, { login, consent: {} }, { mergeWithLastSubmission: false });
  }

  private page(): string {
    const buttons = [...this.accounts.keys()].map((sub) => `<button name="sub" value="${sub}">I am ${sub}</button>`);
    return `<!doctype html><html lang="en"><title>Upstream</title><main><h1>Who are you?</h1><form method="post">${buttons.join('')}
      <button name="cancel" value="yes">Cancel</button></form></main></html>`;
  }
}

/** The claims of a JWT, unverified. */
export function claimsOf(jwt: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(jwt.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>;
}

async function grantAll({ oidc }: KoaContextWithOIDC) {
  const grant = new oidc.provider.Grant({ accountId: oidc.session!.accountId!, clientId: oidc.client!.clientId });
  grant.addOIDCScope(String(oidc.params!['scope']));
  await grant.save();
  return grant;
}

async function sendBackchannelLogout(
  address: string | URL,
  { headers, body }: { headers: Record<string, string>; body: unknown },
): Promise<Response> {
  const { host, port, pathname } = new URL(address);
  const all = { ...Object.fromEntries(new Headers(headers)), Host: host };
  const { status } = await send(`http://127.0.0.1:${port}${pathname}`, { method: 'POST', headers: all, body: String(body) });
  return new Response(null, { status });
}

async function redirect(address: string, cookies: Map<string, string>, body?: URLSearchParams): Promise<Response> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(address, { redirect: 'manual', headers: { cookie }, ...(body && { method: 'POST', body }) });
  for (const line of response.headers.getSetCookie()) {
    const [name = '', value = ''] = line.split(';', 1)[0]!.split(/=(.*)/s);
    cookies.set(name, value);
  }
  return response;
}
