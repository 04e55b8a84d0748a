import { domainToASCII } from 'node:url';

/** The ASCII form of a domain name by UTS 46: lower case, A-labels, without the root dot (RFC 1034 section 3.1). Empty if it is invalid. */
export function normalizeDomainName(name: string): string {
  // The URL parser behind domainToASCII would interpret these as parts of a URL, or drop them.
  return /[\s/\\?#@:%[\]]/.test(name) ? '' : domainToASCII(name).replace(/(?<=[^.])\.$/, '');
}
