import { Inject, Injectable } from '@nestjs/common';
import { mtlsHostPrefixOf, mtlsUrlOf, type AuthSettings } from '@latchkey/config';
import { decodeJws } from '@latchkey/crypto';
import type { IncomingMessage } from 'node:http';
import { SETTINGS } from '../settings/settings.module.js';
import { isSameProofTarget } from '@latchkey/oauth';

/** The part of a domain that determines its URLs. */
interface Addressed {
  name: string;
  issuer: string;
}

/** The hosts that request a client certificate in TLS. They are aliases of the domains' own hosts (RFC 8705 section 5). */
@Injectable()
export class MtlsHostService {
  private readonly prefix: string;

  constructor(@Inject(SETTINGS) private readonly settings: Pick<AuthSettings, 'MTLS_AUTH_URL'>) {
    this.prefix = mtlsHostPrefixOf(settings);
  }

  /** @returns the name of the domain that the mTLS host belongs to; null for any other host */
  findDomainName(host: string): string | null {
    return this.prefix !== '' && host.startsWith(this.prefix) ? host.slice(this.prefix.length) : null;
  }

  /** A domain's base URL on its mTLS host; null if there is none besides the issuer. */
  findUrl({ name }: Pick<Addressed, 'name'>): string | null {
    return mtlsUrlOf(this.settings, name);
  }

  /**
   * The base URL that a client has used: the mTLS alias if the `htu` of its DPoP proof (RFC 9449 section 4.2) names it. A proxy need not
   * forward the requested port, and both URLs lead to the same server.
   */
  getAddressedUrl({ headers, url }: Pick<IncomingMessage, 'headers' | 'url'>, { name, issuer }: Addressed): URL {
    const alias = this.findUrl({ name });
    const proof = headers['dpop'];
    const target = alias !== null && typeof proof === 'string' ? decodeJws(proof)?.claims['htu'] : undefined;
    return new URL(alias !== null && typeof target === 'string' && isSameProofTarget(target, `${alias}${url ?? ''}`) ? alias : issuer);
  }
}
