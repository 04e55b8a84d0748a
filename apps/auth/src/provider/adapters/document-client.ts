import { getRequestEvent } from '@latchkey/observability';
import { Provider } from 'oidc-provider';
import type { CachedClient } from '../../client/cached-client.js';
import { MetadataDocumentError } from '../../client/metadata-document/metadata-document.error.js';
import type { MetadataDocumentService } from '../../client/metadata-document/metadata-document.service.js';
import type { CachedDomain } from '../../domain/cached-domain.js';
import { RefusedDocumentError } from '../errors/refused-document.error.js';

/** The routes that compare redirect URIs with those of the document. */
const AUTHORIZATION_ROUTES: ReadonlySet<string> = new Set(['authorization', 'resume', 'pushed_authorization_request']);

/** The routes that authenticate clients. The document says by which keys, and which pages may call them. */
const CLIENT_ROUTES: ReadonlySet<string> = new Set(['token', 'introspection', 'revocation', 'device_authorization']);

/** The refusals of requests: oidc-provider asks for the client again to render the error, and the log tells each request once. */
const refusals = new WeakMap<object, RefusedDocumentError>();

/**
 * The client of a document. Only authorization requests must wait for the document: what was issued stays valid while its host is down. A
 * client with keys gets no token then: see requireKeysOfDocuments.
 *
 * @returns null if the domain permits none with this id
 * @throws RefusedDocumentError
 */
export async function findDocumentClient(
  documents: MetadataDocumentService,
  domain: CachedDomain,
  clientId: string,
): Promise<CachedClient | null> {
  const { ctx } = Provider;
  const route = ctx?.oidc?.route ?? '';
  if (ctx && AUTHORIZATION_ROUTES.has(route)) {
    const earlier = refusals.get(ctx.oidc);
    if (earlier) throw earlier;
    return documents.readForRequest(domain, clientId, getRequestEvent(ctx.res).requestId).catch((error: unknown) => {
      if (!(error instanceof MetadataDocumentError)) throw error;
      const refusal = new RefusedDocumentError(error);
      refusals.set(ctx.oidc, refusal);
      throw refusal;
    });
  }
  if (!CLIENT_ROUTES.has(route)) return documents.describe(domain, clientId);
  return documents.read(domain, clientId).catch((error: unknown) => {
    if (error instanceof MetadataDocumentError) return documents.describe(domain, clientId);
    throw error;
  });
}
