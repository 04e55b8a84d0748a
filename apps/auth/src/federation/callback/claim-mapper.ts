import { CLAIM_TYPES } from '@latchkey/oauth';
import type { Attributes, RefreshedUser } from '@latchkey/persistence';

/** Claims of the ID token and of the userinfo response. */
export type UpstreamClaims = Readonly<Record<string, unknown>>;

/** How the operator maps claims to attributes. */
export interface ClaimMappingOptions {
  /** Attribute names by claim name. */
  claimMapping: Readonly<Record<string, string>>;
  trustEmailVerified: boolean;
}

const MAX_ATTRIBUTES = 150;
/** Maximum size as JSON. Larger values, such as inline pictures and long group lists, are ignored. */
const MAX_VALUE_BYTES = 8_192;
const MAX_DEPTH = 16;
const VERIFIED_ATTRIBUTE_OF: ReadonlyMap<string, string> = new Map([
  ['email', 'email_verified'],
  ['phone_number', 'phone_number_verified'],
]);
const VERIFIED_ATTRIBUTES = new Set(VERIFIED_ATTRIBUTE_OF.values());
/** Reserved names, and the username: see username-candidates.ts. */
const EXCLUDED_ATTRIBUTES = new Set(['sub', 'identityProvider', 'active', 'preferred_username']);

/**
 * Maps claims to attributes. It ignores missing and invalid claims, so that no claim can block a sign-in. `email_verified` and
 * `phone_number_verified` are accepted from trusted identity providers only.
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
 * Finds attributes to remove: claims that are null, and verified flags that are false. Unlike `true`, a `false` flag is accepted from
 * untrusted identity providers too.
 */
export function findWithdrawnAttributes(claims: UpstreamClaims, { claimMapping }: Pick<ClaimMappingOptions, 'claimMapping'>): string[] {
  const isWithdrawn = (claim: string, attribute: string): boolean =>
    Object.hasOwn(claims, claim) && (claims[claim] === null || (VERIFIED_ATTRIBUTES.has(attribute) && claims[claim] === false));
  return Object.entries(claimMapping).flatMap(([claim, attribute]) =>
    !EXCLUDED_ATTRIBUTES.has(attribute) && attribute !== 'name' && isWithdrawn(claim, attribute) ? [attribute] : [],
  );
}

/** Changes that a sign-in makes to the stored attributes. */
export interface AttributeUpdate {
  fresh: Attributes;
  /** Names of attributes to remove. */
  withdrawn: readonly string[];
  /** Whether the identity provider may set verified flags. */
  trusted: boolean;
}

/**
 * Applies a sign-in to the stored attributes. Attributes that the claims do not mention stay. A verified flag is removed when its address
 * or number changes, or when its identity provider is no longer trusted.
 */
export function applyUpdate(stored: RefreshedUser, { fresh, withdrawn, trusted }: AttributeUpdate): RefreshedUser {
  const kept = new Map(Object.entries(stored.attributes));
  for (const name of [...withdrawn, ...(trusted ? [] : stored.vouchedFor)]) kept.delete(name);
  for (const [attribute, verified] of VERIFIED_ATTRIBUTE_OF) {
    if (Object.hasOwn(fresh, attribute) && fresh[attribute] !== stored.attributes[attribute]) kept.delete(verified);
  }
  const vouchedFor = stored.vouchedFor.filter((name) => kept.has(name));
  for (const [name, value] of Object.entries(fresh)) {
    if (kept.has(name) || kept.size < MAX_ATTRIBUTES) kept.set(name, value);
  }
  return { attributes: Object.fromEntries(kept), vouchedFor: [...new Set([...vouchedFor, ...findVerifiedAttributes(fresh)])].toSorted() };
}

/** @returns the names of the verified flags among the attributes */
export function findVerifiedAttributes(fresh: Attributes): string[] {
  return Object.keys(fresh).filter((name) => VERIFIED_ATTRIBUTES.has(name));
}

function isAttribute(name: string, value: unknown): boolean {
  if (value === null || value === undefined) return false;
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return false;
  const fault = CLAIM_TYPES.get(name)?.(value) ?? null;
  return fault === null && isStorable(value, 1) && Buffer.byteLength(JSON.stringify(value)) <= MAX_VALUE_BYTES;
}

/** Whether PostgreSQL can store the value unchanged: it rejects NUL and lone surrogates. */
function isStorable(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value === 'number') return Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  return depth <= MAX_DEPTH && Object.entries(value).every(([name, item]) => isStorable(name, depth) && isStorable(item, depth + 1));
}
