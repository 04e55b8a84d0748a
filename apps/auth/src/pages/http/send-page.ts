import type { ServerResponse } from 'node:http';
import type { PageContext } from '../page-context.js';
import { buildPageHeaders } from './page-headers.js';

interface SendOptions {
  context: PageContext;
  /** 200 unless it says otherwise. */
  status?: number;
  /** Where the answer to a form of the page may lead besides ourselves: the redirect URI of an interaction, an identity provider. */
  formTargets?: readonly string[];
}

/** Sends a page with the headers that every page has: never stored, never framed, loading nothing of anybody else's. */
export function sendPage(response: ServerResponse, html: string, { context, status = 200, formTargets = [] }: SendOptions): void {
  const body = Buffer.from(html);
  response.writeHead(status, {
    ...buildPageHeaders({ logoUrl: context.branding?.logoUrl ?? null, formTargets }),
    'Content-Language': context.language,
    'Content-Length': body.length,
  });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}
