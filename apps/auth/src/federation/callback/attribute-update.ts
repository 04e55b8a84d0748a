import { measureAttributes, type Attributes, type RefreshedUser } from '@latchkey/persistence';
import { VERIFIED_ATTRIBUTES } from './attribute-values.js';
import type { MappedClaims } from './claim-mapper.js';
import { selectFittingAttributes } from './fitting-attributes.js';

/** Changes that a sign-in makes to the stored attributes. */
export interface AttributeUpdate extends MappedClaims {
  /** Whether the identity provider may set verified flags. */
  trusted: boolean;
}

/**
 * Applies a sign-in to the stored attributes. Attributes that the claims do not mention stay. A verified flag is removed when its address
 * or number changes or is removed, or when its identity provider is no longer trusted.
 */
export function applyUpdate(
  stored: RefreshedUser,
  { attributes: fresh, withdrawn, addressByFlag, trusted }: AttributeUpdate,
): RefreshedUser {
  const kept = new Map(Object.entries(stored.attributes));
  for (const name of [...withdrawn, ...(trusted ? [] : stored.vouchedFor)]) kept.delete(name);
  for (const [flag, address] of addressByFlag) {
    const isChanged = Object.hasOwn(fresh, address) && fresh[address] !== stored.attributes[address];
    if (isChanged || withdrawn.includes(address)) kept.delete(flag);
  }
  const vouchedFor = stored.vouchedFor.filter((name) => kept.has(name));
  const bytesBefore = measureAttributes(stored.attributes);
  const fitting = selectFittingAttributes(Object.fromEntries(kept), fresh, { addressByFlag, bytesBefore });
  for (const [name, value] of Object.entries(fitting)) kept.set(name, value);
  if (withdrawn.includes('name')) kept.set('name', composeName(Object.fromEntries(kept)));
  return { attributes: Object.fromEntries(kept), vouchedFor: [...new Set([...vouchedFor, ...findVerifiedAttributes(fitting)])].toSorted() };
}

/** @returns the names of the verified flags among the attributes */
export function findVerifiedAttributes(fresh: Attributes): string[] {
  return Object.keys(fresh).filter((name) => VERIFIED_ATTRIBUTES.has(name));
}

/** The name of a user whose identity provider sends none: every user has one. */
export function composeName({ given_name: given, family_name: family, preferred_username: username }: Attributes): string {
  return [given, family].filter((part) => typeof part === 'string' && part !== '').join(' ') || String(username);
}
