import { Controller, Get, Header } from '@nestjs/common';
import type { CachedDomain } from '../domain/cached-domain.js';
import { ServedDomain } from '../domain/served-domain.service.js';
import { describeTransmitter } from './transmitter.js';

const MAX_AGE_SECONDS = 3_600;

/** The metadata of the transmitter, for everyone: OpenID SSF 1.0 section 7.2. */
@Controller()
export class TransmitterController {
  @Get('.well-known/ssf-configuration')
  @Header('Cache-Control', `public, max-age=${MAX_AGE_SECONDS}`)
  show(@ServedDomain() { issuer }: CachedDomain): object {
    return describeTransmitter(issuer);
  }
}
