import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { identityProviderContext, Sealer, toCryptoKey } from '@latchkey/crypto';
import type { ServedIdentityProvider } from '@latchkey/persistence';
import { ClientSecretBasic, ClientSecretPost, PrivateKeyJwt, type ClientAuth, type Configuration } from 'openid-client';
import type { DomainRecord } from '../domain/domain-record.js';
import { SETTINGS } from '../settings/settings.module.js';
import { UpstreamDocuments } from './upstream-documents.js';

/** What a domain is at its providers: a client of theirs. */
@Injectable()
export class UpstreamClients {
  private readonly sealer: Sealer;

  constructor(
    @Inject(SETTINGS) settings: AuthSettings,
    private readonly documents: UpstreamDocuments,
  ) {
    this.sealer = new Sealer(settings.MASTER_KEY);
  }

  /** @throws what failureOf understands */
  async of(domain: DomainRecord, provider: ServedIdentityProvider): Promise<Configuration> {
    const { issuer, clientId, revision } = provider;
    return this.documents.read(domain, issuer, { clientId, authentication: this.authenticationOf(domain, provider), revision });
  }

  private authenticationOf(domain: DomainRecord, provider: ServedIdentityProvider): ClientAuth {
    const { name, clientSecret, tokenEndpointAuthMethod: method } = provider;
    if (method === 'private_key_jwt' || clientSecret === null) {
      const { privateKey, algorithm, kid } = domain.signingKey(Date.now());
      return PrivateKeyJwt({ key: toCryptoKey(privateKey, algorithm), kid });
    }
    const secret = this.sealer.open(clientSecret, identityProviderContext(domain.id, name)).toString('utf8');
    return method === 'client_secret_basic' ? ClientSecretBasic(secret) : ClientSecretPost(secret);
  }
}
