import { Inject, Injectable } from '@nestjs/common';
import { mtlsHostPrefixOf, mtlsUrlOf, type AuthSettings } from '@latchkey/config';
import { decodeJws } from '@latchkey/crypto';
import type { IncomingMessage } from 'node:http';
import { SETTINGS } from '../settings/settings.module.js';
import { isSameProofTarget } from './proof-target.js';

/** A domain, as far as its addresses go. */
interface Addressed {
  name: string;
  issuer: string;
}

/** The hosts at which TLS clients are asked for their certificates: aliases of the domains' own hosts (RFC 8705 section 5). */
@Injectable()
export class MtlsHostService {
  private readonly prefix: string;

  constructor(@Inject(SETTINGS) private readonly settings: Pick<AuthSettings, 'MTLS_AUTH_URL'>) {
    this.prefix = mtlsHostPrefixOf(settings);
  }

  /** @returns the name of the domain that such a host belongs to; null for any other host */
  findDomainName(host: string): string | null {
    return this.prefix !== '' && host.startsWith(this.prefix) ? host.slice(this.prefix.length) : null;
  }

  /** The base URL of a domain at its host for mTLS; null if there is none beside the issuer. */
  findUrl({ name }: Pick<Addressed, 'name'>): string | null {
    return mtlsUrlOf(this.settings, name);
  }

  /**
   * The base URL that a client has used: the one of its DPoP proof's `htu` (RFC 9449 section 4.2), if that is the alias. A proxy need not
   * hand on the port that was asked for, and the two addresses are one server.
   */
  getAddressedUrl({ headers, url }: Pick<IncomingMessage, 'headers' | 'url'>, { name, issuer }: Addressed): URL {
    const alias = this.findUrl({ name });
    const proof = headers['dpop'];
    const target = alias !== null && typeof proof === 'string' ? decodeJws(proof)?.claims['htu'] : undefined;
    return new URL(alias !== null && typeof target === 'string' && isSameProofTarget(target, `${alias}${url ?? ''}`) ? alias : issuer);
  }
}
