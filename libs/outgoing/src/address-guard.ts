import { isLoopback } from '@latchkey/oauth';
import { isIP } from 'node:net';
import { OutgoingFailure } from './outgoing-failure.js';
import { isPublicAddress } from './public-address.js';
import type { Resolve } from './resolve.js';

/** Decides where requests may lead: to public addresses by https. Outside production also to this machine, if it is named as such. */
export class AddressGuard {
  constructor(
    private readonly production: boolean,
    private readonly resolve: Resolve,
  ) {}

  /** @throws OutgoingFailure */
  checkUrl(input: string | URL): URL {
    const url = URL.parse(String(input));
    if (!url || url.username !== '' || url.password !== '') throw new OutgoingFailure('invalid-url');
    const plain = url.protocol === 'http:' && this.isThisMachine(url.hostname);
    if (url.protocol !== 'https:' && !plain) throw new OutgoingFailure('not-https');
    return url;
  }

  /** The addresses of a host to which a connection may be opened, one at least. @throws OutgoingFailure */
  async addressesOf(hostname: string): Promise<string[]> {
    const host = hostname.replace(/^\[(.*)\]$/, '$1');
    if (this.isThisMachine(isIP(host) === 6 ? `[${host}]` : host)) return isIP(host) ? [host] : ['127.0.0.1'];
    // Whoever is asked for such a name may say what they like: RFC 6761 section 6.3.
    if (isLoopback(host)) throw new OutgoingFailure('private-address');
    const permitted = (isIP(host) ? [host] : await this.resolve(host)).filter(isPublicAddress);
    if (permitted.length === 0) throw new OutgoingFailure('private-address');
    return permitted;
  }

  /** Whether a connection that was opened to a host may be used, by the address at its other end. */
  permits(remoteAddress: string | undefined, hostname: string): boolean {
    return (
      remoteAddress !== undefined &&
      (isPublicAddress(remoteAddress) || this.isThisMachine(hostname.includes(':') ? `[${hostname}]` : hostname))
    );
  }

  private isThisMachine(hostname: string): boolean {
    return !this.production && isLoopback(hostname);
  }
}
