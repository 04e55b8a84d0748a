import { parseRfc3339 } from '../http/rfc3339.js';
import { GRANTED_PERMISSIONS } from '../caller/permission.js';
import { findVisibleTextViolation } from '../http/visible-text.js';
import { normalizeDomainName } from '../current-domain/normalize-domain-name.js';

export const MAX_NAME_LENGTH = 100;
/** Of domains and of networks. */
export const MAX_LIMITS = 100;

const MAX_DOMAIN_LENGTH = 253;
/** Without wildcards, which would match no domain. */
const ASCII_DOMAIN = /^(localhost|[a-z0-9_-]+(\.[a-z0-9_-]+)+)$/;
/** RFC 3339 has years of four digits. */
const LAST_TIME = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

export function findNameViolation(value: unknown): string | null {
  return findVisibleTextViolation(value, MAX_NAME_LENGTH);
}

export function findPermissionViolation(value: unknown): string | null {
  const isKnown = (GRANTED_PERMISSIONS as readonly unknown[]).includes(value);
  return isKnown ? null : 'must be *, *:read or a permission such as client:write: each operation has its own in the OpenAPI document';
}

export function findDomainViolation(value: unknown): string | null {
  const name = typeof value === 'string' ? normalizeDomainName(value) : '';
  const isName = ASCII_DOMAIN.test(name) && name.length <= MAX_DOMAIN_LENGTH;
  return isName ? null : 'must be the name of a domain such as auth.example.com';
}

export function findExpiryViolation(value: unknown): string | null {
  const time = typeof value === 'string' ? parseExpiry(value) : null;
  const isPossible = time !== null && time.getTime() > Date.now() && time.getTime() <= LAST_TIME;
  return isPossible ? null : 'must be a time in the future (RFC 3339) such as 2030-01-31T00:00:00Z, or null';
}

/** @returns null if the text is not a time of RFC 3339 */
export function parseExpiry(text: string): Date | null {
  const instant = parseRfc3339(text);
  return instant && new Date(instant.date.getTime() + Math.floor(instant.microseconds / 1_000));
}
