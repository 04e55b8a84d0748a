import type { Attributes, Channel } from '@latchkey/persistence';
import type { CachedDomain } from '../domain/cached-domain.js';

/** What would make several recipients, or a header, of an address: RFC 5321 section 4.1.2, without quoted forms. */
const EMAIL_PATTERN = /^[^\s\p{Cc}"(),:;<>@[\]\\]{1,64}@[^\s\p{Cc}"(),:;<>@[\]\\]{1,255}$/u;
/** E.164. */
const PHONE_PATTERN = /^\+[1-9]\d{6,14}$/;

/** Where a user can be reached. @returns null if nowhere that we know of */
export function findRecipientAddress({ email, phone_number: phone }: Attributes, channel: Channel): string | null {
  const [address, pattern] = channel === 'email' ? [email, EMAIL_PATTERN] : [phone, PHONE_PATTERN];
  return typeof address === 'string' && pattern.test(address) ? address : null;
}

/** How a user is called in a message. @returns null if that is not known */
export function findRecipientName({ name, given_name: givenName }: Attributes): string | null {
  return [name, givenName].find((candidate): candidate is string => typeof candidate === 'string' && candidate !== '') ?? null;
}

/** How a domain is called in a message: as its operator calls it, else by its name. */
export function getDomainDisplayName({ name, branding }: Pick<CachedDomain, 'name'> & Partial<Pick<CachedDomain, 'branding'>>): string {
  return branding?.name ?? name;
}
