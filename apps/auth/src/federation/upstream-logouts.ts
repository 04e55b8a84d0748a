import { Injectable } from '@nestjs/common';
import { ServedIdentityProviderRepository } from '@latchkey/persistence';
import type { Visit } from '../domain/served-domain.js';
import { failureOf, FederationFailure } from './failure.js';
import { LogoutEnding } from './logout-ending.js';
import { readLogoutToken } from './logout-token.js';
import { UpstreamClients } from './upstream-clients.js';
import { UpstreamKeys } from './upstream-keys.js';

/** Believes providers that say who has signed out there: OpenID Connect Back-Channel Logout 1.0. */
@Injectable()
export class UpstreamLogouts {
  constructor(
    private readonly providers: ServedIdentityProviderRepository,
    private readonly clients: UpstreamClients,
    private readonly keys: UpstreamKeys,
    private readonly ending: LogoutEnding,
  ) {}

  /** @throws FederationFailure if the token is not to be believed */
  async receive(visit: Visit, name: string, token: string): Promise<void> {
    const provider = await this.providers.findEvenOff(visit.domain.id, name);
    if (!provider) throw new FederationFailure('provider-off');
    const { issuer, clientId } = provider;
    try {
      const verified = await this.clients.ask({ domain: visit.domain, provider, endpoint: 'jwks_uri' }, (client) =>
        this.keys.verify(visit.domain, { ...client.serverMetadata(), revision: provider.revision }, token),
      );
      const logout = readLogoutToken(verified, { issuer, clientId, now: Math.floor(Date.now() / 1_000) });
      await this.ending.carryOut(visit, name, logout);
    } catch (error) {
      throw failureOf(error);
    }
  }
}
