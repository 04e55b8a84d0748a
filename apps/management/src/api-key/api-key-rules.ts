import { GRANTED_PERMISSIONS } from '../caller/permission.js';
import { findVisibleTextViolation } from '../http/visible-text.js';
import { normalizeDomainName } from '../current-domain/normalize-domain-name.js';

export const MAX_NAME_LENGTH = 100;
/** Of domains and of networks. */
export const MAX_LIMITS = 100;

const MAX_DOMAIN_LENGTH = 253;
/** Without wildcards, which would match no domain. */
const ASCII_DOMAIN = /^(localhost|[a-z0-9_-]+(\.[a-z0-9_-]+)+)$/;

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
