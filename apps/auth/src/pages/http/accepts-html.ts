import type { IncomingMessage } from 'node:http';
import Negotiator from 'negotiator';

/** Whether the client explicitly accepts HTML, as browsers do. A wildcard does not count. */
export function acceptsHtml({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return new Negotiator({ headers }).mediaTypes().some((type) => type.toLowerCase() === 'text/html');
}
