import { fingerprint } from '@latchkey/crypto';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { isDocument } from '../../protocol/endpoints.js';

/** A discovery document or key set that oidc-provider has rendered, ready to send. */
export interface PreparedDocument {
  body: Buffer;
  type: string;
  /** RFC 9110 section 8.8.3. */
  entityTag: string;
}

/** Keyed by path. Each oidc-provider has its own, valid for one revision of its domain until another key signs. */
export type PreparedDocuments = Map<string, PreparedDocument>;

/**
 * Adds the ETag to a document that oidc-provider has rendered, answers 304 if the client has it (RFC 9110 section 13.1.2), and caches it
 * for later requests.
 */
export function prepareDocument(ctx: KoaContextWithOIDC, documents: PreparedDocuments): void {
  if (ctx.status !== 200 || !isDocument(ctx.path) || ctx.method === 'OPTIONS') return;
  const text = JSON.stringify(ctx.body);
  const entityTag = `"${fingerprint(text).toString('base64url')}"`;
  const document = { body: Buffer.from(text), type: ctx.response.get('Content-Type'), entityTag };
  // Its URLs depend on the proof: see MtlsHostService.getAddressedUrl.
  if (ctx.get('DPoP') === '') documents.set(ctx.path, document);
  ctx.set('ETag', entityTag);
  if (ctx.fresh) ctx.status = 304;
}
