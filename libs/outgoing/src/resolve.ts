import { Resolver } from 'node:dns/promises';
import { SafeFetchError } from './safe-fetch.error.js';

/** The addresses of a host name. @throws SafeFetchError */
export type Resolve = (hostname: string) => Promise<string[]>;

/** Milliseconds, each of two times: the whole request has little more. */
const TIMEOUT_MS = 1_000;

/**
 * Asks DNS, and it alone: what only this machine calls by a name (its hosts file, its search domains) is not public. Unlike getaddrinfo it
 * occupies no thread, so that names which take long to resolve keep nothing else waiting.
 */
export function createDnsResolver(): Resolve {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 });
  return async (hostname) => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length === 0) throw new SafeFetchError('unresolvable');
    return addresses;
  };
}
