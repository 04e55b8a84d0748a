import type { ServerResponse } from 'node:http';
import { BROWSER_HEADERS } from './page-headers.js';

/** Sends the headers of a file that the browser saves and does not show. @param file a name of letters, digits, dots and hyphens */
export function sendDownload(response: ServerResponse, file: { name: string; type: string }): void {
  response.writeHead(200, {
    ...BROWSER_HEADERS,
    'Content-Type': file.type,
    'Content-Disposition': `attachment; filename="${file.name}"`,
    'Cache-Control': 'no-store',
  });
}
