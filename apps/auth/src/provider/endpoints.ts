import { requestEventOf } from '@latchkey/observability';
import { RESERVED_CLAIMS } from '@latchkey/oauth';
import { Problem, sendProblem } from '@latchkey/problem';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { DomainRecord } from '../domain/domain-record.js';
import { sendNotFound } from '../domain/not-found.js';
import { NOT_SERVED } from './not-served.js';
import { conformTokenErrors, withoutNeedlessCors } from './seams.js';

/** What may be kept by whom: verifiers, but no cache that they share with others. Shorter than a key's publication before it signs. */
const DOCUMENT_CACHING = 'private, max-age=300';
const DOCUMENTS = new Set(['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server', '/.well-known/jwks.json']);

/** The claims of every id token, OpenID Connect Core section 2. */
const PROTOCOL_CLAIMS = ['iss', 'sub', 'aud', 'exp', 'iat', 'auth_time', 'nonce', 'acr', 'amr'];

/** Where clients authenticate, by RFC 6749 section 2.3. */
const CLIENT_ENDPOINTS = new Set(['/connect/token', '/connect/par', '/connect/introspect', '/connect/revocation']);
const USERINFO = '/connect/userinfo';
const READ = 'GET, HEAD';
const READ_AND_POST = 'GET, HEAD, POST';

/** The addresses that oidc-provider answers, and the methods that each takes. */
const METHODS: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...CLIENT_ENDPOINTS].map((path) => [path, 'POST'])),
  ...Object.fromEntries([...DOCUMENTS].map((path) => [path, READ])),
  [USERINFO]: READ_AND_POST,
  '/connect/authorize': READ_AND_POST,
  '/connect/endsession': READ_AND_POST,
  '/connect/endsession/confirm': 'POST',
  '/connect/endsession/success': READ,
};

/** An authorization request that is resumed, after a person has decided something. */
const RESUMED = /^\/connect\/authorize\/[^/]+$/;

/**
 * The template of an endpoint's address; null if there is no endpoint. oidc-provider itself would take a trailing slash and other capitals as
 * well, and answer without what is keyed by path here.
 */
export function endpointOf(path: string): string | null {
  if (Object.hasOwn(METHODS, path)) return path;
  return RESUMED.test(path) ? '/connect/authorize/:uid' : null;
}

/** What oidc-provider's answer lacks: headers, problem documents, and the request's event. */
export function finish(ctx: KoaContextWithOIDC, domain: DomainRecord): void {
  const event = requestEventOf(ctx.res);
  event.route = ctx.status === 404 && RESUMED.test(ctx.path) ? 'unmatched' : endpointOf(ctx.path)!;
  event.client = ctx.oidc?.client?.clientId;
  ctx.set(cachingOf(ctx.path));
  if (CLIENT_ENDPOINTS.has(ctx.path)) conformTokenErrors(ctx, domain.issuer);
  if (CLIENT_ENDPOINTS.has(ctx.path) || ctx.path === USERINFO) withoutNeedlessCors(ctx);
  if (ctx.status === 200 && DOCUMENTS.has(ctx.path)) publish(ctx, domain);
  const error = (ctx.body as { error?: unknown } | undefined)?.error;
  if (typeof error === 'string') event.problem = error;
  if (ctx.status === 503) ctx.set('Retry-After', '2');
  if (error === NOT_SERVED) leaveUnserved(ctx);
  else if (ctx.status === 404 && ctx.body === undefined) refuse(ctx);
}

/** oidc-provider knows of no claims but its own. */
function publish(ctx: KoaContextWithOIDC, { claimLists }: DomainRecord): void {
  ctx.set('Cache-Control', DOCUMENT_CACHING);
  const document = ctx.body as { claims_supported?: string[] };
  if (!document.claims_supported) return;
  const configured = claimLists.id_token.flatMap(({ claims }) => claims).filter((claim) => !RESERVED_CLAIMS.has(claim));
  ctx.body = { ...document, claims_supported: [...new Set([...PROTOCOL_CLAIMS, ...configured])] };
}

/** The headers that keep the answers to clients out of every cache: RFC 6749 section 5.1. */
export function cachingOf(path: string): Record<string, string> {
  if (!CLIENT_ENDPOINTS.has(path)) return {};
  return { 'Cache-Control': 'no-store', ...(path === '/connect/token' && { Pragma: 'no-cache' }) };
}

function leaveUnserved(ctx: KoaContextWithOIDC): void {
  ctx.respond = false;
  sendNotFound(ctx.res);
}

function refuse(ctx: KoaContextWithOIDC): void {
  const allow = METHODS[ctx.path];
  if (allow === undefined) return leaveUnserved(ctx);
  ctx.respond = false;
  const problem = new Problem('method-not-allowed', `This address takes ${allow} only.`, { headers: { Allow: allow } });
  sendProblem(ctx.res, problem, requestEventOf(ctx.res));
}
