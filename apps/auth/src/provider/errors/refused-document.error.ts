import { errors } from 'oidc-provider';
import type { MetadataDocumentError } from '../../client/metadata-document/metadata-document.error.js';

/** Thrown into oidc-provider for a client whose document is refused. Nothing of the document is trusted, so no answer goes to it. */
export class RefusedDocumentError extends errors.CustomOIDCProviderError {
  constructor(cause: MetadataDocumentError) {
    super('invalid_client', cause.reason);
    this.allow_redirect = false;
    this.cause = cause;
  }
}
