import { resolveBySystem } from './resolve.js';
import { SafeFetchError } from './safe-fetch.error.js';
import type { Target, TargetGuard } from './target-guard.js';

/**
 * Permits any address, also by http, for a URL that the operator of the service has configured and that may lead to a proxy in a private
 * network. Names are resolved as the system does, with its hosts file and search domains.
 */
export class ConfiguredTargetGuard implements TargetGuard {
  checkUrl(input: string | URL): URL {
    const url = URL.parse(String(input));
    if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') throw new SafeFetchError('invalid-url');
    return url;
  }

  checkTarget(): void {
    // Every target is permitted.
  }

  addressesOf({ hostname }: Target): Promise<string[]> {
    return resolveBySystem(hostname.replace(/^\[(.*)\]$/, '$1'));
  }

  isAllowed(): boolean {
    return true;
  }
}
