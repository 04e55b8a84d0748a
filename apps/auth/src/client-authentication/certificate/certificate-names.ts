import type { CertificateNames } from '@latchkey/crypto';
import { CERTIFICATE_NAMES, isSameDistinguishedName, parseDistinguishedName, type CertificateName } from '@latchkey/oauth';
import ipaddr from 'ipaddr.js';

type Comparison = (value: string, names: CertificateNames) => boolean;

const COMPARISONS: Readonly<Record<CertificateName, Comparison>> = {
  subjectDn: (value, { subject }) => isSameDistinguishedName(parseDistinguishedName(value)!, subject),
  // RFC 5280 section 7.2: case-insensitive.
  sanDns: (value, { dns }) => dns.some((each) => each.toLowerCase() === value.toLowerCase()),
  sanUri: (value, { uris }) => uris.includes(value),
  // RFC 5280 section 7.5: the host is case-insensitive, the local part is case-sensitive.
  sanEmail: (value, { emails }) => emails.some((each) => normalizeHost(each) === normalizeHost(value)),
  sanIp: (value, { ips }) => ips.some((each) => ipaddr.process(each).toString() === ipaddr.process(value).toString()),
};

/** The registered name that each certificate matched last, because parsing a distinguished name is the most expensive step. */
const lastMatches = new WeakMap<CertificateNames, string>();

/** Whether a certificate has the name that a client has registered: RFC 8705 section 2.1.2. */
export function hasCertificateName(names: CertificateNames, registered: Partial<Record<CertificateName, string>>): boolean {
  const name = CERTIFICATE_NAMES.find((each) => registered[each] !== undefined);
  if (name === undefined) return false;
  const value = registered[name]!;
  const key = `${name} ${value}`;
  if (lastMatches.get(names) === key) return true;
  const isMatch = COMPARISONS[name](value, names);
  if (isMatch) lastMatches.set(names, key);
  return isMatch;
}

function normalizeHost(email: string): string {
  const at = email.lastIndexOf('@');
  return email.slice(0, at) + email.slice(at).toLowerCase();
}
