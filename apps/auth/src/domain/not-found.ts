import { getRequestEvent } from '@latchkey/observability';
import { Problem, sendProblem } from '@latchkey/problem';
import type { ServerResponse } from 'node:http';

/** The answer for addresses that nothing is at. */
export function sendNotFoundProblem(response: ServerResponse): void {
  sendProblem(response, new Problem('not-found', 'There is nothing at this address.'), getRequestEvent(response));
}
