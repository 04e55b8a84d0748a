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
/** What everyone may read, pages of any origin included. OpenID SSF 1.0 section 7.2 has the metadata of the transmitter. */
export const PUBLIC_DOCUMENTS: ReadonlySet<string> = new Set([...DOCUMENTS, '/.well-known/ssf-configuration']);
/**
 * The addresses that pages of other origins may call. Browsers navigate to all others, and receivers of security events are servers: no page has
 * the secret of one.
 */
export const CORS_ENDPOINTS: ReadonlySet<string> = new Set([...CLIENT_ENDPOINTS, ...PUBLIC_DOCUMENTS, USERINFO]);
