import { Injectable } from '@nestjs/common';
import { DocumentCache } from '@latchkey/outgoing';
import { getDeclaredIssuer } from '@latchkey/oauth';
import type { OAuth2Provider, ServedIdentityProvider } from '@latchkey/persistence';
import {
  allowInsecureRequests,
  clockTolerance,
  Configuration,
  customFetch,
  discovery,
  type ClientAuth,
  type CustomFetch,
} from 'openid-client';
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
  async discover({ id }: Pick<CachedDomain, 'id'>, { issuer, oauth2 }: UpstreamServer, options: DiscoveryOptions): Promise<Configuration> {
    const { clientId, authentication, revision, reload } = options;
    const metadata = { [clockTolerance]: CLOCK_TOLERANCE_SECONDS };
    const fetch = this.documents.fetchFor(`${id} ${revision}`, { reload }) as CustomFetch;
    if (oauth2) return configureOAuth2(new Configuration(toMetadata(issuer, oauth2), clientId, metadata, authentication), oauth2, fetch);
    // The whole address, because the library compares issuers as parsed URLs. Section 4.3 requires an exact match.
    const address = new URL(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
    const configuration = await discovery(address, clientId, metadata, authentication, {
      [customFetch]: fetch,
      timeout: DISCOVERY_TIMEOUT_SECONDS,
      // The guard of outgoing requests decides where http is permitted. Production permits it nowhere.
      execute: issuer.startsWith('http:') ? [allowInsecureRequests] : [],
    });
    if (configuration.serverMetadata().issuer !== getDeclaredIssuer(issuer)) throw new FederationFailure('wrong-issuer');
    return configuration;
  }
}

type UpstreamServer = Pick<ServedIdentityProvider, 'issuer' | 'oauth2'>;

function configureOAuth2(configuration: Configuration, oauth2: OAuth2Provider, fetch: CustomFetch): Configuration {
  configuration[customFetch] = fetch;
  configuration.timeout = DISCOVERY_TIMEOUT_SECONDS;
  if (oauth2.tokenEndpoint.startsWith('http:')) allowInsecureRequests(configuration);
  return configuration;
}

/** What a discovery document would say. */
function toMetadata(issuer: string, { authorizationEndpoint, tokenEndpoint, userinfoEndpoint }: OAuth2Provider) {
  return { issuer, authorization_endpoint: authorizationEndpoint, token_endpoint: tokenEndpoint, userinfo_endpoint: userinfoEndpoint };
}
