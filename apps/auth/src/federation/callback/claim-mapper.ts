import { CLAIM_TYPES } from '@latchkey/oauth';
import type { Attributes, RefreshedUser } from '@latchkey/persistence';

/** What a provider has said of somebody: the claims of the id token, and of userinfo. */
export type UpstreamClaims = Readonly<Record<string, unknown>>;

/** How an operator wants claims to be taken over. */
export interface ClaimMappingOptions {
  /** By the name of each claim that is taken over: the attribute that it becomes. */
  claimMapping: Readonly<Record<string, string>>;
  trustEmailVerified: boolean;
}

/** What a user can have of attributes in all. */
const MAX_ATTRIBUTES = 150;
/** Octets of JSON: pictures and lists of groups that are longer are left where they are. */
const MAX_VALUE_BYTES = 8_192;
const MAX_DEPTH = 16;
const VERIFIED_ATTRIBUTE_OF: ReadonlyMap<string, string> = new Map([
  ['email', 'email_verified'],
  ['phone_number', 'phone_number_verified'],
]);
const VERIFIED_ATTRIBUTES = new Set(VERIFIED_ATTRIBUTE_OF.values());
/** What is no attribute, or is decided elsewhere: see username.ts. */
const EXCLUDED_ATTRIBUTES = new Set(['sub', 'identityProvider', 'active', 'preferred_username']);

/**
 * The attributes that the claims become. What is missing, or could not be stored as such an attribute, is left out: no claim stands in
 * the way of a sign-in. Whether an address or a number is the user's is taken from those providers alone that are trusted to know.
 */
export function mapClaims(claims: UpstreamClaims, { claimMapping, trustEmailVerified }: ClaimMappingOptions): Attributes {
  const mapped = Object.entries(claimMapping).flatMap(([claim, attribute]): [string, unknown][] => {
    if (EXCLUDED_ATTRIBUTES.has(attribute) || (VERIFIED_ATTRIBUTES.has(attribute) && !trustEmailVerified)) return [];
    const value = Object.hasOwn(claims, claim) ? claims[claim] : undefined;
    return isAttribute(attribute, value) ? [[attribute, value]] : [];
  });
  return Object.fromEntries(mapped);
}

/**
 * The attributes that the claims take back: those that are null, and that an address or a number is the user's where it is said that it is
 * not. To doubt, a provider need not be trusted.
 */
export function findWithdrawnAttributes(claims: UpstreamClaims, { claimMapping }: Pick<ClaimMappingOptions, 'claimMapping'>): string[] {
  const isWithdrawn = (claim: string, attribute: string): boolean =>
    Object.hasOwn(claims, claim) && (claims[claim] === null || (VERIFIED_ATTRIBUTES.has(attribute) && claims[claim] === false));
  return Object.entries(claimMapping).flatMap(([claim, attribute]) =>
    !EXCLUDED_ATTRIBUTES.has(attribute) && attribute !== 'name' && isWithdrawn(claim, attribute) ? [attribute] : [],
  );
}

/** What a sign-in changes. */
export interface AttributeUpdate {
  fresh: Attributes;
  /** What the provider took back. */
  withdrawn: readonly string[];
  /** Whether its word that an address or a number is the user's is taken. */
  trusted: boolean;
}

/**
 * What a user is like after a sign-in. What the provider did not mention stays; that an address is theirs was said of that address, and
 * stands for as long as whoever said it is trusted.
 */
export function applyUpdate(stored: RefreshedUser, { fresh, withdrawn, trusted }: AttributeUpdate): RefreshedUser {
  const kept = new Map(Object.entries(stored.attributes));
  for (const name of [...withdrawn, ...(trusted ? [] : stored.vouchedFor)]) kept.delete(name);
  for (const [of, verified] of VERIFIED_ATTRIBUTE_OF) {
    if (Object.hasOwn(fresh, of) && fresh[of] !== stored.attributes[of]) kept.delete(verified);
  }
  const vouchedFor = stored.vouchedFor.filter((name) => kept.has(name));
  for (const [name, value] of Object.entries(fresh)) {
    if (kept.has(name) || kept.size < MAX_ATTRIBUTES) kept.set(name, value);
  }
  return { attributes: Object.fromEntries(kept), vouchedFor: [...new Set([...vouchedFor, ...findVerifiedAttributes(fresh)])].toSorted() };
}

/** Which of the attributes say that an address or a number is the user's. */
export function findVerifiedAttributes(fresh: Attributes): string[] {
  return Object.keys(fresh).filter((name) => VERIFIED_ATTRIBUTES.has(name));
}

function isAttribute(name: string, value: unknown): boolean {
  if (value === null || value === undefined) return false;
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return false;
  const fault = CLAIM_TYPES.get(name)?.(value) ?? null;
  return fault === null && isStorable(value, 1) && Buffer.byteLength(JSON.stringify(value)) <= MAX_VALUE_BYTES;
}

/** Whether a value can be given back as it was received: PostgreSQL takes neither NUL nor half of a surrogate pair. */
function isStorable(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value === 'number') return Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  return depth <= MAX_DEPTH && Object.entries(value).every(([name, item]) => isStorable(name, depth) && isStorable(item, depth + 1));
}
