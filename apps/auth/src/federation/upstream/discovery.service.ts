import { Injectable } from '@nestjs/common';
import { DocumentCache } from '@latchkey/outgoing';
import { allowInsecureRequests, clockTolerance, customFetch, discovery, type CustomFetch } from 'openid-client';
import type { ClientAuth, Configuration } from 'openid-client';
import type { CachedDomain } from '../../domain/cached-domain.js';
import { FederationFailure } from '../federation-failure.js';
import { CLOCK_TOLERANCE_SECONDS } from './token-times.js';

/** Seconds. The guard of outgoing requests is less patient. */
const DISCOVERY_TIMEOUT_SECONDS = 10;

/** For which client it is read. */
interface DiscoveryOptions {
  clientId: string;
  authentication: ClientAuth;
  /** That of the provider's configuration: whoever puts it again wants what was published since. */
  revision: string;
  /** What is kept does not do: it is read anew, if it was not just now. */
  reload: boolean;
}

/** What providers say of themselves: OpenID Connect Discovery 1.0 section 4. */
@Injectable()
export class DiscoveryService {
  constructor(private readonly documents: DocumentCache) {}

  /** @throws what toFederationFailure understands */
  async discover({ id }: Pick<CachedDomain, 'id'>, issuer: string, reading: DiscoveryOptions): Promise<Configuration> {
    const { clientId, authentication, revision, reload } = reading;
    const configuration = await discovery(new URL(issuer), clientId, { [clockTolerance]: CLOCK_TOLERANCE_SECONDS }, authentication, {
      [customFetch]: this.documents.fetchFor(`${id} ${revision}`, { reload }) as CustomFetch,
      timeout: DISCOVERY_TIMEOUT_SECONDS,
      // Where http may lead to is decided by the guard of outgoing requests: nowhere, in production.
      execute: issuer.startsWith('http:') ? [allowInsecureRequests] : [],
    });
    // The library compares addresses, the standard (section 4.3) every character.
    if (configuration.serverMetadata().issuer !== issuer) throw new FederationFailure('wrong-issuer');
    return configuration;
  }
}
