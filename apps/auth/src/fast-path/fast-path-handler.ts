import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestState } from '../protocol/request-state.js';

/** Answers the requests of a fast path. */
export interface FastPathHandler {
  /** @returns null if the request was answered; else what is known of it, for oidc-provider */
  handle(request: IncomingMessage, response: ServerResponse, host: string): Promise<RequestState | null>;
}
