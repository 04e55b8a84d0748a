import { Injectable } from '@nestjs/common';
import { DocumentCache } from '@latchkey/outgoing';
import { allowInsecureRequests, clockTolerance, customFetch, discovery, type CustomFetch } from 'openid-client';
import type { ClientAuth, Configuration } from 'openid-client';
import type { CachedDomain } from '../../domain/cached-domain.js';
import { FederationFailure } from '../federation-failure.js';
import { CLOCK_TOLERANCE_SECONDS } from './token-times.js';

/** Upper limit only: the guard of outgoing requests has a shorter timeout. */
const DISCOVERY_TIMEOUT_SECONDS = 10;

interface DiscoveryOptions {
  clientId: string;
  authentication: ClientAuth;
  /** Revision of the configuration. Saving the identity provider again refetches the document. */
  revision: string;
  /** Refetches the document: at most once in 30 seconds, see DocumentCache. */
  reload: boolean;
}

/** Loads the metadata of identity providers: OpenID Connect Discovery 1.0 section 4. */
@Injectable()
export class DiscoveryService {
  constructor(private readonly documents: DocumentCache) {}

  /** @throws errors that toFederationFailure converts */
  async discover({ id }: Pick<CachedDomain, 'id'>, issuer: string, options: DiscoveryOptions): Promise<Configuration> {
    const { clientId, authentication, revision, reload } = options;
    const configuration = await discovery(new URL(issuer), clientId, { [clockTolerance]: CLOCK_TOLERANCE_SECONDS }, authentication, {
      [customFetch]: this.documents.fetchFor(`${id} ${revision}`, { reload }) as CustomFetch,
      timeout: DISCOVERY_TIMEOUT_SECONDS,
      // The guard of outgoing requests decides where http is permitted. Production permits it nowhere.
      execute: issuer.startsWith('http:') ? [allowInsecureRequests] : [],
    });
    // The library compares parsed URLs. Section 4.3 requires an exact match.
    if (configuration.serverMetadata().issuer !== issuer) throw new FederationFailure('wrong-issuer');
    return configuration;
  }
}
