import { domainToUnicode } from 'node:url';
import { parse } from 'tldts';

const MAX_NAME_LENGTH = 253;
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * @param name in ASCII form
 * @returns why it cannot be a custom domain's name, or null
 */
export function findDomainNameViolation(name: string): string | null {
  if (name.length > MAX_NAME_LENGTH || !name.split('.').every((label) => LABEL.test(label)) || hasForgedLabel(name)) {
    return 'must be a domain name such as auth.example.com: labels of letters, digits and hyphens, at most 253 characters';
  }
  const { isIp, publicSuffix } = parse(name, { allowPrivateDomains: true });
  if (isIp) return 'must be a domain name, not an IP address';
  if (!name.includes('.')) return 'must have more than one label';
  if (/^\d+$/.test(name.slice(name.lastIndexOf('.') + 1))) return 'must not end in a number';
  // control: a custom domain is no public suffix
  if (publicSuffix === name) return 'must not be a public suffix, under which anyone can register names';
  return null;
}

/**
 * Names that no registrar sells, or that resolvers reserve for a machine or a network: RFC 6761, 6762, 7686, 8375, and ICANN for internal.
 */
const SPECIAL_USE = new Set(['localhost', 'local', 'arpa', 'onion', 'internal', 'test', 'example', 'invalid']);

/** @returns why an owner cannot prove a name in the public DNS, or null */
export function findSpecialUseViolation(name: string): string | null {
  const last = name.slice(name.lastIndexOf('.') + 1);
  return SPECIAL_USE.has(last) ? `must be a name of the public DNS: .${last} is reserved for special use` : null;
}

/**
 * @param prefix of the mTLS hosts, such as `mtls.`; empty if there are none
 * @returns why a name would be mistaken for the mTLS host of another domain, or null
 */
export function findMtlsHostViolation(name: string, prefix: string): string | null {
  return prefix !== '' && name.startsWith(prefix)
    ? `must not start with ${prefix}, which is reserved for hosts that request client certificates`
    : null;
}

/** domainToASCII accepts an A-label that encodes nothing (RFC 5890 section 2.3.2.1), and domainToUnicode leaves it unchanged. */
function hasForgedLabel(name: string): boolean {
  return domainToUnicode(name)
    .split('.')
    .some((label) => label.startsWith('xn--'));
}
