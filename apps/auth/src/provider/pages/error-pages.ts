import { getRequestEvent } from '@latchkey/observability';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import type { CachedDomain } from '../../domain/cached-domain.js';
import { errorPage } from '../../pages/views/error.view.js';
import { signedOutPage } from '../../pages/views/sign-out.view.js';
import type { PageErrorKind } from '../../pages/views/view-models.js';
import { isBrowserEndpoint, PATHS } from '../../protocol/endpoints.js';
import { ACCOUNT_CLIENT_ID } from '../../client/account-client.js';
import { getRegisteredHome } from '../policy/application-home.js';
import { describeError, type OAuthError } from '../overrides/error-descriptions.js';
import { DomainNotServedError } from '../errors/domain-not-served.error.js';
import { TooManyRequestsError } from '../errors/too-many-requests.error.js';
import { getPageContext, sendProtocolPage } from './protocol-pages.js';

const ACCOUNT = '/account';

/** Errors that cannot be sent to a client: RFC 6749 section 4.1.2.1. Programs get them as JSON. */
export function createErrorRenderer(domain: CachedDomain) {
  return (ctx: KoaContextWithOIDC, out: OAuthError, error: Error): void => {
    const answer = describeError(ctx, out);
    // That of the redirect with a code that could then not be stored.
    ctx.remove('Location');
    if (error instanceof DomainNotServedError || !isBrowserEndpoint(ctx) || ctx.accepts('json', 'html') !== 'html') {
      ctx.body = answer;
      return;
    }
    if (isAlreadySignedOut(ctx)) {
      ctx.status = 200;
      return sendProtocolPage(ctx, domain, { html: signedOutPage(getPageContext(ctx, domain), { continueTo: null }) });
    }
    const event = getRequestEvent(ctx.res);
    event.problem = answer.error;
    const kind = getErrorKind(ctx, answer.error, error);
    const { error: code, error_description: description = '' } = answer;
    const view = { kind, provider: null, requestId: event.requestId, backTo: getWayBack(ctx, kind), oauthError: { code, description } };
    sendProtocolPage(ctx, domain, { html: errorPage(getPageContext(ctx, domain), view) });
  };
}

/** The user has already answered the logout confirmation, and its page was submitted again. */
function isLogoutAnswered({ path, oidc }: KoaContextWithOIDC): boolean {
  return path === PATHS.endSessionConfirmation && oidc?.session !== undefined && !oidc.session.state;
}

function isAlreadySignedOut(ctx: KoaContextWithOIDC): boolean {
  return isLogoutAnswered(ctx) && !ctx.oidc.session?.accountId;
}

const KINDS: Readonly<Record<string, PageErrorKind>> = {
  invalid_client: 'application-unknown',
  invalid_request_uri: 'request-expired',
  temporarily_unavailable: 'unavailable',
  server_error: 'internal',
};

function getErrorKind(ctx: KoaContextWithOIDC, code: string, error: Error): PageErrorKind {
  if (isLogoutAnswered(ctx)) return 'answered-already';
  if (error instanceof errors.SessionNotFound) return 'interaction-expired';
  if (error instanceof TooManyRequestsError) return 'too-many-requests';
  if (Object.hasOwn(KINDS, code)) return KINDS[code]!;
  if (ctx.path === PATHS.endSessionConfirmation) return 'forbidden';
  return ctx.path === PATHS.endSession ? 'sign-out-request' : 'application-request';
}

/** Request values never become links; only URLs registered for the client do. */
function getWayBack({ oidc }: KoaContextWithOIDC, kind: PageErrorKind): string | null {
  if (kind === 'sign-out-request' || oidc.client?.clientId === ACCOUNT_CLIENT_ID) return ACCOUNT;
  return oidc.client ? getRegisteredHome(oidc.client.redirectUris ?? [], oidc.params?.redirect_uri) : null;
}
