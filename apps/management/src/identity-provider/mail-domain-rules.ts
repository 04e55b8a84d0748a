import { normalizeMailDomain } from '@latchkey/oauth';
import type { OwnedMailDomain } from '@latchkey/persistence';
import type { Violation } from '@latchkey/problem';

export const MAX_MAIL_DOMAINS = 100;
export const MAX_MAIL_DOMAIN_LENGTH = 253;

/** @returns the violations of `mailDomains` */
export function findMailDomainsViolations(value: unknown): Violation[] {
  if (!Array.isArray(value) || value.length > MAX_MAIL_DOMAINS)
    return [{ pointer: '', detail: `must be an array of at most ${MAX_MAIL_DOMAINS} domains of mail addresses` }];
  const names = (value as unknown[]).map((text) =>
    typeof text === 'string' && text.length <= MAX_MAIL_DOMAIN_LENGTH ? normalizeMailDomain(text) : null,
  );
  return names.flatMap((name, index) => {
    const detail = findMailDomainViolation(name, names.indexOf(name) === index);
    return detail === null ? [] : [{ pointer: `/${index}`, detail }];
  });
}

/** @returns the violation of `enforceMailDomains` */
export function findEnforcementViolation(value: unknown, { mailDomains }: { mailDomains?: unknown }): string | null {
  const isVain = value === true && !(Array.isArray(mailDomains) && mailDomains.length > 0);
  return isVain ? 'must be false without mailDomains: there are no addresses to enforce' : null;
}

/** The violations of mail domains that other identity providers have. */
export function describeOwnedMailDomains(mailDomains: readonly string[], owned: readonly OwnedMailDomain[]): Violation[] {
  return owned.map(({ mailDomain, name }) => ({
    pointer: `/mailDomains/${mailDomains.indexOf(mailDomain)}`,
    detail: `must belong to one identity provider: ${mailDomain} is of ${name}`,
  }));
}

function findMailDomainViolation(name: string | null, isFirst: boolean): string | null {
  if (name === null) return 'must be the part of mail addresses after the @, such as example.com';
  return isFirst ? null : `must be listed once: ${name}`;
}
