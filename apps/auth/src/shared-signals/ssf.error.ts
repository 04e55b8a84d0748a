/** The codes of this service for streams. Those of access tokens are in client-token.error.ts. */
export type SsfErrorCode = 'invalid_request' | 'not_found' | 'conflict' | 'too_many_requests';

const STATUS: Readonly<Record<SsfErrorCode, number>> = { invalid_request: 400, not_found: 404, conflict: 409, too_many_requests: 429 };

/** A rejected request of a receiver. The description says what is wrong and what to do. */
export class SsfError extends Error {
  override readonly name = 'SsfError';

  constructor(
    readonly code: SsfErrorCode,
    readonly description: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(`${code}: ${description}`);
  }

  get status(): number {
    return STATUS[this.code];
  }
}

/** @throws SsfError invalid_request */
export function requireStreamId(id: unknown): void {
  if (typeof id === 'string') return;
  throw new SsfError(
    'invalid_request',
    "stream_id is missing or not a string. GET the configuration endpoint to list the client's streams.",
  );
}

export function createStreamNotFoundError(): SsfError {
  return new SsfError('not_found', 'The client has no stream with this stream_id. GET the configuration endpoint to list its streams.');
}
