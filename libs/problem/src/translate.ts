import { HttpException } from '@nestjs/common';
import type { ProblemKind } from './catalogue.js';
import { Problem } from './problem.js';

/** Maps one family of foreign errors; null for all others. */
export type ProblemTranslator = (error: unknown) => Problem | null;

const KIND_OF_STATUS: Readonly<Record<number, ProblemKind>> = {
  400: 'invalid-request',
  404: 'not-found',
  405: 'method-not-allowed',
  408: 'request-timeout',
  413: 'content-too-large',
  415: 'unsupported-media-type',
};

const [KIB, MIB] = [1_024, 1_048_576];

const DETAIL: Partial<Record<ProblemKind, string>> = {
  'invalid-request': 'The request could not be read. Check its path, headers and body.',
  'malformed-json': 'The body must be a JSON object or array: application/json in UTF-8.',
  'not-found': 'No operation has this path. The list of operations is at /docs.',
  'request-timeout': 'The request did not arrive in time. Send it again.',
  'content-too-large': 'The body is too large.',
  'unsupported-media-type': 'Send the body as application/json in UTF-8, without compression.',
};

/** Maps outage errors to 503 with Retry-After, because the request itself is not at fault. */
export function createOutageTranslator(isOutage: (error: unknown) => boolean, detail: string): ProblemTranslator {
  return (error) =>
    isOutage(error) ? new Problem('service-unavailable', detail, { headers: { 'Retry-After': '2' }, cause: error }) : null;
}

/** Converts any error to a problem. Unknown ones become `internal-error` without their text. */
export function toProblem(error: unknown, translators: readonly ProblemTranslator[]): Problem {
  if (error instanceof Problem) return error;
  for (const translate of translators) {
    const problem = translate(error);
    if (problem) return problem;
  }
  const kind = getFrameworkKind(error);
  if (kind) return new Problem(kind, describeLimit(error) ?? DETAIL[kind] ?? 'The request could not be read.', { cause: error });
  return new Problem('internal-error', 'The request failed. Try again later; if the error persists, report the instance.', {
    cause: error,
  });
}

/** Errors of Nest, its router and its body parsers have a status; the parsers' text is not for callers. */
function getFrameworkKind(error: unknown): ProblemKind | undefined {
  // Nest wraps the errors of body parsers; the original error is their cause.
  if (error instanceof HttpException) return isParseFailure(error.cause) ? 'malformed-json' : KIND_OF_STATUS[error.getStatus()];
  if (error instanceof URIError) return 'invalid-request';
  if (isParseFailure(error)) return 'malformed-json';
  return error instanceof Error && 'status' in error && typeof error.status === 'number' ? KIND_OF_STATUS[error.status] : undefined;
}

/** A body parser's error for a body that is too large has the limit in bytes. */
function describeLimit(error: unknown): string | null {
  const { limit } = ((error instanceof HttpException ? error.cause : error) ?? {}) as { limit?: number };
  if (limit === undefined) return null;
  return `The body must not exceed ${limit < MIB ? `${limit / KIB} KiB` : `${limit / MIB} MiB`}.`;
}

function isParseFailure(error: unknown): boolean {
  return error instanceof Error && 'type' in error && error.type === 'entity.parse.failed';
}
