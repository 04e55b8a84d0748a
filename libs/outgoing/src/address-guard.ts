import { isLoopback } from '@latchkey/oauth';
import { isIP } from 'node:net';
import { SafeFetchError } from './safe-fetch.error.js';
import { isPublicAddress } from './public-address.js';
import type { Resolve } from './resolve.js';
import type { TargetGuard } from './target-guard.js';

/** Decides which targets requests may have: public addresses by https. Outside production also this machine, under its loopback names. */
export class AddressGuard implements TargetGuard {
  constructor(
    private readonly production: boolean,
    private readonly resolve: Resolve,
  ) {}

  /** @throws SafeFetchError */
  checkUrl(input: string | URL): URL {
    const url = URL.parse(String(input));
    if (!url || url.username !== '' || url.password !== '') throw new SafeFetchError('invalid-url');
    const plain = url.protocol === 'http:' && this.isThisMachine(url.hostname);
    if (url.protocol !== 'https:' && !plain) throw new SafeFetchError('not-https');
    return url;
  }

  /** Checks a host without resolving it: a name can have any address, an IP address only its own. @throws SafeFetchError */
  checkHost(hostname: string): void {
    const host = bare(hostname);
    if (this.isThisMachine(inUrl(host))) return;
    // Resolvers may return any address for such a name: RFC 6761 section 6.3.
    if (isLoopback(host) || (isIP(host) && !isPublicAddress(host))) throw new SafeFetchError('private-address');
  }

  /** The permitted addresses of a host, at least one. @throws SafeFetchError */
  async addressesOf(hostname: string): Promise<string[]> {
    const host = bare(hostname);
    if (this.isThisMachine(inUrl(host))) return isIP(host) ? [host] : ['127.0.0.1'];
    this.checkHost(host);
    const permitted = (isIP(host) ? [host] : await this.resolve(host)).filter(isPublicAddress);
    if (permitted.length === 0) throw new SafeFetchError('private-address');
    return permitted;
  }

  /** Whether an open connection to a host may be used, by its remote address. */
  isAllowed(remoteAddress: string | undefined, hostname: string): boolean {
    return remoteAddress !== undefined && (isPublicAddress(remoteAddress) || this.isThisMachine(inUrl(hostname)));
  }

  private isThisMachine(hostname: string): boolean {
    return !this.production && isLoopback(hostname);
  }
}

function bare(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

/** RFC 3986 section 3.2.2. */
function inUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
