/** The path of each endpoint. */
export const PATHS = {
  authorization: '/connect/authorize',
  pushedAuthorizationRequest: '/connect/par',
  token: '/connect/token',
  userinfo: '/connect/userinfo',
  introspection: '/connect/introspect',
  revocation: '/connect/revocation',
  endSession: '/connect/endsession',
  endSessionConfirmation: '/connect/endsession/confirm',
  endSessionSuccess: '/connect/endsession/success',
  openidConfiguration: '/.well-known/openid-configuration',
  authorizationServer: '/.well-known/oauth-authorization-server',
  jwks: '/.well-known/jwks.json',
  sharedSignals: '/.well-known/ssf-configuration',
} as const;

/** Where clients authenticate, by RFC 6749 section 2.3. */
const CLIENT_ENDPOINTS: ReadonlySet<string> = new Set([
  PATHS.token,
  PATHS.pushedAuthorizationRequest,
  PATHS.introspection,
  PATHS.revocation,
]);
/** Discovery documents and the key set. */
const DOCUMENTS: ReadonlySet<string> = new Set([PATHS.openidConfiguration, PATHS.authorizationServer, PATHS.jwks]);
/** What everyone may read, pages of any origin included. OpenID SSF 1.0 section 7.2 has the metadata of the transmitter. */
export const PUBLIC_DOCUMENTS: ReadonlySet<string> = new Set([...DOCUMENTS, PATHS.sharedSignals]);
/**
 * The addresses that pages of other origins may call. Browsers navigate to all others, and receivers of security events are servers: no page has
 * the secret of one.
 */
export const CORS_ENDPOINTS: ReadonlySet<string> = new Set([...CLIENT_ENDPOINTS, ...PUBLIC_DOCUMENTS, PATHS.userinfo]);

/** Cache lifetimes of documents, in shared caches too: shorter than a key's publication before it signs. */
export const DOCUMENT_CACHING = 'public, max-age=300';

/** RFC 8705 section 5: the endpoints that clients call by themselves. Browsers would ask their users for a certificate. */
const MTLS_ENDPOINTS = {
  token_endpoint: PATHS.token,
  pushed_authorization_request_endpoint: PATHS.pushedAuthorizationRequest,
  introspection_endpoint: PATHS.introspection,
  revocation_endpoint: PATHS.revocation,
  userinfo_endpoint: PATHS.userinfo,
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
  [PATHS.userinfo]: READ_AND_POST_METHODS,
  [PATHS.authorization]: READ_AND_POST_METHODS,
  [PATHS.endSession]: READ_AND_POST_METHODS,
  [PATHS.endSessionConfirmation]: 'POST',
  [PATHS.endSessionSuccess]: READ_METHODS,
};

/** An authorization request that is resumed, after a person has decided something. */
const RESUMED_ENDPOINT = `${PATHS.authorization}/:uid`;
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
  return RESUME_PATH.test(path) ? RESUMED_ENDPOINT : null;
}

/** Whether a browser's request uses something up, so that a repetition needs the first response: the end of a sign-in, and of a session. */
export function isConsumingRequest({ method, path }: { method: string | undefined; path: string }): boolean {
  return method === 'POST' ? path === PATHS.endSessionConfirmation : method === 'GET' && RESUME_PATH.test(path);
}

/** @returns the methods that an endpoint takes, for the header Allow */
export function getAllowedMethods(path: string): string {
  return ALLOWED_METHODS[path] ?? READ_METHODS;
}

/** Whether an address is for browsers rather than programs. */
export function isBrowserEndpoint({ path }: { path: string }): boolean {
  return /^\/connect\/(authorize|endsession)(\/|$)/.test(path);
}

/** Whether a path is that of an authorization request that is resumed. */
export function isResumption(path: string): boolean {
  return RESUME_PATH.test(path);
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

/** The headers that keep the answers to clients out of every cache: RFC 6749 section 5.1. */
export function getCacheHeaders(path: string): Record<string, string> {
  if (!CLIENT_ENDPOINTS.has(path)) return {};
  return { 'Cache-Control': 'no-store', ...(path === PATHS.token && { Pragma: 'no-cache' }) };
}
