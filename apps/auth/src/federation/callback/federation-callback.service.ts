import { Injectable } from '@nestjs/common';
import { ServedIdentityProviderRepository } from '@latchkey/persistence';
import type { DomainRequest } from '../../domain/served-domain.service.js';
import { FederationFailure } from '../federation-failure.js';
import { FederatedSignInService } from './federated-sign-in.service.js';
import { FederationFailurePageService } from '../federation-failure-page.service.js';
import { CodeExchangeService } from './code-exchange.service.js';
import { computeMaxAge, PendingRequestService, type PendingRequest } from './pending-request.service.js';
import { deriveRequestSecrets } from '../upstream/upstream-authorization-request.js';

/** A callback that matches a pending authorization request. */
interface PendingCallback extends PendingRequest {
  /** Name of the identity provider. */
  name: string;
  query: string;
}

/** Handles callbacks from identity providers. Each is accepted once, only in the browser that started the request. */
@Injectable()
export class FederationCallbackService {
  constructor(
    private readonly pendingRequests: PendingRequestService,
    private readonly providers: ServedIdentityProviderRepository,
    private readonly codeExchange: CodeExchangeService,
    private readonly signIns: FederatedSignInService,
    private readonly failurePages: FederationFailurePageService,
  ) {}

  /**
   * @param query the authorization response, encoded as a query
   * @returns the path that continues the sign-in
   * @throws PageRefusal
   */
  async receive(requestContext: DomainRequest, name: string, query: string): Promise<string> {
    const pending = await this.pendingRequests.consume(requestContext, name, new URLSearchParams(query).getAll('state'));
    const { uid, clientId } = pending.request;
    try {
      await this.accept(requestContext, { ...pending, name, query });
    } catch (error) {
      throw await this.failurePages.handle(requestContext, error, { provider: name, uid, clientId });
    }
    return `/sign-in/${uid}`;
  }

  /** Whether a response of the identity provider may have the user's name. */
  async usesAppleName({ domain }: DomainRequest, name: string): Promise<boolean> {
    return ((await this.providers.find(domain.id, name))?.appleKey ?? null) !== null;
  }

  private async accept(requestContext: DomainRequest, { name, query, state, bindingSecret, request }: PendingCallback): Promise<void> {
    const provider = await this.providers.find(requestContext.domain.id, name);
    if (!provider) throw new FederationFailure('provider-off');
    if (provider.issuer !== request.issuer || provider.kind === 'saml') throw new FederationFailure('provider-changed');
    const response = { query, secrets: deriveRequestSecrets(state, bindingSecret), maxAge: computeMaxAge(request) };
    const identity = await this.codeExchange.exchangeCode(requestContext.domain, provider, response);
    await this.signIns.accept(requestContext, request, { provider, identity });
  }
}
