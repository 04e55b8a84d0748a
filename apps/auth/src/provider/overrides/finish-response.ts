import { getRequestEvent } from '@latchkey/observability';
import { RESERVED_CLAIMS } from '@latchkey/oauth';
import { Problem, sendProblem } from '@latchkey/problem';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { CachedDomain } from '../../domain/cached-domain.js';
import { sendNotFoundProblem } from '../../domain/not-found.js';
import { sendNotFound } from '../../pages/http/not-found.js';
import {
  DOCUMENT_CACHING,
  getAllowedMethods,
  getCacheHeaders,
  getEndpoint,
  isClientEndpoint,
  isDocument,
  isResumption,
  PATHS,
} from '../../protocol/endpoints.js';
import { NOT_SERVED } from '../errors/domain-not-served.error.js';
import { removeUnrequestedCorsHeaders } from './cors.js';
import { describeError, isOAuthError } from './error-descriptions.js';
import { alignTokenErrors } from './token-errors.js';

/** The claims of every ID token: OpenID Connect Core section 2. */
const PROTOCOL_CLAIMS = ['iss', 'sub', 'aud', 'exp', 'iat', 'auth_time', 'nonce', 'acr', 'amr'];

/** Adds what oidc-provider's response lacks: headers, problem documents and the log event. */
export function finishResponse(ctx: KoaContextWithOIDC, domain: CachedDomain): void {
  const event = getRequestEvent(ctx.res);
  event.route = ctx.status === 404 && isResumption(ctx.path) ? 'unmatched' : getEndpoint(ctx.path)!;
  event.client = ctx.oidc?.client?.clientId;
  ctx.set(getCacheHeaders(ctx.path));
  if (isOAuthError(ctx.body)) ctx.body = describeError(ctx, ctx.body);
  if (isClientEndpoint(ctx.path)) alignTokenErrors(ctx, domain.issuer);
  if (ctx.path === PATHS.token) omitEmptyScope(ctx);
  if (ctx.path === PATHS.revocation && ctx.status === 200) ctx.body = {};
  if (ctx.path === PATHS.introspection) addSubject(ctx);
  if (isClientEndpoint(ctx.path) || ctx.path === PATHS.userinfo) removeUnrequestedCorsHeaders(ctx);
  if (ctx.status === 200 && isDocument(ctx.path)) addClaimsToDiscovery(ctx, domain);
  const error = (ctx.body as { error?: unknown } | undefined)?.error;
  if (typeof error === 'string') event.problem = error;
  if (ctx.status === 503) ctx.set('Retry-After', '2');
  if (error === NOT_SERVED) refuseDeletedDomain(ctx);
  else if (ctx.status === 404 && ctx.body === undefined) refuseMethod(ctx);
}

/** A scope has one token or more: RFC 6749 appendix A.4. */
function omitEmptyScope(ctx: KoaContextWithOIDC): void {
  const { scope, ...others } = (ctx.body ?? {}) as { scope?: string };
  if (scope === '') ctx.body = others;
}

/** The subject of a client's own token is the client: RFC 9068 section 2.2. oidc-provider names none. */
function addSubject(ctx: KoaContextWithOIDC): void {
  const { active, ...token } = (ctx.body ?? {}) as { active?: boolean; sub?: string; client_id?: string };
  if (active && token.sub === undefined) ctx.body = { active, sub: token.client_id, ...token };
}

/** oidc-provider recognizes only its own claims. */
function addClaimsToDiscovery(ctx: KoaContextWithOIDC, { claimLists }: CachedDomain): void {
  ctx.set('Cache-Control', DOCUMENT_CACHING);
  const document = ctx.body as { claims_supported?: string[] };
  if (!document.claims_supported) return;
  const configured = claimLists.id_token.flatMap(({ claims }) => claims).filter((claim) => !RESERVED_CLAIMS.has(claim));
  ctx.body = { ...document, claims_supported: [...new Set([...PROTOCOL_CLAIMS, ...configured])] };
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
  if (getEndpoint(ctx.path) !== ctx.path) return answerNotFound(ctx);
  const allow = getAllowedMethods(ctx.path);
  ctx.respond = false;
  const problem = new Problem('method-not-allowed', `This path accepts only ${allow}.`, { headers: { Allow: allow } });
  sendProblem(ctx.res, problem, getRequestEvent(ctx.res));
}
