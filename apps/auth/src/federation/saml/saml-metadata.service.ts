import { Injectable } from '@nestjs/common';
import { ServedIdentityProviderRepository } from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';
import { buildServiceProviderMetadata } from '@latchkey/saml';
import type { CachedDomain } from '../../domain/cached-domain.js';
import { buildSamlEndpoints } from './saml-endpoints.js';
import { SamlKeyService } from './saml-key.service.js';

/** Describes a domain to SAML identity providers. */
@Injectable()
export class SamlMetadataService {
  constructor(
    private readonly providers: ServedIdentityProviderRepository,
    private readonly keys: SamlKeyService,
  ) {}

  /** @param name of the identity provider, which may be disabled @returns XML @throws Problem not-found */
  async build(domain: CachedDomain, name: string): Promise<string> {
    const provider = await this.providers.findIncludingDisabled(domain.id, name);
    if (!provider?.saml) throw new Problem('not-found', 'The domain has no SAML identity provider of this name.');
    const { signRequests = false } = provider.saml;
    const keys = this.keys.read(domain, provider);
    return buildServiceProviderMetadata(buildSamlEndpoints(domain, provider), { keys, signsRequests: signRequests });
  }
}
