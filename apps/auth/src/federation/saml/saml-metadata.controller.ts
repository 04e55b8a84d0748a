import { Controller, Get, Header, Param } from '@nestjs/common';
import { ServedIdentityProviderRepository } from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';
import { buildServiceProviderMetadata } from '@latchkey/saml';
import { CurrentDomainRequest, type DomainRequest } from '../../domain/served-domain.service.js';
import { SamlKeyService } from './saml-key.service.js';
import { buildSamlEndpoints } from './saml-endpoints.js';

/** The service provider metadata of a domain, to register at one SAML identity provider. */
@Controller('connect/federation/:name/saml/metadata')
export class SamlMetadataController {
  constructor(
    private readonly providers: ServedIdentityProviderRepository,
    private readonly keys: SamlKeyService,
  ) {}

  @Get()
  @Header('Content-Type', 'application/samlmetadata+xml')
  async get(@CurrentDomainRequest() { domain }: DomainRequest, @Param('name') name: string): Promise<string> {
    const provider = await this.providers.findIncludingDisabled(domain.id, name);
    if (!provider?.saml) throw new Problem('not-found', 'The domain has no SAML identity provider of this name.');
    const { signRequests = false } = provider.saml;
    const keys = this.keys.read(domain, provider);
    return buildServiceProviderMetadata(buildSamlEndpoints(domain, provider), { keys, signsRequests: signRequests });
  }
}
