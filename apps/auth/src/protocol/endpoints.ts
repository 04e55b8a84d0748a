import { DEVICE_PATHS } from '../pages/device-paths.js';

/** The path of each endpoint. */
export const PATHS = {
  authorization: '/connect/authorize',
  pushedAuthorizationRequest: '/connect/par',
  token: '/connect/token',
  deviceAuthorization: '/connect/device_authorization',
  userinfo: '/connect/userinfo',
  introspection: '/connect/introspect',
  revocation: '/connect/revocation',
  registration: '/connect/register',
  forwardAuth: '/connect/verify',
  endSession: '/connect/endsession',
  endSessionConfirmation: '/connect/endsession/confirm',
  endSessionSuccess: '/connect/endsession/success',
  openidConfiguration: '/.well-known/openid-configuration',
  authorizationServer: '/.well-known/oauth-authorization-server',
  jwks: '/.well-known/jwks.json',
  sharedSignals: '/.well-known/ssf-configuration',
} as const;

/** The endpoints that authenticate clients by RFC 6749 section 2.3. */
const CLIENT_ENDPOINTS: ReadonlySet<string> = new Set([
  PATHS.token,
  PATHS.deviceAuthorization,
  PATHS.pushedAuthorizationRequest,
  PATHS.introspection,
  PATHS.revocation,
]);
/** Discovery documents and the key set. */
const DOCUMENTS: ReadonlySet<string> = new Set([PATHS.openidConfiguration, PATHS.authorizationServer, PATHS.jwks]);
/** OpenID SSF 1.0 section 7.2 defines the transmitter metadata. */
const PUBLIC_DOCUMENTS: ReadonlySet<string> = new Set([...DOCUMENTS, PATHS.sharedSignals]);
/** The metadata of a resource: RFC 9728. */
const RESOURCE_METADATA_PATH = /^\/resource\/[^/]+\/metadata$/;
const REGISTRATION_PATH = /^\/connect\/register(?:\/[^/]+)?$/;

/** Cache lifetimes of documents, also in shared caches. They are shorter than the time for which a key is published before it signs. */
export const DOCUMENT_CACHING = 'public, max-age=300';

/** RFC 8705 section 5: the endpoints that clients call directly. Browsers would ask their users for a certificate. */
const MTLS_ENDPOINTS = {
  token_endpoint: PATHS.token,
  device_authorization_endpoint: PATHS.deviceAuthorization,
  pushed_authorization_request_endpoint: PATHS.pushedAuthorizationRequest,
  introspection_endpoint: PATHS.introspection,
  revocation_endpoint: PATHS.revocation,
  userinfo_endpoint: PATHS.userinfo,
} as const;
const MTLS_PATHS: ReadonlySet<string> = new Set([...Object.values(MTLS_ENDPOINTS), PATHS.forwardAuth, ...DOCUMENTS]);
/** Clients manage and poll streams, and provision users, with certificate-bound tokens. */
const CLIENT_TOKEN_PATH = /^\/(?:ssf\/|scim\/|\.well-known\/ssf-configuration$)/;
const READ_METHODS = 'GET, HEAD';
const READ_AND_POST_METHODS = 'GET, HEAD, POST';

/** The methods of each path; oidc-provider refuses the others. */
const ALLOWED_METHODS: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...CLIENT_ENDPOINTS].map((path) => [path, 'POST'])),
  ...Object.fromEntries([...DOCUMENTS].map((path) => [path, READ_METHODS])),
  [PATHS.userinfo]: READ_AND_POST_METHODS,
  [PATHS.forwardAuth]: READ_METHODS,
  [PATHS.authorization]: READ_AND_POST_METHODS,
  [PATHS.endSession]: READ_AND_POST_METHODS,
  [PATHS.endSessionConfirmation]: 'POST',
  [PATHS.endSessionSuccess]: READ_METHODS,
};

/** Requests that resume after a user's decision: of a browser, and of a device, whose ids are longer than the names of pages. */
const RESUMED_ENDPOINT = `${PATHS.authorization}/:uid`;
const RESUMED_DEVICE_ENDPOINT = `${DEVICE_PATHS.page}/:uid`;
const RESUME_PATH = /^\/connect\/authorize\/[^/]+$/;
const DEVICE_RESUME_PATH = /^\/device\/[\w-]{43}$/;

/** Whether clients authenticate at an endpoint. */
export function isClientEndpoint(path: string): boolean {
  return CLIENT_ENDPOINTS.has(path);
}

/**
 * The path template of an endpoint; null if there is no such endpoint. oidc-provider also accepts trailing slashes and other letter case,
 * which would bypass rules that are keyed by path here.
 */
export function getEndpoint(path: string): string | null {
  if (Object.hasOwn(ALLOWED_METHODS, path)) return path;
  if (isDeviceResumption(path)) return RESUMED_DEVICE_ENDPOINT;
  return RESUME_PATH.test(path) ? RESUMED_ENDPOINT : null;
}

/**
 * Whether a browser's request consumes something, so that a repetition needs the first response: at the end of a sign-in, and of a session.
 */
export function isConsumingRequest({ method, path }: { method: string | undefined; path: string }): boolean {
  return method === 'POST' ? path === PATHS.endSessionConfirmation : method === 'GET' && isResumption(path);
}

/** @returns the methods that an endpoint accepts, for the Allow header */
export function getAllowedMethods(path: string): string {
  return ALLOWED_METHODS[path] ?? READ_METHODS;
}

/** Whether an endpoint is for browsers rather than programs. */
export function isBrowserEndpoint({ path }: { path: string }): boolean {
  return /^\/(connect\/(authorize|endsession)|device)(\/|$)/.test(path);
}

/** Whether a path resumes an authorization request, of a browser or a device. */
export function isResumption(path: string): boolean {
  return RESUME_PATH.test(path) || isDeviceResumption(path);
}

/** Whether a path resumes the request of a device. The other paths below its page are pages of this service. */
export function isDeviceResumption(path: string): boolean {
  return DEVICE_RESUME_PATH.test(path);
}

/** Whether a path names a document that everyone may read, including pages of any origin. */
export function isPublicDocument(path: string): boolean {
  return PUBLIC_DOCUMENTS.has(path) || RESOURCE_METADATA_PATH.test(path);
}

/**
 * Whether pages of other origins may call a path. Browsers navigate to all other pages, and receivers of security events are servers,
 * because no page can keep a secret.
 */
export function isCorsEndpoint(path: string): boolean {
  return CLIENT_ENDPOINTS.has(path) || path === PATHS.userinfo || isPublicDocument(path) || isRegistration(path);
}

/** Whether clients register themselves at a path (RFC 7591), or manage their registration there (RFC 7592). */
export function isRegistration(path: string): boolean {
  return REGISTRATION_PATH.test(path);
}

/** Whether a path names a discovery document or key set. */
export function isDocument(path: string): boolean {
  return DOCUMENTS.has(path);
}

/** Whether a domain serves a path on its mTLS host. */
export function isMtlsPath(path: string): boolean {
  return MTLS_PATHS.has(path) || CLIENT_TOKEN_PATH.test(path);
}

/** `mtls_endpoint_aliases`: RFC 8705 section 5. */
export function createMtlsAliases(baseUrl: string): Record<string, string> {
  return Object.fromEntries(Object.entries(MTLS_ENDPOINTS).map(([name, path]) => [name, `${baseUrl}${path}`]));
}

/** Headers that keep responses to clients out of every cache: RFC 6749 section 5.1. */
export function getCacheHeaders(path: string): Record<string, string> {
  if (!CLIENT_ENDPOINTS.has(path)) return {};
  return { 'Cache-Control': 'no-store', ...(path === PATHS.token && { Pragma: 'no-cache' }) };
}
