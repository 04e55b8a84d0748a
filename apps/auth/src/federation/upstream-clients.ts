import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { identityProviderContext, Sealer, toCryptoKey } from '@latchkey/crypto';
import { DocumentCache } from '@latchkey/outgoing';
import type { ServedIdentityProvider } from '@latchkey/persistence';
import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  customFetch,
  discovery,
  PrivateKeyJwt,
  type ClientAuth,
  type Configuration,
  type CustomFetch,
} from 'openid-client';
import type { DomainRecord } from '../domain/domain-record.js';
import { SETTINGS } from '../settings/settings.module.js';
import { FederationFailure } from './failure.js';

/** Seconds. The guard of outgoing requests is less patient. */
const PATIENCE = 10;

/** What a domain is at its providers: a client of theirs. */
@Injectable()
export class UpstreamClients {
  private readonly sealer: Sealer;

  constructor(
    @Inject(SETTINGS) settings: AuthSettings,
    private readonly documents: DocumentCache,
  ) {
    this.sealer = new Sealer(settings.MASTER_KEY);
  }

  /** Reads what the provider says of itself: OpenID Connect Discovery 1.0 section 4. @throws what failureOf understands */
  async of(domain: DomainRecord, provider: ServedIdentityProvider): Promise<Configuration> {
    const { issuer, clientId } = provider;
    const configuration = await discovery(new URL(issuer), clientId, {}, await this.authenticationOf(domain, provider), {
      [customFetch]: this.documents.fetchFor(domain.id) as CustomFetch,
      timeout: PATIENCE,
      // Where http may lead to is decided by the guard of outgoing requests: nowhere, in production.
      execute: issuer.startsWith('http:') ? [allowInsecureRequests] : [],
    });
    // The library compares addresses, the standard (section 4.3) every character.
    if (configuration.serverMetadata().issuer !== issuer) throw new FederationFailure('wrong-issuer');
    return configuration;
  }

  private async authenticationOf(domain: DomainRecord, provider: ServedIdentityProvider): Promise<ClientAuth> {
    const { name, clientSecret, tokenEndpointAuthMethod: method } = provider;
    if (method === 'private_key_jwt' || clientSecret === null) {
      const { privateKey, algorithm, kid } = domain.signingKey(Date.now());
      return PrivateKeyJwt({ key: toCryptoKey(privateKey, algorithm), kid });
    }
    const secret = this.sealer.open(clientSecret, identityProviderContext(domain.id, name)).toString('utf8');
    return method === 'client_secret_basic' ? ClientSecretBasic(secret) : ClientSecretPost(secret);
  }
}
