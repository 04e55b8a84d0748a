import { sha256 } from '@latchkey/crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { KoaContextWithOIDC } from 'oidc-provider';

/** How long caches keep a document: shorter than a key is published before it signs. */
const CACHING = 'public, max-age=300';

/** A document of a domain that is the same for everyone, ready to be sent: metadata (RFC 8414 section 3) or the JWK set. */
export interface PreparedDocument {
  body: Buffer;
  headers: Readonly<Record<string, string>>;
}

/** The documents of one revision of a domain, by path. */
export type PreparedDocuments = Map<string, PreparedDocument>;

/** Keeps the document that oidc-provider has just composed, and answers as the next requests will be answered. */
export function prepareDocument(ctx: KoaContextWithOIDC, documents: PreparedDocuments): void {
  const body = Buffer.from(JSON.stringify(ctx.body));
  const headers = {
    'Content-Type': String(ctx.response.get('Content-Type')),
    'Cache-Control': CACHING,
    ETag: `"${sha256(body.toString()).slice(0, 32)}"`,
    'Access-Control-Allow-Origin': '*',
  };
  documents.set(ctx.path, { body, headers });
  ctx.body = body;
  ctx.remove('Vary');
  ctx.remove('Access-Control-Expose-Headers');
  ctx.set(headers);
  if (ctx.fresh) ctx.status = 304;
}

/** @returns whether the document was sent: a GET or HEAD for one that was prepared */
export function sendPreparedDocument(response: ServerResponse, document: PreparedDocument | undefined): boolean {
  const { req } = response;
  if (!document || (req.method !== 'GET' && req.method !== 'HEAD')) return false;
  if (hasCurrent(req, document.headers['ETag']!)) {
    response.writeHead(304, document.headers).end();
    return true;
  }
  response.writeHead(200, { ...document.headers, 'Content-Length': document.body.length });
  response.end(req.method === 'HEAD' ? undefined : document.body);
  return true;
}

/** RFC 9110 section 13.1.2: by the weak comparison. */
function hasCurrent({ headers }: IncomingMessage, etag: string): boolean {
  const sent = headers['if-none-match'];
  return sent !== undefined && sent.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}
