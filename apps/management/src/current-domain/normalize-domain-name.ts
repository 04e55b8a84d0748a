import { domainToASCII } from 'node:url';

/** The ASCII form of a domain name by UTS 46: lower case, A-labels, without the dot of the root (RFC 1034 section 3.1). Empty if it has none. */
export function normalizeDomainName(name: string): string {
  // The URL parser behind domainToASCII would read these as parts of an address, or drop them.
  return /[\s/\\?#@:%[\]]/.test(name) ? '' : domainToASCII(name).replace(/(?<=[^.])\.$/, '');
}
