import type { CachedClient } from '../../client/cached-client.js';

/** A client of oidc-provider, with the metadata that the client adapter adds. */
export interface ProviderClient {
  clientId: string;
  record: CachedClient;
}
