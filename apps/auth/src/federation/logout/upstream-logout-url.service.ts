import { Injectable } from '@nestjs/common';
import type { ServedIdentityProvider } from '@latchkey/persistence';
import { buildLogoutRequestUrl, type SamlIdentity } from '@latchkey/saml';
import { buildEndSessionUrl } from 'openid-client';
import type { CachedDomain } from '../../domain/cached-domain.js';
import { FederationFailure } from '../federation-failure.js';
import { buildSamlEndpoints } from '../saml/saml-endpoints.js';
import { SamlKeyService } from '../saml/saml-key.service.js';
import { UpstreamClientService } from '../upstream/upstream-client.service.js';
import { buildRedirectUri } from '../upstream/upstream-authorization-request.js';

/** What the identity provider needs to know the session. */
export interface UpstreamSession {
  /** Returns with the browser. */
  state: string;
  /** The ID token, or the NameID and session index of an assertion. */
  hint: string | null;
}

/** Builds the URLs at which identity providers end sessions. */
@Injectable()
export class UpstreamLogoutUrlService {
  constructor(
    private readonly clients: UpstreamClientService,
    private readonly keys: SamlKeyService,
  ) {}

  /** @returns null if the identity provider has no such URL @throws errors that toFederationFailure converts */
  async build(domain: CachedDomain, provider: ServedIdentityProvider, session: UpstreamSession): Promise<string | null> {
    return provider.saml ? this.buildSamlUrl(domain, provider, session) : this.buildEndSessionUrl(domain, provider, session);
  }

  private async buildSamlUrl(
    domain: CachedDomain,
    provider: ServedIdentityProvider,
    { state, hint }: UpstreamSession,
  ): Promise<string | null> {
    const [key] = this.keys.read(domain, provider);
    const sloUrl = provider.saml?.sloUrl;
    if (sloUrl === undefined || !key || hint === null) return null;
    const user = JSON.parse(hint) as Pick<SamlIdentity, 'nameId' | 'sessionIndex'>;
    return buildLogoutRequestUrl(buildSamlEndpoints(domain, provider), { sloUrl, signingKey: key.privateKey, relayState: state }, user);
  }

  /** OpenID Connect RP-Initiated Logout 1.0 section 2. @throws FederationFailure if the endpoint is not an HTTP URL */
  private async buildEndSessionUrl(
    domain: CachedDomain,
    provider: ServedIdentityProvider,
    { state, hint }: UpstreamSession,
  ): Promise<string | null> {
    const client = await this.clients.getConfiguration(domain, provider);
    if (!client.serverMetadata().end_session_endpoint) return null;
    const { protocol, href } = buildEndSessionUrl(client, {
      post_logout_redirect_uri: `${buildRedirectUri(domain, provider.name)}/signed-out`,
      state,
      ...(hint !== null && { id_token_hint: hint }),
    });
    // If the library permits http, it permits every other scheme too.
    if (!/^https?:$/.test(protocol)) throw new FederationFailure('wrong-answer');
    return href;
  }
}
