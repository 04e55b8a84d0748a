import { getRequestEvent } from '@latchkey/observability';
import { Problem, sendProblem } from '@latchkey/problem';
import type { ServerResponse } from 'node:http';

/** Answers requests for unknown paths with 404. */
export function sendNotFoundProblem(response: ServerResponse): void {
  sendProblem(response, new Problem('not-found', 'There is nothing at this address.'), getRequestEvent(response));
}
