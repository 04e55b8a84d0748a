import { getTranslator } from '@latchkey/page-texts';
import type { ServerResponse } from 'node:http';
import type { PageContext } from '../page-context.js';
import { BROWSER_HEADERS } from './page-headers.js';

/** Sends recovery codes as a text file. The file names its domain and purpose, because users may open it years later. */
export function sendRecoveryCodesFile(response: ServerResponse, context: PageContext, codes: readonly string[]): void {
  const say = getTranslator(context);
  const { domain } = context;
  const body = Buffer.from([say('recovery-codes-for', { domain }), say('recovery-codes-once'), '', ...codes, ''].join('\r\n'));
  response.writeHead(200, {
    ...BROWSER_HEADERS,
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Disposition': `attachment; filename="recovery-codes-${domain}.txt"`,
    'Content-Language': context.language,
    'Content-Length': body.length,
    'Cache-Control': 'no-store',
  });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}
