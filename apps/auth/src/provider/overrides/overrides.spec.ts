import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { generateSigningKey, hashSecret, importPrivateKey, toPrivateJwk } from '@latchkey/crypto';
import type { ServedClient } from '@latchkey/persistence';
import { Provider, type Adapter, type AdapterPayload, type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import { basic, tokenCall } from '../../../../../test/support/auth.js';
import { send, type Answer, type Call } from '../../../../../test/support/http.js';
import { SecretAuthenticationService } from '../../client-authentication/secret/secret-authentication.service.js';
import type { ClientAuthenticationService } from '../../client-authentication/client-authentication.service.js';
import { CachedClient } from '../../client/cached-client.js';
import type { SecretLastUseService } from '../../client/secret-last-use.service.js';
import { setCanonicalHost } from '../../domain/host.js';
import { authenticateClients } from './authenticated-clients.js';
import { alignTokenErrors } from './token-errors.js';
import { disableInlineBackchannelLogout } from './backchannel-logout.js';
import { skipRedirectUriValidation } from './redirect-uris.js';
import { createRequestWithBody } from '../../protocol/request-body.js';
import { removeUnrequestedCorsHeaders } from './cors.js';
import { translateOutage } from '../errors/temporarily-unavailable.error.js';

const ISSUER = 'https://acme.example.com';
const PLACEHOLDER = 'kept-as-a-hash';
const DISCOVERY = '/.well-known/openid-configuration';
const service = { clientId: 'service', clientSecret: 'right' };

const secrets = new SecretAuthenticationService({ record: () => undefined } as unknown as SecretLastUseService);
const SECRETS: Pick<ClientAuthenticationService, 'verifySecret'> = {
  verifySecret: (client, secret, now) => secrets.verify(client, secret, now),
};

const servers: Server[] = [];
let jwks: { keys: object[] };

beforeAll(async () => {
  const { publicJwk, privateKey } = await generateSigningKey('ES256');
  jwks = { keys: [toPrivateJwk(importPrivateKey(privateKey), publicJwk)] };
});

afterAll(() => {
  for (const server of servers) server.close().closeAllConnections();
});

function recordWith(secret: string, revision = '1'): CachedClient {
  const client = {
    scope: 'read',
    revision,
    secrets: [{ hash: hashSecret(secret), expiresAt: null }],
    authentication: null,
    tokenQuota: null,
    presentation: null,
    active: true,
  } as unknown as ServedClient;
  return new CachedClient('a-domain', client);
}

const metadata = (changes: object = {}): AdapterPayload =>
  ({
    client_id: 'service',
    client_secret: PLACEHOLDER,
    token_endpoint_auth_method: 'client_secret_basic',
    grant_types: ['client_credentials'],
    response_types: [],
    redirect_uris: [],
    record: recordWith('right'),
    ...changes,
  }) as AdapterPayload;

/** An oidc-provider with the metadata that `find` returns, and only the overrides under test. */
function providerOf(find: (id: string) => Promise<AdapterPayload | undefined>, more: Configuration = {}): Provider {
  const nothing = async (): Promise<undefined> => undefined;
  const adapter: Adapter = {
    find,
    upsert: nothing,
    consume: nothing,
    destroy: nothing,
    revokeByGrantId: nothing,
    findByUid: nothing,
    findByUserCode: nothing,
  };
  const configuration: Configuration = {
    adapter: () => adapter,
    jwks: jwks as Configuration['jwks'],
    routes: { token: '/connect/token', authorization: '/connect/authorize' },
    responseTypes: ['code'],
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    cookies: { keys: ['key'] },
    extraClientMetadata: { properties: ['record'] },
    features: { devInteractions: { enabled: false }, clientCredentials: { enabled: true } },
    renderError: (ctx, out) => {
      ctx.body = out;
    },
    ttl: { ClientCredentials: 60 },
    ...more,
  };
  const provider = new Provider(ISSUER, configuration);
  provider.proxy = true;
  return provider;
}

/** Serves oidc-provider behind the override under test. */
async function served(provider: Provider, through = (request: IncomingMessage): IncomingMessage | Promise<IncomingMessage> => request) {
  const listener = provider.callback();
  const server = createServer((request, response) => void Promise.resolve(through(request)).then((bent) => listener(bent, response)));
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return (path: string, call?: Call): Promise<Answer> => send(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, call);
}

const found = async (): Promise<AdapterPayload> => metadata();

describe('client secrets', () => {
  it('are compared with a placeholder if the override is missing', async () => {
    const ask = await served(providerOf(found));

    expect((await ask('/connect/token', tokenCall({ ...service, clientSecret: PLACEHOLDER }))).status).toBe(200);
  });

  it('are compared by their hashes', async () => {
    const provider = providerOf(found);
    authenticateClients(provider, SECRETS);
    const ask = await served(provider);

    const statuses = [];
    for (const clientSecret of ['right', 'wrong', PLACEHOLDER])
      statuses.push((await ask('/connect/token', tokenCall({ ...service, clientSecret }))).status);
    expect(statuses).toEqual([200, 401, 401]);
  });

  it("uses the current revision's secrets even if the client's metadata is equal", async () => {
    let current = metadata({ record: recordWith('right', '1') });
    const provider = providerOf(async () => current);
    authenticateClients(provider, SECRETS);
    const ask = await served(provider);
    expect((await ask('/connect/token', tokenCall(service))).status).toBe(200);

    current = metadata({ record: recordWith('next', '2') });

    expect((await ask('/connect/token', tokenCall(service))).status).toBe(401);
    expect((await ask('/connect/token', tokenCall({ ...service, clientSecret: 'next' }))).status).toBe(200);
  });
});

describe('rejections at the token endpoint', () => {
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const body = 'grant_type=client_credentials';
  const post = (authorization?: string, content = body): Call => ({
    method: 'POST',
    headers: { ...form, ...(authorization !== undefined && { Authorization: authorization }) },
    body: content,
  });

  it.each([
    ['no client authentication mechanism provided', post(), 'invalid_client', 401],
    ['invalid authorization header value format', post('garbage'), 'invalid_client', 401],
    [
      'client_id and client_secret in the authorization header are not properly encoded',
      post(basic({ clientId: '%', clientSecret: 'x' })),
      'invalid_client',
      401,
    ],
    [
      'client_secret must be provided in the Authorization header',
      post(basic({ clientId: 'service', clientSecret: '' })),
      'invalid_client',
      401,
    ],
    [
      'requested grant type is not allowed for this client',
      post(basic(service), 'grant_type=authorization_code&code=x'),
      'unauthorized_client',
      400,
    ],
  ])('maps "%s" from oidc-provider\'s invalid_request', async (...[description, call, error, status]) => {
    const conforming = providerOf(found);
    const bare = providerOf(found);
    for (const provider of [conforming, bare]) authenticateClients(provider, SECRETS);
    conforming.use(async (ctx, next) => {
      await next();
      alignTokenErrors(ctx as KoaContextWithOIDC, ISSUER);
    });
    const [askBare, ask] = [await served(bare), await served(conforming)];

    expect((await askBare('/connect/token', call)).json).toEqual({ error: 'invalid_request', error_description: description });
    const answer = await ask('/connect/token', call);
    expect({ status: answer.status, json: answer.json }).toEqual({ status, json: { error, error_description: description } });
    expect(answer.headers['www-authenticate']).toBe(status === 401 ? `Basic realm="${ISSUER}"` : undefined);
  });

  it('reports an outage as an outage', async () => {
    const outage = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    const ask = await served(providerOf(() => translateOutage(() => Promise.reject(outage))));

    const expected = { status: 503, json: expect.objectContaining({ error: 'temporarily_unavailable' }) };
    expect(await ask('/connect/token', tokenCall(service))).toMatchObject(expected);
    expect(await ask('/connect/authorize?client_id=service&response_type=code', { headers: { Accept: 'application/json' } })).toMatchObject(
      { status: 503 },
    );
  });
});

describe('cross-origin headers', () => {
  it('sends no CORS headers without an Origin header', async () => {
    const [bare, bent] = [providerOf(found), providerOf(found)];
    bent.use(async (ctx, next) => {
      await next();
      removeUnrequestedCorsHeaders(ctx as KoaContextWithOIDC);
    });
    const corsOf = ({ headers }: Answer) => Object.keys(headers).filter((name) => name.startsWith('access-control-'));

    expect(corsOf(await (await served(bare))('/connect/token', tokenCall(service)))).toEqual([
      'access-control-allow-origin',
      'access-control-expose-headers',
    ]);
    expect(corsOf(await (await served(bent))('/connect/token', tokenCall(service)))).toEqual([]);
  });
});

describe('redirect URIs', () => {
  const code = {
    grant_types: ['authorization_code'],
    response_types: ['code'],
    application_type: 'native',
    redirect_uris: ['com.example.app:/', 'http://app.localhost/'],
  };

  it("keeps a client's redirect URIs unchanged", async () => {
    const [bare, bent] = [providerOf(async () => metadata(code)), providerOf(async () => metadata(code))];
    skipRedirectUriValidation(bent);

    await expect(bare.Client.find('service')).rejects.toMatchObject({ error: 'invalid_redirect_uri' });
    await expect(bent.Client.find('service')).resolves.toMatchObject({ redirectUris: code.redirect_uris });
  });
});

describe('request bodies that have already been read', () => {
  it('passes the body to oidc-provider again, byte for byte', async () => {
    const provider = providerOf(found);
    authenticateClients(provider, SECRETS);
    const ask = await served(provider, async (request) => createRequestWithBody(request, await text(request.setEncoding('latin1'))));

    expect((await ask('/connect/token', tokenCall(service))).status).toBe(200);
    const { headers = {} } = tokenCall(service);
    const latin = { method: 'POST', headers, body: Buffer.from('grant_type=client_credentials&scope=\xe9\xff', 'latin1') };
    expect((await ask('/connect/token', latin)).json).toMatchObject({ error: 'invalid_scope' });
    expect((await ask('/connect/token', { method: 'POST', headers, body: 'grant_type=%6eothing' })).json).toMatchObject({
      error: 'unsupported_grant_type',
    });
  });
});

describe('published URLs', () => {
  const foreign: Call = { headers: { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'http' } };

  it('follow the request if the override is missing', async () => {
    const ask = await served(providerOf(found));

    expect((await ask(DISCOVERY, foreign)).json).toMatchObject({ token_endpoint: 'http://evil.example/connect/token' });
  });

  it('follow the issuer', async () => {
    const ask = await served(providerOf(found), (request) => {
      setCanonicalHost(request, new URL(ISSUER));
      return request;
    });

    const { text: document } = await ask(DISCOVERY, foreign);
    expect(document.match(/https?:\/\/[^/"]*/g)).toEqual(Array.from(document.matchAll(/https?:/g), () => ISSUER));
  });
});

describe('ending a session', () => {
  it('sends no logout request from oidc-provider', async () => {
    const base = {
      backchannel_logout_uri: 'https://app.example.com/logout',
      grant_types: ['authorization_code'],
      response_types: ['code'],
    };
    const sent: string[] = [];
    const provider = providerOf(async () => metadata({ ...base, redirect_uris: ['https://app.example.com/callback'] }), {
      features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
      fetch: async (url) => {
        sent.push(String(url));
        return new Response(null, { status: 200 });
      },
    });
    const client = (await provider.Client.find('service')) as unknown as { backchannelLogout(sub: string, sid: string): Promise<void> };
    const itsOwn = client.backchannelLogout;

    disableInlineBackchannelLogout(provider);
    await client.backchannelLogout('somebody', 'a-sid');

    expect(itsOwn).toEqual(expect.any(Function));
    expect(client.backchannelLogout).not.toBe(itsOwn);
    expect(sent).toEqual([]);
  });
});
