import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { identityProviderContext, Sealer, toCryptoKey } from '@latchkey/crypto';
import type { ServedIdentityProvider } from '@latchkey/persistence';
import { ClientSecretBasic, ClientSecretPost, PrivateKeyJwt, type ClientAuth, type Configuration } from 'openid-client';
import type { DomainRecord } from '../domain/domain-record.js';
import { SETTINGS } from '../settings/settings.module.js';
import { mayHaveMoved } from './moved.js';
import { UpstreamDocuments } from './upstream-documents.js';

/** Whom somebody asks, and where. */
export interface Asking {
  domain: DomainRecord;
  provider: ServedIdentityProvider;
  endpoint: 'token_endpoint' | 'jwks_uri' | 'userinfo_endpoint';
}

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

  /**
   * @param reload what is known of the provider does not do: it is asked for anew, if it was not just now
   * @throws what failureOf understands
   */
  async of(domain: DomainRecord, provider: ServedIdentityProvider, { reload = false } = {}): Promise<Configuration> {
    const { issuer, clientId, revision } = provider;
    return this.documents.read(domain, issuer, { clientId, authentication: this.authenticationOf(domain, provider), revision, reload });
  }

  /**
   * Asks a provider, and asks once more if it is somewhere else than it was when its metadata was read.
   *
   * @param endpoint where it is asked
   * @throws what failureOf understands
   */
  async ask<T>({ domain, provider, endpoint }: Asking, ask: (client: Configuration) => Promise<T>): Promise<T> {
    const client = await this.of(domain, provider);
    try {
      return await ask(client);
    } catch (error) {
      const moved = mayHaveMoved(error) ? await this.of(domain, provider, { reload: true }) : client;
      if (moved.serverMetadata()[endpoint] === client.serverMetadata()[endpoint]) throw error;
      return ask(moved);
    }
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
