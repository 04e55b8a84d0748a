import { Injectable } from '@nestjs/common';
import { DocumentCache } from '@latchkey/outgoing';
import { allowInsecureRequests, clockTolerance, customFetch, discovery, type CustomFetch } from 'openid-client';
import type { ClientAuth, Configuration } from 'openid-client';
import type { DomainRecord } from '../domain/domain-record.js';
import { FederationFailure } from './failure.js';
import { CLOCK_TOLERANCE } from './token-times.js';

/** Seconds. The guard of outgoing requests is less patient. */
const PATIENCE = 10;

/** For which client it is read. */
interface Reading {
  clientId: string;
  authentication: ClientAuth;
  /** That of the provider's configuration: whoever puts it again wants what was published since. */
  revision: string;
  /** What is kept does not do: it is read anew, if it was not just now. */
  reload: boolean;
}

/** What providers say of themselves: OpenID Connect Discovery 1.0 section 4. */
@Injectable()
export class UpstreamDocuments {
  constructor(private readonly documents: DocumentCache) {}

  /** @throws what failureOf understands */
  async read({ id }: Pick<DomainRecord, 'id'>, issuer: string, reading: Reading): Promise<Configuration> {
    const { clientId, authentication, revision, reload } = reading;
    const configuration = await discovery(new URL(issuer), clientId, { [clockTolerance]: CLOCK_TOLERANCE }, authentication, {
      [customFetch]: this.documents.fetchFor(`${id} ${revision}`, { reload }) as CustomFetch,
      timeout: PATIENCE,
      // Where http may lead to is decided by the guard of outgoing requests: nowhere, in production.
      execute: issuer.startsWith('http:') ? [allowInsecureRequests] : [],
    });
    // The library compares addresses, the standard (section 4.3) every character.
    if (configuration.serverMetadata().issuer !== issuer) throw new FederationFailure('wrong-issuer');
    return configuration;
  }
}
