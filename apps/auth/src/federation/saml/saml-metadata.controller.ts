import { Controller, Get, Header, Param } from '@nestjs/common';
import { CurrentDomainRequest, type DomainRequest } from '../../domain/served-domain.service.js';
import { SamlMetadataService } from './saml-metadata.service.js';

/** The service provider metadata of a domain, to register at one SAML identity provider. */
@Controller('connect/federation/:name/saml/metadata')
export class SamlMetadataController {
  constructor(private readonly metadata: SamlMetadataService) {}

  @Get()
  @Header('Content-Type', 'application/samlmetadata+xml')
  get(@CurrentDomainRequest() { domain }: DomainRequest, @Param('name') name: string): Promise<string> {
    return this.metadata.build(domain, name);
  }
}
