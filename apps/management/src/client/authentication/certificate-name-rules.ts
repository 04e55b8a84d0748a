import { isIP } from 'node:net';
import {
  CERTIFICATE_NAMES,
  findAbsoluteUriViolation,
  MAX_DISTINGUISHED_NAME_LENGTH,
  parseDistinguishedName,
  type CertificateName,
} from '@latchkey/oauth';

export const MAX_EMAIL_LENGTH = 254;
export const MAX_DNS_NAME_LENGTH = 253;
/** Labels of letters, digits and hyphens: RFC 5280 section 4.2.1.6, RFC 1034 section 3.5. */
const DNS_NAME = /^(?=.{1,253}$)(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)*[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;
/** An rfc822Name is a Mailbox of ASCII: RFC 5280 section 4.2.1.6. */
const EMAIL = /^[!-?A-~]{1,64}@[A-Za-z0-9.-]+$/;

const RULES: Readonly<Record<CertificateName, (value: string) => string | null>> = {
  subjectDn: (value) =>
    value.length <= MAX_DISTINGUISHED_NAME_LENGTH && parseDistinguishedName(value)
      ? null
      : `must be a distinguished name of RFC 4514 such as CN=orders,O=Shop, of at most ${MAX_DISTINGUISHED_NAME_LENGTH} characters`,
  sanDns: (value) => (DNS_NAME.test(value) ? null : 'must be a DNS name such as orders.example.com'),
  sanUri: findAbsoluteUriViolation,
  sanEmail: (value) =>
    value.length <= MAX_EMAIL_LENGTH && EMAIL.test(value)
      ? null
      : 'must be an email address of ASCII characters such as orders@example.com',
  sanIp: (value) => (isIP(value) !== 0 && !value.includes('%') ? null : 'must be an IP address such as 192.0.2.7 or 2001:db8::7'),
};

/** @returns the error of a certificate property (RFC 8705 section 2.1.2), or null */
export function findCertificateNameViolation(name: CertificateName, value: unknown): string | null {
  return typeof value === 'string' ? RULES[name](value) : 'must be a string';
}

/** The certificate properties that a method names. */
export function listCertificateNames(method: object): CertificateName[] {
  return CERTIFICATE_NAMES.filter((name) => Object.hasOwn(method, name));
}
