import type { IncomingMessage } from 'node:http';

const HTML_MEDIA_TYPE = /\btext\/html\b/i;

/** Whether somebody's browser asks, rather than a program. */
export function acceptsHtml({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return HTML_MEDIA_TYPE.test(headers.accept ?? '');
}
