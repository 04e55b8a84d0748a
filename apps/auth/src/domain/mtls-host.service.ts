import { Inject, Injectable } from '@nestjs/common';
import { mtlsHostPrefixOf, type AuthSettings } from '@latchkey/config';
import { SETTINGS } from '../settings/settings.module.js';

/** The hosts at which TLS clients are asked for their certificates: aliases of the domains' own hosts (RFC 8705 section 5). */
@Injectable()
export class MtlsHostService {
  private readonly prefix: string;

  constructor(@Inject(SETTINGS) settings: Pick<AuthSettings, 'MTLS_AUTH_URL'>) {
    this.prefix = mtlsHostPrefixOf(settings);
  }

  /** @returns the name of the domain that such a host belongs to; null for any other host */
  findDomainName(host: string): string | null {
    return this.prefix !== '' && host.startsWith(this.prefix) ? host.slice(this.prefix.length) : null;
  }
}
