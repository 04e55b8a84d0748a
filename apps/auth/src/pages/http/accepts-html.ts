import type { IncomingMessage } from 'node:http';

const HTML_MEDIA_TYPE = /\btext\/html\b/i;

/** Whether the client prefers a page, as browsers do, to a problem document. */
export function acceptsHtml({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return HTML_MEDIA_TYPE.test(headers.accept ?? '');
}
