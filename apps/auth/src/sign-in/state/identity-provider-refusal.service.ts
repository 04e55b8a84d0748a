import { Injectable } from '@nestjs/common';
import { FederatedLoginRepository, type StoredFederatedLogin } from '@latchkey/persistence';
import type { CompletedFactors } from '../../completed-factors/completed-factors.service.js';
import { FederationFailure } from '../../federation/federation-failure.js';
import { FederationFailurePageService } from '../../federation/federation-failure-page.service.js';
import type { PageRefusal } from '../../pages/http/page-refusal.js';
import type { SignInContext } from '../context/sign-in-context.js';

/** Refuses users who have signed in at an identity provider and cannot continue. */
@Injectable()
export class IdentityProviderRefusalService {
  constructor(
    private readonly refusals: FederationFailurePageService,
    private readonly federatedLogins: FederatedLoginRepository,
  ) {}

  /** Why a user who signed in at an identity provider cannot continue: the provider has been disabled or is no longer offered. */
  async findRefusal(requestContext: SignInContext, { sub, federation }: CompletedFactors): Promise<PageRefusal | null> {
    const { uid, client } = requestContext.interaction;
    const login = await this.findFederatedLogin(requestContext, federation);
    if (!login || requestContext.identityProviders.some(({ name }) => name === login.provider)) return null;
    return this.refusals.handle(requestContext, new FederationFailure('provider-off'), {
      provider: login.provider,
      uid,
      clientId: client.clientId,
      sub,
    });
  }

  /** Builds the refusal for a sign-in at the identity provider that does not meet the required `acr`. */
  async insufficientAcr(requestContext: SignInContext, { sub, federation }: CompletedFactors): Promise<PageRefusal> {
    const { uid, client } = requestContext.interaction;
    const provider = (await this.findFederatedLogin(requestContext, federation))?.provider ?? 'unknown';
    return this.refusals.handle(requestContext, new FederationFailure('too-weak'), { provider, uid, clientId: client.clientId, sub });
  }

  private async findFederatedLogin({ domain }: SignInContext, uid: string | null): Promise<StoredFederatedLogin | null> {
    return uid === null ? null : this.federatedLogins.find({ domainId: domain.id, uid });
  }
}
