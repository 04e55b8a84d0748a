/**
 * Every kind of problem that the service returns. The key is the last part of `type` (RFC 9457 section 3.1.1) and never changes.
 * docs/problems.md explains each to operators; a test compares it with this list.
 */
export const PROBLEMS = {
  'invalid-request': { status: 400, title: 'The request is not valid' },
  'malformed-json': { status: 400, title: 'The body is not JSON' },
  'domain-exists': { status: 400, title: 'You already have this domain' },
  'domain-unavailable': { status: 400, title: 'This domain name is not available' },
  'user-cannot-sign-in': { status: 400, title: 'This user cannot sign in this way' },
  'provider-unreachable': { status: 400, title: 'The identity provider does not answer' },
  'provider-mismatch': { status: 400, title: 'The identity provider does not match its configuration' },
  unauthenticated: { status: 401, title: 'A valid API key is required' },
  'sign-in-required': { status: 403, title: 'A recent sign-in is required' },
  'permission-denied': { status: 403, title: 'A permission is missing' },
  'not-found': { status: 404, title: 'There is nothing at this address' },
  'domain-not-found': { status: 404, title: 'There is no such domain' },
  'deletion-not-found': { status: 404, title: 'There is no such deletion' },
  'client-not-found': { status: 404, title: 'There is no such client' },
  'user-not-found': { status: 404, title: 'There is no such user' },
  'client-secret-not-found': { status: 404, title: 'There is no such client secret' },
  'backchannel-logout-not-found': { status: 404, title: 'The client has no back-channel logout' },
  'provider-not-found': { status: 404, title: 'There is no such identity provider' },
  'webhook-not-found': { status: 404, title: 'There is no such webhook' },
  'resource-not-found': { status: 404, title: 'There is no such resource' },
  'client-resource-not-found': { status: 404, title: 'The client has no scopes at this resource' },
  'role-not-found': { status: 404, title: 'There is no such role' },
  'method-not-allowed': { status: 405, title: 'This path does not support this method' },
  'request-timeout': { status: 408, title: 'The request took too long to arrive' },
  'client-conflict': { status: 409, title: 'The client cannot be changed in this way' },
  'webhook-conflict': { status: 409, title: 'The webhook cannot be used in this way' },
  'resource-conflict': { status: 409, title: 'The resource cannot be stored in this way' },
  'role-conflict': { status: 409, title: 'The role cannot be stored in this way' },
  'username-taken': { status: 409, title: 'The username is taken' },
  'idempotency-conflict': { status: 409, title: 'This Idempotency-Key was used for another request' },
  'precondition-failed': { status: 412, title: 'The resource is not in the state that the request requires' },
  'content-too-large': { status: 413, title: 'The body is too large' },
  'unsupported-media-type': { status: 415, title: 'The media type of the body is not supported' },
  'too-many-requests': { status: 429, title: 'Too many requests' },
  'internal-error': { status: 500, title: 'Something went wrong on our side' },
  'service-unavailable': { status: 503, title: 'The service is temporarily unavailable' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemKind = keyof typeof PROBLEMS;
