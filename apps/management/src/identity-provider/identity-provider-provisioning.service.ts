import { Injectable } from '@nestjs/common';
import { RemovedIdentityProviderUsersRepository, type Domain, type IdentityProvider, type Precondition } from '@latchkey/persistence';
import { IdentityProviderCheckService } from './identity-provider-check.service.js';
import { toConfiguration, type ConfigurationWithoutSecret } from './identity-provider-configuration.js';
import type { IdentityProviderRequest } from './identity-provider.dto.js';
import { IdentityProviderService, type IdentityProviderInput } from './identity-provider.service.js';

interface IdentityProviderKey {
  domain: Domain;
  name: string;
  /** See IdentityProviderInput. */
  rotatesKey?: boolean;
}

@Injectable()
export class IdentityProviderProvisioningService {
  constructor(
    private readonly checks: IdentityProviderCheckService,
    private readonly providers: IdentityProviderService,
    private readonly removedUsers: RemovedIdentityProviderUsersRepository,
  ) {}

  /**
   * Reads the identity provider's metadata to check whether users could sign in with it, then stores it. Skips the check if the provider is
   * only being disabled, possibly because of such a problem.
   *
   * @throws Problem precondition-failed, provider-unreachable, provider-mismatch, invalid-request
   */
  async provision(
    { domain, name, rotatesKey = false }: IdentityProviderKey,
    request: IdentityProviderRequest,
    precondition: Precondition<IdentityProvider>,
  ): Promise<IdentityProvider> {
    const configuration = toConfiguration(name, request);
    await this.check(configuration, (await this.providers.find(domain, name))?.issuer ?? null);
    return this.store(domain, { name, configuration, secret: request.clientSecret ?? null, rotatesKey }, precondition);
  }

  /**
   * Checks whether users could sign in with it, even while it is disabled, and stores nothing.
   *
   * @returns the identity provider as it would be stored
   *
   * @throws Problem precondition-failed, provider-unreachable, provider-mismatch, invalid-request
   */
  async plan(
    { domain, name }: IdentityProviderKey,
    request: IdentityProviderRequest,
    precondition: Precondition<IdentityProvider>,
  ): Promise<IdentityProvider> {
    const configuration = toConfiguration(name, request);
    const stored = await this.providers.find(domain, name);
    await precondition(stored);
    await this.checks.check(configuration);
    return this.providers.plan({ domain, stored }, { name, configuration, secret: request.clientSecret ?? null });
  }

  /**
   * Checks whether users could sign in with it, unless it is only being disabled. Takes up to three seconds.
   *
   * @param storedIssuer null for a new one
   *
   * @throws Problem provider-unreachable, provider-mismatch
   */
  async check(configuration: ConfigurationWithoutSecret, storedIssuer: string | null): Promise<void> {
    if (configuration.enabled || storedIssuer !== configuration.issuer) await this.checks.check(configuration);
  }

  /** Ends the sessions of the former users of a provider, outside any transaction. */
  async endFormerSessions({ id: domainId }: Domain, name: string): Promise<void> {
    await this.removedUsers.endSessions({ domainId, name });
  }

  /** An identity provider that is added again must not revive sessions, so the removal of its users' sessions must end first. */
  private async store(
    domain: Domain,
    input: IdentityProviderInput,
    precondition: Precondition<IdentityProvider>,
  ): Promise<IdentityProvider> {
    const stored = await this.providers.store(domain, input, precondition);
    if (stored) return stored;
    await this.removedUsers.endSessions({ domainId: domain.id, name: input.name });
    return this.store(domain, input, precondition);
  }
}
