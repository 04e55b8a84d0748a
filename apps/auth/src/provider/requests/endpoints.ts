import { getRequestEvent } from '@latchkey/observability';
import { RESERVED_CLAIMS } from '@latchkey/oauth';
import { Problem, sendProblem } from '@latchkey/problem';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { CachedDomain } from '../../domain/cached-domain.js';
import { sendNotFound, sendNotFoundProblem } from '../../domain/not-found.js';
import { NOT_SERVED } from './domain-not-served.error.js';
import { CLIENT_ENDPOINTS, DOCUMENTS, USERINFO } from './endpoint-paths.js';
import { describeError, isOAuthError } from '../overrides/error-descriptions.js';
import { alignTokenErrors } from '../overrides/token-errors.js';
import { removeUnrequestedCorsHeaders } from '../overrides/cors.js';

/** Cache lifetimes of documents, in shared caches too: shorter than a key's publication before it signs. */
export const DOCUMENT_CACHING = 'public, max-age=300';

/** The claims of every id token, OpenID Connect Core section 2. */
const PROTOCOL_CLAIMS = ['iss', 'sub', 'aud', 'exp', 'iat', 'auth_time', 'nonce', 'acr', 'amr'];

/** RFC 8705 section 5: the endpoints that clients call by themselves. Browsers would ask their users for a certificate. */
const MTLS_ENDPOINTS = {
  token_endpoint: '/connect/token',
  pushed_authorization_request_endpoint: '/connect/par',
  introspection_endpoint: '/connect/introspect',
  revocation_endpoint: '/connect/revocation',
  userinfo_endpoint: USERINFO,
} as const;
const MTLS_PATHS: ReadonlySet<string> = new Set([...Object.values(MTLS_ENDPOINTS), ...DOCUMENTS]);
/** Clients manage and poll streams with certificate-bound tokens. */
const SHARED_SIGNALS_PATH = /^\/(?:ssf\/|\.well-known\/ssf-configuration$)/;
const READ_METHODS = 'GET, HEAD';
const READ_AND_POST_METHODS = 'GET, HEAD, POST';

/** The addresses that oidc-provider answers, and the methods that each takes. */
const ALLOWED_METHODS: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...CLIENT_ENDPOINTS].map((path) => [path, 'POST'])),
  ...Object.fromEntries([...DOCUMENTS].map((path) => [path, READ_METHODS])),
  [USERINFO]: READ_AND_POST_METHODS,
  '/connect/authorize': READ_AND_POST_METHODS,
  '/connect/endsession': READ_AND_POST_METHODS,
  '/connect/endsession/confirm': 'POST',
  '/connect/endsession/success': READ_METHODS,
};

/** An authorization request that is resumed, after a person has decided something. */
const RESUME_PATH = /^\/connect\/authorize\/[^/]+$/;

/** Whether clients authenticate at an endpoint. */
export function isClientEndpoint(path: string): boolean {
  return CLIENT_ENDPOINTS.has(path);
}

/**
 * The template of an endpoint's address; null if there is no endpoint. oidc-provider itself also accepts a trailing slash and other
 * capitals, and would skip what is keyed by path here.
 */
export function getEndpoint(path: string): string | null {
  if (Object.hasOwn(ALLOWED_METHODS, path)) return path;
  return RESUME_PATH.test(path) ? '/connect/authorize/:uid' : null;
}

/** Whether a browser's request uses something up, so that a repetition needs the first response: the end of a sign-in, and of a session. */
export function isConsumingRequest({ method, path }: { method: string | undefined; path: string }): boolean {
  return method === 'POST' ? path === '/connect/endsession/confirm' : method === 'GET' && RESUME_PATH.test(path);
}

/** @returns the methods that an endpoint takes, for the header Allow */
export function getAllowedMethods(path: string): string {
  return ALLOWED_METHODS[path] ?? READ_METHODS;
}

/** Whether a path is that of a discovery document or key set. */
export function isDocument(path: string): boolean {
  return DOCUMENTS.has(path);
}

/** Whether a domain answers a path at its host for mTLS. */
export function isMtlsPath(path: string): boolean {
  return MTLS_PATHS.has(path) || SHARED_SIGNALS_PATH.test(path);
}

/** `mtls_endpoint_aliases`: RFC 8705 section 5. */
export function createMtlsAliases(baseUrl: string): Record<string, string> {
  return Object.fromEntries(Object.entries(MTLS_ENDPOINTS).map(([name, path]) => [name, `${baseUrl}${path}`]));
}

/** Adds what oidc-provider's response lacks: headers, problem documents, and the log event. */
export function finishResponse(ctx: KoaContextWithOIDC, domain: CachedDomain): void {
  const event = getRequestEvent(ctx.res);
  event.route = ctx.status === 404 && RESUME_PATH.test(ctx.path) ? 'unmatched' : getEndpoint(ctx.path)!;
  event.client = ctx.oidc?.client?.clientId;
  ctx.set(getCacheHeaders(ctx.path));
  if (isOAuthError(ctx.body)) ctx.body = describeError(ctx, ctx.body);
  if (CLIENT_ENDPOINTS.has(ctx.path)) alignTokenErrors(ctx, domain.issuer);
  if (CLIENT_ENDPOINTS.has(ctx.path) || ctx.path === USERINFO) removeUnrequestedCorsHeaders(ctx);
  if (ctx.status === 200 && DOCUMENTS.has(ctx.path)) addClaimsToDiscovery(ctx, domain);
  const error = (ctx.body as { error?: unknown } | undefined)?.error;
  if (typeof error === 'string') event.problem = error;
  if (ctx.status === 503) ctx.set('Retry-After', '2');
  if (error === NOT_SERVED) refuseDeletedDomain(ctx);
  else if (ctx.status === 404 && ctx.body === undefined) refuseMethod(ctx);
}

/** oidc-provider recognizes only its own claims. */
function addClaimsToDiscovery(ctx: KoaContextWithOIDC, { claimLists }: CachedDomain): void {
  ctx.set('Cache-Control', DOCUMENT_CACHING);
  const document = ctx.body as { claims_supported?: string[] };
  if (!document.claims_supported) return;
  const configured = claimLists.id_token.flatMap(({ claims }) => claims).filter((claim) => !RESERVED_CLAIMS.has(claim));
  ctx.body = { ...document, claims_supported: [...new Set([...PROTOCOL_CLAIMS, ...configured])] };
}

/** The headers that keep the answers to clients out of every cache: RFC 6749 section 5.1. */
export function getCacheHeaders(path: string): Record<string, string> {
  if (!CLIENT_ENDPOINTS.has(path)) return {};
  return { 'Cache-Control': 'no-store', ...(path === '/connect/token' && { Pragma: 'no-cache' }) };
}

function refuseDeletedDomain(ctx: KoaContextWithOIDC): void {
  ctx.respond = false;
  sendNotFoundProblem(ctx.res);
}

function answerNotFound(ctx: KoaContextWithOIDC): void {
  ctx.respond = false;
  sendNotFound(ctx.res);
}

function refuseMethod(ctx: KoaContextWithOIDC): void {
  const allow = ALLOWED_METHODS[ctx.path];
  if (allow === undefined) return answerNotFound(ctx);
  ctx.respond = false;
  const problem = new Problem('method-not-allowed', `This address takes ${allow} only.`, { headers: { Allow: allow } });
  sendProblem(ctx.res, problem, getRequestEvent(ctx.res));
}
