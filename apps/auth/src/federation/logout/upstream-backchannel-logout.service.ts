import { Injectable } from '@nestjs/common';
import { ServedIdentityProviderRepository } from '@latchkey/persistence';
import type { DomainRequest } from '../../domain/served-domain.service.js';
import { toFederationFailure, FederationFailure } from '../federation-failure.js';
import { FederatedSessionTerminationService } from './federated-session-termination.service.js';
import { readLogoutToken } from './logout-token.js';
import { UpstreamClientService } from '../upstream/upstream-client.service.js';
import { JwksService } from '../upstream/jwks.service.js';

/** Validates logout tokens and ends their sessions: OpenID Connect Back-Channel Logout 1.0. */
@Injectable()
export class UpstreamBackchannelLogoutService {
  constructor(
    private readonly providers: ServedIdentityProviderRepository,
    private readonly clients: UpstreamClientService,
    private readonly jwks: JwksService,
    private readonly termination: FederatedSessionTerminationService,
  ) {}

  /** @throws FederationFailure if the token is invalid */
  async receive(requestContext: DomainRequest, name: string, token: string): Promise<void> {
    const provider = await this.providers.findIncludingDisabled(requestContext.domain.id, name);
    if (!provider) throw new FederationFailure('provider-off');
    const { issuer, clientId } = provider;
    try {
      const verified = await this.clients.call({ domain: requestContext.domain, provider, endpoint: 'jwks_uri' }, (client) =>
        this.jwks.verify(requestContext.domain, { ...client.serverMetadata(), revision: provider.revision }, token),
      );
      const logout = readLogoutToken(verified, { issuer, clientId, now: Math.floor(Date.now() / 1_000) });
      await this.termination.terminate(requestContext, name, logout);
    } catch (error) {
      throw toFederationFailure(error);
    }
  }
}
