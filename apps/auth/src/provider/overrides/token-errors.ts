import type { KoaContextWithOIDC } from 'oidc-provider';

interface ErrorBody {
  error: string;
  error_description?: string;
}

/** Failed client authentication that oidc-provider reports as `invalid_request`. */
const CLIENT_AUTHENTICATION_ERRORS = new Set([
  'no client authentication mechanism provided',
  'invalid authorization header value format',
  'client_id and client_secret in the authorization header are not properly encoded',
  'client_secret must be provided in the Authorization header',
]);
/** At the token endpoint, and at the device authorization endpoint. */
const GRANT_TYPE_NOT_ALLOWED = /^(requested grant type|urn:[\w:-]+) is not allowed for this client$/;

/**
 * Corrects the codes and headers of token endpoint errors to RFC 6749 section 5.2 where oidc-provider differs.
 * Checked against oidc-provider 9.13.3.
 */
export function alignTokenErrors(ctx: KoaContextWithOIDC, issuer: string): void {
  const body = ctx.body as ErrorBody | undefined;
  if (body?.error === 'invalid_request' && CLIENT_AUTHENTICATION_ERRORS.has(body.error_description ?? '')) {
    ctx.body = { ...body, error: 'invalid_client' };
    ctx.status = 401;
  }
  if (body?.error === 'invalid_request' && GRANT_TYPE_NOT_ALLOWED.test(body.error_description ?? '')) {
    ctx.body = { ...body, error: 'unauthorized_client' };
  }
  if (ctx.status === 401 && !ctx.response.get('WWW-Authenticate')) ctx.set('WWW-Authenticate', `Basic realm="${issuer}"`);
}
