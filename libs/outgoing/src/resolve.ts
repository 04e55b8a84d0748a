import { lookup, Resolver } from 'node:dns/promises';
import { SafeFetchError } from './safe-fetch.error.js';

/** The addresses of a host name. @throws SafeFetchError */
export type Resolve = (hostname: string) => Promise<string[]>;

/** Milliseconds for each of two attempts, because the whole request has little more. */
const TIMEOUT_MS = 1_000;

/**
 * Uses only DNS, because names that only this machine knows (from its hosts file or search domains) are not public. Unlike getaddrinfo it
 * occupies no thread, so slow names delay nothing else.
 *
 * @param servers addresses with ports, instead of those of the system
 */
export function createDnsResolver(servers?: readonly string[]): Resolve {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 });
  if (servers) resolver.setServers(servers);
  return async (hostname) => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length === 0) throw new SafeFetchError('unresolvable');
    return addresses;
  };
}

/** Resolves a name as the system does, with its hosts file and search domains. @throws the error of the system */
export async function resolveBySystem(hostname: string): Promise<string[]> {
  const found = await lookup(hostname, { all: true });
  return found.map(({ address }) => address);
}
