import { getRequestEvent } from '@latchkey/observability';
import { Provider } from 'oidc-provider';
import type { CachedClient } from '../../client/cached-client.js';
import { MetadataDocumentError } from '../../client/metadata-document/metadata-document.error.js';
import type { MetadataDocumentService } from '../../client/metadata-document/metadata-document.service.js';
import type { CachedDomain } from '../../domain/cached-domain.js';
import { RefusedDocumentError } from '../errors/refused-document.error.js';

/** The routes that compare redirect URIs with those of the document. */
const AUTHORIZATION_ROUTES: ReadonlySet<string> = new Set(['authorization', 'resume', 'pushed_authorization_request']);

/**
 * The client of a document. Only authorization requests must wait for the document: what was issued stays valid while its host is down. The
 * token endpoint uses the document if it can be read, because it says which pages may call it.
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
    return documents.readForRequest(domain, clientId, getRequestEvent(ctx.res).requestId).catch(translateRefusal);
  }
  if (route !== 'token') return documents.describe(domain, clientId);
  return documents.read(domain, clientId).catch((error: unknown) => {
    if (error instanceof MetadataDocumentError) return documents.describe(domain, clientId);
    throw error;
  });
}

function translateRefusal(error: unknown): never {
  throw error instanceof MetadataDocumentError ? new RefusedDocumentError(error) : error;
}
