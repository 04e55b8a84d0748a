import type { ServerResponse } from 'node:http';
import type { PageContext } from '../page-context.js';
import { buildPageHeaders, listBrandingPictures } from './page-headers.js';

interface SendOptions {
  context: PageContext;
  /** Defaults to 200. */
  status?: number;
  /** Further URLs to which a form of the page may redirect: the redirect URI of an interaction, an identity provider. */
  formTargets?: readonly string[];
  /** URLs of pictures beside the logo of the branding; null: none. */
  pictures?: readonly (string | null)[];
}

/** Sends a page with the common headers: no caching, no framing, no third-party resources. */
export function sendPage(
  response: ServerResponse,
  html: string,
  { context, status = 200, formTargets = [], pictures = [] }: SendOptions,
): void {
  const body = Buffer.from(html);
  response.writeHead(status, {
    ...buildPageHeaders({ pictures: [...listBrandingPictures(context.branding), ...pictures], formTargets }),
    'Content-Language': context.language,
    'Content-Length': body.length,
  });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}
