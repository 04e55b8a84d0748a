import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import type { IncomingMessage } from 'node:http';
import { createPeerTrust, type TrustsPeer } from '../../domain/host.js';
import type { ProofTarget } from '../../provider/dpop/proof-of-possession.service.js';
import { SETTINGS } from '../../settings/settings.module.js';

/**
 * Reads which request a gateway asks about, from the headers that Traefik and Caddy send: `X-Forwarded-Method`, `X-Forwarded-Proto`,
 * `X-Forwarded-Host` and `X-Forwarded-Uri`.
 */
@Injectable()
export class OriginalRequestService {
  private readonly trustsPeer: TrustsPeer;

  constructor(@Inject(SETTINGS) { TRUST_PROXY }: Pick<AuthSettings, 'TRUST_PROXY'>) {
    this.trustsPeer = createPeerTrust(TRUST_PROXY);
  }

  /** @returns null if the gateway does not say, or is not trusted; without a URL if it does not say everything */
  find({ headers, socket }: IncomingMessage): ProofTarget | null {
    const { 'x-forwarded-method': method, 'x-forwarded-uri': uri } = headers;
    // Every proxy sets the other two.
    if (method === undefined && uri === undefined) return null;
    // control: the request that a gateway asks about comes from trusted proxies only
    if (!this.trustsPeer(socket)) return null;
    const { 'x-forwarded-proto': scheme, 'x-forwarded-host': host } = headers;
    if (typeof method !== 'string' || typeof uri !== 'string' || typeof scheme !== 'string' || typeof host !== 'string')
      return { method: '', urls: [] };
    return { method, urls: [`${scheme}://${host}${uri}`] };
  }
}
