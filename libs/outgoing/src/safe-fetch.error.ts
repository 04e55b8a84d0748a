/** Why a request to an external server had no usable response. The text follows the server's name. */
const DESCRIPTIONS = {
  'invalid-url': 'is not an address that can be asked',
  'not-https': 'does not use https',
  'private-address': 'points to an address that is not public',
  unresolvable: 'has a name that DNS does not know',
  unreachable: 'cannot be reached',
  untrusted: 'has a certificate that is not trusted',
  timeout: 'took too long to answer',
  redirect: 'answered with a redirect, which is not followed',
  'too-large': 'answered with more than can be taken',
  'unexpected-content': 'answered with something that is not JSON',
  'invalid-answer': 'answered with something that is not HTTP',
} as const;

export type SafeFetchErrorKind = keyof typeof DESCRIPTIONS;

/** The failure of an outgoing request, without data from its target. */
export class SafeFetchError extends Error {
  override readonly name = 'SafeFetchError';

  /** @param reason a code, such as ECONNREFUSED */
  constructor(
    readonly kind: SafeFetchErrorKind,
    readonly reason = '',
  ) {
    super(DESCRIPTIONS[kind]);
  }
}

/** Finds the failure inside a library's error. */
export function findSafeFetchError(error: unknown): SafeFetchError | null {
  for (let cause = error; cause; cause = (cause as Error).cause) if (cause instanceof SafeFetchError) return cause;
  return null;
}
