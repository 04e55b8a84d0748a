import type { ServerResponse } from 'node:http';
import { BROWSER_HEADERS } from '../pages/http/page-headers.js';

/** Redirects with 303, after which browsers use GET: RFC 9110 section 15.4.4. */
export function seeOther(response: ServerResponse, location: string): void {
  response.writeHead(303, { ...BROWSER_HEADERS, 'Cache-Control': 'no-store', Location: location });
  response.end();
}
