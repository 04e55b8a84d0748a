import { Injectable } from '@nestjs/common';
import { DocumentCache } from '@latchkey/outgoing';
import { allowInsecureRequests, customFetch, discovery, None, type CustomFetch, type ServerMetadata } from 'openid-client';
import type { ClientAuth, Configuration } from 'openid-client';
import type { DomainRecord } from '../domain/domain-record.js';
import { FederationFailure } from './failure.js';

/** Seconds. The guard of outgoing requests is less patient. */
const PATIENCE = 10;

/** For which client it is read. */
interface Reading {
  clientId: string;
  authentication: ClientAuth;
  /** That of the provider's configuration: whoever puts it again wants what was published since. */
  revision: string;
}

/** Where the client does not matter. */
const ANYBODY: Reading = { clientId: 'anybody', authentication: None(), revision: '' };

/** What providers say of themselves: OpenID Connect Discovery 1.0 section 4. */
@Injectable()
export class UpstreamDocuments {
  constructor(private readonly documents: DocumentCache) {}

  /** @throws what failureOf understands */
  async of(domain: Pick<DomainRecord, 'id'>, issuer: string): Promise<Readonly<ServerMetadata>> {
    return (await this.read(domain, issuer, ANYBODY)).serverMetadata();
  }

  /** @throws what failureOf understands */
  async read(domain: Pick<DomainRecord, 'id'>, issuer: string, { clientId, authentication, revision }: Reading): Promise<Configuration> {
    const configuration = await discovery(new URL(issuer), clientId, {}, authentication, {
      [customFetch]: this.documents.fetchFor(`${domain.id} ${revision}`) as CustomFetch,
      timeout: PATIENCE,
      // Where http may lead to is decided by the guard of outgoing requests: nowhere, in production.
      execute: issuer.startsWith('http:') ? [allowInsecureRequests] : [],
    });
    // The library compares addresses, the standard (section 4.3) every character.
    if (configuration.serverMetadata().issuer !== issuer) throw new FederationFailure('wrong-issuer');
    return configuration;
  }
}
