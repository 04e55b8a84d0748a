import type { IncomingMessage, ServerResponse } from 'node:http';

/** Answers a request and returns true, or leaves it untouched and returns false. */
export type Listener = (request: IncomingMessage, response: ServerResponse) => boolean;

/** The query of a request without its question mark; empty without one. */
export function queryOf({ url = '' }: IncomingMessage): string {
  const start = url.indexOf('?');
  return start === -1 ? '' : url.slice(start + 1);
}

/** The path of a request without its query. An absolute-form target (RFC 9112 section 3.2.2) is reduced to its path. */
export function pathOf(request: IncomingMessage): string {
  const target = request.url ?? '/';
  const path = target.startsWith('/') ? target : (URL.parse(target)?.pathname ?? '/');
  const end = path.indexOf('?');
  return end === -1 ? path : path.slice(0, end);
}
