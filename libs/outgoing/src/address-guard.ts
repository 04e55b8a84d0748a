import type { OutgoingPolicy } from '@latchkey/config';
import { isLoopback } from '@latchkey/oauth';
import { isIP } from 'node:net';
import { AllowedTargets, isForbiddenAddress } from './allowed-targets.js';
import { SafeFetchError } from './safe-fetch.error.js';
import { isPublicAddress } from './public-address.js';
import { resolveBySystem, type Resolve } from './resolve.js';
import type { Target, TargetGuard } from './target-guard.js';

/**
 * Decides which targets requests may have: public addresses by https, and private ones that the operator of the service permits, except the
 * ports of the services. Outside production also this machine, under its loopback names.
 */
export class AddressGuard implements TargetGuard {
  private readonly production: boolean;
  private readonly allowed: AllowedTargets;
  private readonly ownPorts: ReadonlySet<number>;

  /**
   * @param resolve for names in general
   * @param resolveAllowed for names that the operator of the service permits, which may be in the machine's hosts file
   */
  constructor(
    { production, allow, ownPorts = [] }: OutgoingPolicy,
    private readonly resolve: Resolve,
    private readonly resolveAllowed: Resolve = resolveBySystem,
  ) {
    this.production = production;
    this.allowed = new AllowedTargets(allow);
    this.ownPorts = new Set(ownPorts);
  }

  /** @throws SafeFetchError */
  checkUrl(input: string | URL): URL {
    const url = URL.parse(String(input));
    if (!url || url.username !== '' || url.password !== '') throw new SafeFetchError('invalid-url');
    const plain = url.protocol === 'http:' && !this.production && isLoopback(url.hostname);
    // control: outgoing requests use https
    if (url.protocol !== 'https:' && !plain) throw new SafeFetchError('not-https');
    return url;
  }

  /** A name can have any address, an IP address only itself, and a loopback name only this machine. @throws SafeFetchError */
  checkTarget(target: Target): void {
    const host = bare(target.hostname);
    const address = ownAddressOf(host);
    const isPermitted = address === null ? !(this.allowed.hasHost(host) && this.ownPorts.has(target.port)) : this.permits(address, target);
    if (!isPermitted) throw new SafeFetchError('private-address');
  }

  /** The permitted addresses of a target, at least one. @throws SafeFetchError */
  async addressesOf(target: Target): Promise<string[]> {
    this.checkTarget(target);
    const host = bare(target.hostname);
    const address = ownAddressOf(host);
    const resolve = this.allowed.hasHost(host) ? this.resolveAllowed : this.resolve;
    const found = address === null ? await resolve(host) : [address];
    // control: outgoing requests resolve names to public addresses only
    const permitted = found.filter((each) => this.permits(each, target));
    if (permitted.length === 0) throw new SafeFetchError('private-address');
    return permitted;
  }

  /** Whether an open connection to a target may be used, by its remote address. */
  isAllowed(remoteAddress: string | undefined, target: Target): boolean {
    return (
      remoteAddress !== undefined &&
      // control: the connected address of an outgoing request is checked
      this.permits(remoteAddress, target)
    );
  }

  private permits(address: string, { hostname, port }: Target): boolean {
    if (isPublicAddress(address)) return true;
    const isOwnPort = this.ownPorts.has(port) && !this.allowed.isEmpty;
    if (
      // control: no setting permits requests to the ports of the services
      isOwnPort ||
      // control: no setting permits requests to link-local addresses and cloud metadata
      isForbiddenAddress(address)
    )
      return false;
    const host = bare(hostname);
    return (!this.production && isLoopback(inUrl(host))) || this.allowed.hasHost(host) || this.allowed.hasAddress(address);
  }
}

/**
 * The address of an IP address or a loopback name, for which resolvers may return any address (RFC 6761 section 6.3); null for other names.
 */
function ownAddressOf(host: string): string | null {
  if (isIP(host) !== 0) return host;
  return isLoopback(host) ? '127.0.0.1' : null;
}

function bare(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

/** RFC 3986 section 3.2.2. */
function inUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
