import { Controller, Get, Header } from '@nestjs/common';
import { ClientCertificateService } from '../client-authentication/certificate/client-certificate.service.js';
import type { CachedDomain } from '../domain/cached-domain.js';
import { MtlsHostService } from '../domain/mtls-host.service.js';
import { CurrentDomain } from '../domain/served-domain.service.js';
import { describeTransmitter } from './transmitter.js';

const MAX_AGE_SECONDS = 3_600;

/** The transmitter's metadata, readable by everyone: OpenID SSF 1.0 section 7.2. */
@Controller()
export class TransmitterController {
  constructor(
    private readonly mtlsHosts: MtlsHostService,
    private readonly certificates: ClientCertificateService,
  ) {}

  @Get('.well-known/ssf-configuration')
  @Header('Cache-Control', `public, max-age=${MAX_AGE_SECONDS}`)
  show(@CurrentDomain() domain: CachedDomain): object {
    return describeTransmitter(domain.issuer, this.certificates.isEnabled ? this.mtlsHosts.findUrl(domain) : null);
  }
}
