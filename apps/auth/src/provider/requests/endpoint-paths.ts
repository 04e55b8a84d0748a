/** Where clients authenticate, by RFC 6749 section 2.3. */
export const CLIENT_ENDPOINTS: ReadonlySet<string> = new Set([
  '/connect/token',
  '/connect/par',
  '/connect/introspect',
  '/connect/revocation',
]);
export const USERINFO = '/connect/userinfo';
/** Discovery documents and the key set. */
export const DOCUMENTS: ReadonlySet<string> = new Set([
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
  '/.well-known/jwks.json',
]);
/** The addresses that pages of other origins may call. Browsers navigate to all others. */
export const CORS_ENDPOINTS: ReadonlySet<string> = new Set([...CLIENT_ENDPOINTS, ...DOCUMENTS, USERINFO]);
