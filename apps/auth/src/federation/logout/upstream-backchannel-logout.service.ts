import { Injectable } from '@nestjs/common';
import { ServedIdentityProviderRepository } from '@latchkey/persistence';
import { RefusedTokenLimitService } from '../../domain/refused-token-limit.service.js';
import type { DomainRequest } from '../../domain/served-domain.service.js';
import { getVerificationBudget } from '../../domain/verification-budgets.js';
import { toFederationFailure, FederationFailure } from '../federation-failure.js';
import { FederatedSessionTerminationService } from './federated-session-termination.service.js';
import { readLogoutToken } from './logout-token.js';
import { UpstreamClientService } from '../upstream/upstream-client.service.js';
import { decodeUpstreamJwt, JwksService } from '../upstream/jwks.service.js';

/** Validates logout tokens and ends their sessions: OpenID Connect Back-Channel Logout 1.0. */
@Injectable()
export class UpstreamBackchannelLogoutService {
  constructor(
    private readonly providers: ServedIdentityProviderRepository,
    private readonly clients: UpstreamClientService,
    private readonly jwks: JwksService,
    private readonly termination: FederatedSessionTerminationService,
    private readonly limits: RefusedTokenLimitService,
  ) {}

  /** @throws FederationFailure if the token is invalid @throws TooManyRefusedTokensError */
  async receive(requestContext: DomainRequest, name: string, token: string): Promise<void> {
    const { request, domain } = requestContext;
    this.limits.check(request, domain.name);
    try {
      await this.verify(requestContext, name, token);
    } catch (error) {
      const failure = toFederationFailure(error);
      this.limits.record(request, domain.name);
      throw failure;
    }
  }

  /**
   * The cheap checks come first, because anyone can send logout tokens. Only a token that passes them causes a key fetch or a signature
   * verification.
   */
  private async verify(requestContext: DomainRequest, name: string, token: string): Promise<void> {
    const { domain, request } = requestContext;
    const provider = await this.providers.findIncludingDisabled(domain.id, name);
    if (!provider || provider.kind === 'saml') throw new FederationFailure('provider-off');
    const { issuer, clientId, revision } = provider;
    const logout = readLogoutToken(decodeUpstreamJwt(token), { issuer, clientId, now: Math.floor(Date.now() / 1_000) });
    const budget = getVerificationBudget(request);
    await this.clients.call({ domain, provider, endpoint: 'jwks_uri' }, (client) =>
      this.jwks.verify(domain, { ...client.serverMetadata(), revision, budget }, token),
    );
    await this.termination.terminate(requestContext, name, logout);
  }
}
