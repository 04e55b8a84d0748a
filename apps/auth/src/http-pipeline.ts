import { getRequestEvent } from '@latchkey/observability';
import { Problem, sendProblem, toProblem } from '@latchkey/problem';
import { normalizeAuthorization, pathOf, type Listener } from '@latchkey/server';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { toDatabaseProblem } from './database-problem.js';
import { getRequestHost, normalizeToOriginForm, type TrustsPeer } from './domain/host.js';
import type { MtlsHostService } from './domain/mtls-host.service.js';
import { sendNotFound } from './pages/http/not-found.js';
import type { UnknownHostHandler } from './pages/http/unknown-host.handler.js';
import { canUseDocument, type DocumentHandler } from './fast-path/document.handler.js';
import type { ProviderGateway } from './authorization/provider.gateway.js';
import type { GatewayTarget } from './protocol/gateway-target.js';
import { setCorsHeaders } from './protocol/cors.js';
import { isMtlsPath, PATHS } from './protocol/endpoints.js';
import { TLS_ASK_PATH, type TlsAskHandler } from './domain/tls-ask.handler.js';
import { canUseFastPath } from './fast-path/fast-path-request.js';
import type { IntrospectionHandler } from './fast-path/issued/introspection.handler.js';
import type { RevocationHandler } from './fast-path/issued/revocation.handler.js';
import { canUseUserinfo, type UserinfoHandler } from './fast-path/issued/userinfo.handler.js';
import type { TokenHandler } from './fast-path/token.handler.js';

/** Magic links and callbacks of identity providers lead to our pages, although their paths are below oidc-provider's; so does the transmitter of Shared Signals. */
const PROVIDER_PATH = /^\/(connect\/(?!magiclink$|federation\/)|\.well-known\/(?!ssf-configuration$))/;

export interface RequestHandlers {
  token: TokenHandler;
  userinfo: UserinfoHandler;
  introspection: IntrospectionHandler;
  revocation: RevocationHandler;
  documents: DocumentHandler;
  provider: ProviderGateway;
  tls: TlsAskHandler;
  /** All pages: Nest's controllers. */
  pages: RequestListener;
  mtlsHosts: MtlsHostService;
  unknownHosts: UnknownHostHandler;
  trustsPeer: TrustsPeer;
  /** Hosts that no domain serves, whatever the database has. */
  refusedHosts: ReadonlySet<string>;
  /** Whether X-Forwarded-Host decides about answers, which shared caches must know. */
  readsForwardedHost: boolean;
}

/** What answers the requests of a fast path. */
interface FastPathHandler {
  /** @returns null if the request was answered; else what is known of it, for oidc-provider */
  handle(request: IncomingMessage, response: ServerResponse, host: string): Promise<GatewayTarget | null>;
}

/** Handles requests that can take a fast path (fast-path-request.ts, document.handler.ts), before creating anything that it does not need. */
export function createFastPathListener(handlers: RequestHandlers): Listener {
  const { mtlsHosts, trustsPeer, refusedHosts } = handlers;
  return (request, response) => {
    normalizeRequest(request);
    if (handlers.readsForwardedHost) varyByForwardedHost(response);
    const handler = findFastPath(request, handlers);
    if (!handler) return false;
    const host = getRequestHost(request, trustsPeer);
    if (host === null || refusedHosts.has(host)) return false;
    if (handler !== handlers.documents) getRequestEvent(response).route = request.url!;
    handler
      .handle(request, response, mtlsHosts.findDomainName(host) ?? host)
      .then((target) => (target ? handlers.provider.handle(request, response, target) : undefined))
      .catch((error: unknown) => sendProblemOf(response, error));
    return true;
  };
}

/** @returns null for any request that cannot take a fast path */
function findFastPath(request: IncomingMessage, handlers: RequestHandlers): FastPathHandler | null {
  switch (request.url!) {
    case PATHS.token:
      return canUseFastPath(request) ? handlers.token : null;
    case PATHS.userinfo:
      return canUseUserinfo(request) ? handlers.userinfo : null;
    case PATHS.introspection:
      return canUseFastPath(request) ? handlers.introspection : null;
    case PATHS.revocation:
      return canUseFastPath(request) ? handlers.revocation : null;
    default:
      return canUseDocument(request) ? handlers.documents : null;
  }
}

/** Routes each request to its handler. The domain is known before anything else of a request is read. */
export function createRouter({
  provider,
  tls,
  pages,
  mtlsHosts,
  unknownHosts,
  trustsPeer,
  refusedHosts,
}: RequestHandlers): RequestListener {
  return (request, response) => {
    normalizeRequest(request);
    setCorsHeaders(request, response);
    if (pathOf(request) === TLS_ASK_PATH)
      return void tls.handle(request, response).catch((error: unknown) => sendProblemOf(response, error));
    const host = getRequestHost(request, trustsPeer);
    if (host === null || refusedHosts.has(host))
      return void unknownHosts.handle(request, response, host).catch((error: unknown) => sendProblemOf(response, error));
    const mtlsDomain = mtlsHosts.findDomainName(host);
    if (mtlsDomain !== null && !isMtlsPath(pathOf(request))) sendNotFound(response);
    else if (!PROVIDER_PATH.test(pathOf(request))) pages(request, response);
    else provider.handle(request, response, { host: mtlsDomain ?? host }).catch((error: unknown) => sendProblemOf(response, error));
  };
}

/** RFC 9110 section 12.5.5. Handlers name further headers, by setting or writing `Vary`: none of them may replace this one. */
function varyByForwardedHost(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (...values: unknown[]) => ServerResponse;
  response.writeHead = (...values: unknown[]) => {
    const headers = values.at(-1);
    const written = typeof headers === 'object' && headers !== null && !Array.isArray(headers) ? (headers as Record<string, unknown>) : {};
    const name = Object.keys(written).find((each) => each.toLowerCase() === 'vary');
    const current = name === undefined ? response.getHeader('Vary') : written[name];
    const vary = [current ?? [], 'X-Forwarded-Host'].flat().join(', ');
    if (name === undefined) response.setHeader('Vary', vary);
    else written[name] = vary;
    return writeHead(...values);
  };
}

/** So that later code, and libraries, read one form of what may be written in several. */
function normalizeRequest(request: IncomingMessage): void {
  normalizeToOriginForm(request);
  const { authorization } = request.headers;
  if (authorization?.includes('  ')) request.headers.authorization = normalizeAuthorization(authorization);
}

function sendProblemOf(response: ServerResponse & { req: IncomingMessage }, error: unknown): void {
  if (!response.headersSent) setCorsHeaders(response.req, response);
  const problem: Problem = toProblem(error, [toDatabaseProblem]);
  sendProblem(response, problem, getRequestEvent(response));
}
