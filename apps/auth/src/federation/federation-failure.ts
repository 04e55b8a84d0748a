import { AuthorizationResponseError, ClientError, ResponseBodyError, WWWAuthenticateChallengeError } from 'openid-client';
import { isTemporary } from '@latchkey/persistence';
import { findSafeFetchError } from '@latchkey/outgoing';
import { TooManyPendingError } from '../domain/too-many-pending.error.js';
import type { PageErrorKind } from '../pages/views/view-models.js';

/** Error page by failure reason. The audit log contains the reason. */
export const PAGE_ERROR_BY_REASON = {
  cancelled: 'provider-cancelled',
  refused: 'provider-cancelled',
  'provider-off': 'provider-off',
  'provider-changed': 'provider-off',
  'no-account': 'provider-no-account',
  'quota-exceeded': 'provider-no-account',
  'account-inactive': 'account-inactive',
  'too-weak': 'provider-too-weak',
  'required-claim': 'provider-not-allowed',
  unreachable: 'provider-unavailable',
  slow: 'provider-unavailable',
  redirect: 'provider-unavailable',
  'too-large': 'provider-unavailable',
  'private-address': 'provider-unavailable',
  'not-json': 'provider-unavailable',
  'wrong-status': 'provider-unavailable',
  'temporarily-unavailable': 'provider-unavailable',
  'client-refused': 'provider-answer',
  'code-refused': 'provider-answer',
  'token-refused': 'provider-answer',
  'userinfo-refused': 'provider-answer',
  'wrong-issuer': 'provider-answer',
  'wrong-audience': 'provider-answer',
  'wrong-nonce': 'provider-answer',
  'wrong-recipient': 'provider-answer',
  'wrong-request': 'provider-answer',
  malformed: 'provider-answer',
  'wrong-subject': 'provider-answer',
  'no-subject': 'provider-answer',
  'no-id-token': 'provider-answer',
  'wrong-algorithm': 'provider-answer',
  'wrong-token-type': 'provider-answer',
  encrypted: 'provider-answer',
  'wrong-signature': 'provider-answer',
  'unknown-key': 'provider-answer',
  expired: 'provider-answer',
  'malformed-claims': 'provider-answer',
  'wrong-clock': 'provider-answer',
  'too-long-ago': 'provider-answer',
  replayed: 'provider-over',
  'too-late': 'provider-over',
  'wrong-answer': 'provider-answer',
} as const satisfies Readonly<Record<string, PageErrorKind>>;

export type FailureReason = keyof typeof PAGE_ERROR_BY_REASON;

/** A sign-in at an identity provider that failed through no fault of this service. */
export class FederationFailure extends Error {
  override readonly name = 'FederationFailure';

  constructor(
    readonly reason: FailureReason,
    override readonly cause: unknown = null,
    /** The name of the claim for which the user was refused. */
    readonly claim: string | null = null,
  ) {
    super(reason);
  }
}

/** Codes of openid-client that determine the reason on their own. */
const REASON_BY_ERROR_CODE: Readonly<Record<string, FailureReason>> = {
  OAUTH_TIMEOUT: 'slow',
  OAUTH_ABORT: 'slow',
  OAUTH_RESPONSE_IS_NOT_JSON: 'not-json',
  OAUTH_PARSE_ERROR: 'not-json',
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'wrong-status',
  OAUTH_KEY_SELECTION_FAILED: 'unknown-key',
  OAUTH_HTTP_REQUEST_FORBIDDEN: 'private-address',
};
const REASON_BY_CLAIM: Readonly<Record<string, FailureReason>> = {
  iss: 'wrong-issuer',
  issuer: 'wrong-issuer',
  aud: 'wrong-audience',
  azp: 'wrong-audience',
  nonce: 'wrong-nonce',
  sub: 'wrong-subject',
  exp: 'expired',
  iat: 'wrong-clock',
  nbf: 'wrong-clock',
  auth_time: 'too-long-ago',
};
const REASON_BY_TOKEN_ERROR: Readonly<Record<string, FailureReason>> = {
  invalid_grant: 'code-refused',
  invalid_client: 'client-refused',
  unauthorized_client: 'client-refused',
};
const REASON_BY_MESSAGE: readonly [RegExp, FailureReason][] = [
  [/id_token.*(must be|missing)|"id_token"/, 'no-id-token'],
  [/"sub"|\(subject\)/, 'no-subject'],
  [/\(nonce\)/, 'wrong-nonce'],
  [/\(issuer\)/, 'wrong-issuer'],
  [/\(audience\)/, 'wrong-audience'],
  [/"(exp|iat|nbf)"/, 'malformed-claims'],
  [/auth_time/, 'too-long-ago'],
  [/token_type/, 'wrong-token-type'],
  [/JWE/, 'encrypted'],
  [/"alg"|algorithm/, 'wrong-algorithm'],
];
const REASON_BY_REQUEST_FAILURE: Readonly<Record<string, FailureReason>> = {
  timeout: 'slow',
  redirect: 'redirect',
  'too-large': 'too-large',
  'private-address': 'private-address',
  'not-https': 'private-address',
  'unexpected-content': 'not-json',
};

/** Converts an error of a request to an identity provider. @throws database outages, what a frozen domain does not take, and TooManyPendingError unchanged */
export function toFederationFailure(error: unknown): FederationFailure {
  if (error instanceof FederationFailure) return error;
  if (isTemporary(error) || error instanceof TooManyPendingError) throw error;
  const request = findSafeFetchError(error);
  if (request) return new FederationFailure(REASON_BY_REQUEST_FAILURE[request.kind] ?? 'unreachable', error);
  return new FederationFailure(classifyError(error), error);
}

function classifyError(error: unknown): FailureReason {
  if (error instanceof AuthorizationResponseError) return classifyAuthorizationError(error.error);
  if (error instanceof ResponseBodyError) return REASON_BY_TOKEN_ERROR[error.error] ?? 'token-refused';
  if (error instanceof WWWAuthenticateChallengeError) return 'client-refused';
  if (!(error instanceof ClientError)) return 'wrong-answer';
  const code = error.code ?? '';
  if (Object.hasOwn(REASON_BY_ERROR_CODE, code)) return REASON_BY_ERROR_CODE[code]!;
  return (
    REASON_BY_CLAIM[findClaimName(error)] ?? REASON_BY_MESSAGE.find(([pattern]) => pattern.test(joinMessages(error)))?.[1] ?? 'wrong-answer'
  );
}

/** OpenID Connect Core section 3.1.2.6. */
function classifyAuthorizationError(error: string): FailureReason {
  if (error === 'access_denied') return 'cancelled';
  return error === 'temporarily_unavailable' || error === 'server_error' ? 'temporarily-unavailable' : 'refused';
}

/** @returns the claim that openid-client rejected; empty if the error names none */
function findClaimName(error: Error): string {
  for (let cause: unknown = error; cause; cause = (cause as Error).cause) {
    const { claim, attribute } = cause as { claim?: unknown; attribute?: unknown };
    if (typeof claim === 'string') return claim;
    if (typeof attribute === 'string') return attribute;
  }
  return '';
}

function joinMessages(error: Error): string {
  const cause = error.cause;
  return cause instanceof Error ? `${error.message} ${cause.message}` : error.message;
}
