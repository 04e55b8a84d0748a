import { findSafeFetchError, SafeFetchError, type SafeFetchErrorKind } from './safe-fetch.error.js';

/** Codes of Node.js, OpenSSL and undici. Any other code means a connection that failed or broke. */
const KINDS: readonly [RegExp, SafeFetchErrorKind][] = [
  [/^(ENOTFOUND|EAI_|ENODATA)/, 'unresolvable'],
  [/CERT|^UNABLE_TO_|SELF_SIGNED|^ERR_TLS|^ERR_SSL/, 'untrusted'],
  [/OVERFLOW|EXCEEDED_MAX_SIZE/, 'too-large'],
  [/TIMEOUT|^ETIMEDOUT/, 'timeout'],
  [/^HPE_|^HTTPParserError|^Z_|^ERR__ERROR|^ERR_BROTLI|MISMATCH/, 'invalid-answer'],
];

/** @param signal the caller's signal, whose abort is not explained */
export function explain(error: unknown, signal: AbortSignal | null | undefined): unknown {
  if (signal?.aborted) return error;
  const known = findSafeFetchError(error);
  if (known) return known;
  const code = codeOf(error);
  const kind = KINDS.find(([pattern]) => pattern.test(code))?.[1] ?? 'unreachable';
  return new SafeFetchError(kind, code);
}

function codeOf(error: unknown): string {
  for (let cause = error as Partial<NodeJS.ErrnoException> | undefined; cause; cause = cause.cause as typeof cause) {
    if (typeof cause.code === 'string') return cause.code;
    if (cause.name === 'HTTPParserError') return cause.name;
  }
  return '';
}
