import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { readAuthSettings } from '@latchkey/config';
import { createLogger, Metrics, setRequestIdHeader, observeRequests } from '@latchkey/observability';
import { createHttpServer, STRICT_TRANSPORT_SECURITY } from '@latchkey/server';
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, type JSONWebKeySet, type JWTPayload } from 'jose';
import { authSettings } from '../../../test/support/auth.js';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.js';
import { send, type Answer, type Call } from '../../../test/support/http.js';
import { populate, type Population } from '../../../test/support/population.js';
import { Rows } from '../../../test/support/rows.js';
import { tokenRequests, type TokenRequest } from '../../../test/support/token-requests.js';
import { AuthModule } from './auth.module.js';
import { HttpListener } from './http.listener.js';
import { configurePages, createPagesAdapter } from './pages-pipeline.js';
import { RequestRouter } from './request.router.js';
import { RequestHostService } from './domain/request-host.service.js';
import type { DocumentHandler } from './fast-path/document.handler.js';
import type { FastPathHandler } from './fast-path/fast-path-handler.js';
import { FastPathRouter } from './fast-path/fast-path.router.js';
import { IssuedTokenRouter } from './fast-path/issued-token.router.js';
import { ProviderGateway } from './authorization/provider.gateway.js';
import { setCorsHeaders } from './protocol/cors.js';
import type { TokenHandler } from './fast-path/token.handler.js';

const SEED = 20_261_120;
const COUNT = 1_200;
const AT_ONCE = 12;
/** Headers that differ between responses or connections. */
const PASSING_HEADERS = ['date', 'connection', 'keep-alive'];

let database: TestDatabase;
let population: Population;
let app: NestExpressApplication;
let ways: { plain: Server; straight: Server };
/** The ids of the requests that the fast path passed to oidc-provider. */
const handedOver = new Set<string>();

beforeAll(async () => {
  database = await createTestDatabase();
  population = await populate(database.url);
  const settings = readAuthSettings(authSettings(database.url));
  const logger = createLogger({ service: 'auth', level: 'silent', format: 'json' });
  const metrics = new Metrics();
  app = await NestFactory.create<NestExpressApplication>(AuthModule.forRoot(settings, logger, metrics), createPagesAdapter(), {
    logger: false,
    bodyParser: false,
  });
  configurePages(app);
  await app.init();
  const provider = app.get(ProviderGateway);
  /** In place of the handler: the same request, untouched, to oidc-provider. */
  const straight: FastPathHandler = {
    handle: (request, response, host) => {
      setRequestIdHeader(response);
      response.setHeaders(new Map(Object.entries(STRICT_TRANSPORT_SECURITY)));
      setCorsHeaders(request, response);
      return Promise.resolve({ host });
    },
  };
  const straightPaths = new FastPathRouter(straight as TokenHandler, app.get(IssuedTokenRouter), straight as DocumentHandler);
  const listen = async (listener: HttpListener) => {
    const observe = observeRequests(logger, metrics);
    const server = createHttpServer((request, response) => {
      observe(request, response);
      if (listener.preRouter(request, response)) return;
      setRequestIdHeader(response);
      response.setHeaders(new Map(Object.entries(STRICT_TRANSPORT_SECURITY)));
      listener.answer(request, response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return server;
  };
  ways = {
    plain: await listen(app.get(HttpListener)),
    straight: await listen(new HttpListener(straightPaths, provider, app.get(RequestHostService), app.get(RequestRouter))),
  };
  const handle = provider.handle.bind(provider);
  jest.spyOn(provider, 'handle').mockImplementation((request, response, requestState) => {
    handedOver.add(`${request.socket.localPort} ${String(request.headers['x-request-id'])}`);
    return handle(request, response, requestState);
  });
}, 60_000);

afterAll(async () => {
  for (const server of Object.values(ways)) server.close().closeAllConnections();
  await app.close();
  await database.drop();
});

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** A response without its variable parts. Tokens are reduced to their claims and whether their times are right. */
async function essence({ status, headers, text, json }: Answer, sent: { domain: string; at: number }): Promise<object> {
  const lasting = Object.fromEntries(Object.entries(headers).filter(([name]) => !PASSING_HEADERS.includes(name)));
  const token = (json as { access_token?: string } | undefined)?.access_token;
  if (token === undefined) return { status, headers: lasting, text };
  const { 'content-length': _length, ...others } = lasting;
  const { payload } = await jwtVerify(token, keysOf(sent.domain), { typ: 'at+jwt', currentDate: new Date(sent.at) });
  return {
    status,
    headers: others,
    body: { ...(json as object), access_token: timeless(payload, sent.at) },
    header: decodeProtectedHeader(token),
  };
}

function timeless({ jti, iat, exp, ...claims }: JWTPayload, sentAt: number): object {
  const isNow = iat! >= Math.floor(sentAt / 1_000) && iat! <= Date.now() / 1_000;
  return { ...claims, lifetime: exp! - iat!, isNow, jti: /^[\w-]{21,43}$/.test(jti!) };
}

/** Keyed by domain, because a new key set would import its keys for each token. */
const keySets = new Map<string, ReturnType<typeof createLocalJWKSet>>();

function keysOf(domain: string): ReturnType<typeof createLocalJWKSet> {
  const keys = keySets.get(domain) ?? createLocalJWKSet(population.keySets[domain] as JSONWebKeySet);
  keySets.set(domain, keys);
  return keys;
}

interface Comparison {
  request: TokenRequest;
  plain: object;
  straight: object;
  tookPlainWay: boolean;
  status: number;
}

async function compare(request: TokenRequest, id: string): Promise<Comparison> {
  const { domain, path, call } = request;
  const at = Date.now();
  const ask = (server: Server) =>
    send(`http://127.0.0.1:${portOf(server)}${path}`, { ...call, headers: { Host: domain, 'X-Request-Id': id, ...call.headers } });
  const [plain, straight] = await Promise.all([ask(ways.plain), ask(ways.straight)]);
  return {
    request,
    plain: await essence(plain, { domain, at }),
    straight: await essence(straight, { domain, at }),
    tookPlainWay: !handedOver.has(`${portOf(ways.plain)} ${id}`),
    status: plain.status,
  };
}

/** Whether the request has valid credentials of a client in that domain which may get tokens. */
function mayHaveTokens({ domain, client: { clientId, clientSecret } }: TokenRequest): boolean {
  return population.clients.some((each) => each.domain === domain && each.clientId === clientId && each.clientSecret === clientSecret);
}

describe('token requests', () => {
  it(`answers from the plain handler exactly as from oidc-provider, ${COUNT} times`, async () => {
    const requests = tokenRequests(population, { seed: SEED, count: COUNT }).entries();
    const comparisons: Comparison[] = [];
    const work = async () => {
      for (const [index, request] of requests) comparisons.push(await compare(request, `r-${index}`));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));

    expect(comparisons.filter(({ plain, straight }) => !isDeepStrictEqual(plain, straight))).toEqual([]);
    expect(comparisons.filter(({ status, request }) => status === 200 && !mayHaveTokens(request))).toEqual([]);
    expect(comparisons.filter(({ status }) => status >= 500)).toEqual([]);
    const tally = (status: number) => comparisons.filter((comparison) => comparison.tookPlainWay && comparison.status === status).length;
    expect(tally(200)).toBeGreaterThan(COUNT / 3);
    expect(new Set(comparisons.map(({ status }) => status))).toEqual(new Set([200, 400, 401, 404, 415]));
  }, 120_000);
});

describe('discovery documents and key sets', () => {
  const PATHS = ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server', '/.well-known/jwks.json'];
  const ask = async (server: Server, domain: string, path: string, call: Call = {}) => {
    const headers = { Host: domain, 'X-Request-Id': 'document', ...call.headers };
    const { status, headers: received, text } = await send(`http://127.0.0.1:${portOf(server)}${path}`, { ...call, headers });
    return { status, headers: Object.fromEntries(Object.entries(received).filter(([name]) => !PASSING_HEADERS.includes(name))), text };
  };

  it.each(PATHS)('returns the same %s from the handler as from oidc-provider', async (path) => {
    const { domain } = population.clients[0]!;
    const tag = (await ask(ways.straight, domain, path)).headers['etag'] as string;
    const calls: [string, string, Call][] = [
      [domain, path, {}],
      [domain, path, { method: 'HEAD' }],
      [domain, path, { headers: { Origin: 'https://app.example.com' } }],
      [domain, path, { headers: { 'If-None-Match': tag } }],
      [domain, path, { method: 'HEAD', headers: { 'If-None-Match': `W/${tag}` } }],
      [domain, path, { headers: { 'If-None-Match': '"other"' } }],
      [domain, path, { headers: { 'If-None-Match': `"other", ${tag}` } }],
      [domain, path, { headers: { 'If-None-Match': '*' } }],
      [domain, path, { headers: { 'If-None-Match': tag, 'Cache-Control': 'no-cache' } }],
      [domain, path, { headers: { 'If-None-Match': tag, 'If-Modified-Since': new Date(0).toUTCString() } }],
      [domain, path, { method: 'OPTIONS', headers: { Origin: 'https://a.example', 'Access-Control-Request-Method': 'GET' } }],
      [domain, path, { method: 'POST' }],
      [domain, `${path}?x=1`, {}],
      [domain, `${path}/`, {}],
      ['no-domain.example', path, {}],
    ];

    const statuses: number[] = [];
    for (const [host, target, call] of calls) {
      const [plain, straight] = [await ask(ways.plain, host, target, call), await ask(ways.straight, host, target, call)];
      expect({ host, target, call, ...plain }).toEqual({ host, target, call, ...straight });
      statuses.push(plain.status);
    }
    expect(statuses.slice(0, 5)).toEqual([200, 200, 200, 304, 304]);
  });

  it.each(PATHS)('serves %s from the cache without oidc-provider', async (path) => {
    const { domain } = population.clients[0]!;
    await ask(ways.plain, domain, path);
    handedOver.clear();

    const { headers } = await ask(ways.plain, domain, path);
    await ask(ways.plain, domain, path, { headers: { 'If-None-Match': headers['etag'] as string } });

    expect([...handedOver]).toEqual([]);
  });

  it('rebuilds the document for each revision of the domain, and returns 404 once the domain is deleted', async () => {
    const { domain } = population.clients.at(-1)!;
    const [path] = PATHS;
    const before = await ask(ways.plain, domain, path!);
    const rows = new Rows(database.url);

    await rows.query(
      `INSERT INTO scope_claims (domain_id, kind, scopes)
       SELECT id, 'id_token', '[{"scope": "extra", "claims": ["of_a_new_revision"]}]' FROM domain WHERE name = $1`,
      [domain],
    );
    await rows.query(`UPDATE domain SET revision = nextval('revision') WHERE name = $1`, [domain]);
    const changed = await ask(ways.plain, domain, path!, { headers: { 'If-None-Match': before.headers['etag'] as string } });
    await rows.query(`UPDATE domain SET status = 'deleting' WHERE name = $1`, [domain]);
    const deleted = await ask(ways.plain, domain, path!);
    await rows.end();

    expect(changed.status).toBe(200);
    expect(changed.text).toContain('of_a_new_revision');
    expect(deleted.status).toBe(404);
  });
});
