import { Injectable } from '@nestjs/common';
import type { Domain, IdentityProvider } from '@latchkey/persistence';
import { ProviderCheckService } from './provider-check.service.js';
import { configurationOf } from './provider-configuration.js';
import type { IdentityProviderRequest } from './provider.dto.js';
import { ProviderService } from './provider.service.js';

@Injectable()
export class ProviderProvisioningService {
  constructor(
    private readonly checks: ProviderCheckService,
    private readonly providers: ProviderService,
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
    return this.providers.store(domain, { name, configuration, secret: request.clientSecret ?? null });
  }
}
