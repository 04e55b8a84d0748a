import type { ServerResponse } from 'node:http';
import { BROWSER_HEADERS } from '../pages/http/page-headers.js';

/** Sends the browser on by a GET, whatever it came with: RFC 9110 section 15.4.4. */
export function seeOther(response: ServerResponse, location: string): void {
  response.writeHead(303, { ...BROWSER_HEADERS, 'Cache-Control': 'no-store', Location: location });
  response.end();
}
