import type { IncomingMessage } from 'node:http';

const PAGE = /\btext\/html\b/i;

/** Whether somebody's browser asks, rather than a program. */
export function wantsPage({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return PAGE.test(headers.accept ?? '');
}
