import { Injectable } from '@nestjs/common';
import { FormerUsersRepository, type Domain, type IdentityProvider } from '@latchkey/persistence';
import { ProviderCheckService } from './provider-check.service.js';
import { configurationOf } from './provider-configuration.js';
import type { IdentityProviderRequest } from './provider.dto.js';
import { ProviderService, type WantedProvider } from './provider.service.js';

@Injectable()
export class ProviderProvisioningService {
  constructor(
    private readonly checks: ProviderCheckService,
    private readonly providers: ProviderService,
    private readonly former: FormerUsersRepository,
  ) {}

  /**
   * Asks the provider whether people could sign in with it, and stores it then. One that is only to be switched off is not asked: it may be
   * the reason.
   *
   * @throws Problem provider-unreachable, provider-mismatch, invalid-request
   */
  async provision(domain: Domain, name: string, request: IdentityProviderRequest): Promise<IdentityProvider> {
    const configuration = configurationOf(name, request);
    const isAsked = configuration.enabled || (await this.providers.find(domain, name))?.issuer !== configuration.issuer;
    if (isAsked) await this.checks.check(configuration);
    return this.store(domain, { name, configuration, secret: request.clientSecret ?? null });
  }

  /** Nobody is signed in again because a provider is back: what it ended when it went is ended for good before. */
  private async store(domain: Domain, wanted: WantedProvider): Promise<IdentityProvider> {
    const stored = await this.providers.store(domain, wanted);
    if (stored) return stored;
    await this.former.end({ domainId: domain.id, name: wanted.name });
    return this.store(domain, wanted);
  }
}
