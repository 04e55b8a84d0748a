import { isMailableAddress } from '@latchkey/oauth';
import type { Attributes, Channel } from '@latchkey/persistence';
import type { CachedDomain } from '../domain/cached-domain.js';

/** E.164. */
const PHONE_PATTERN = /^\+[1-9]\d{6,14}$/;

/** @returns null if the user has no valid address for the channel */
export function findRecipientAddress({ email, phone_number: phone }: Attributes, channel: Channel): string | null {
  if (channel === 'email') return isMailableAddress(email) ? email : null;
  return typeof phone === 'string' && PHONE_PATTERN.test(phone) ? phone : null;
}

/** @returns the branding name of a domain, or its DNS name without one */
export function getDomainDisplayName({ name, branding }: Pick<CachedDomain, 'name'> & Partial<Pick<CachedDomain, 'branding'>>): string {
  return branding?.name ?? name;
}
