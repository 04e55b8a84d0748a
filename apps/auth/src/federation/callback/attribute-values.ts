import { CLAIM_TYPES } from '@latchkey/oauth';

/** Maximum size as JSON. Larger values, such as inline pictures and long group lists, are not stored. */
const MAX_VALUE_BYTES = 8_192;
const MAX_DEPTH = 16;
/** Attributes that say whether an address or number belongs to the user: OpenID Connect Core section 5.1. */
export const VERIFIED_ATTRIBUTES: ReadonlySet<string> = new Set(['email_verified', 'phone_number_verified']);
/** Some providers send booleans as strings: Amazon Cognito, Sign in with Apple. */
const BOOLEAN_BY_TEXT: ReadonlyMap<unknown, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

/** @returns the value in the form in which attributes store it; null if it cannot be stored */
export function readAttributeValue(attribute: string, claim: unknown): unknown {
  const value = VERIFIED_ATTRIBUTES.has(attribute) ? (BOOLEAN_BY_TEXT.get(claim) ?? claim) : claim;
  return isAttribute(attribute, value) ? value : null;
}

function isAttribute(name: string, value: unknown): boolean {
  if (value === null || value === undefined) return false;
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return false;
  const violation = CLAIM_TYPES.get(name)?.(value) ?? null;
  return violation === null && isStorable(value, 1) && Buffer.byteLength(JSON.stringify(value)) <= MAX_VALUE_BYTES;
}

/** Whether PostgreSQL can store the value unchanged: it rejects NUL and lone surrogates. */
function isStorable(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value === 'number') return Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  return depth <= MAX_DEPTH && Object.entries(value).every(([name, item]) => isStorable(name, depth) && isStorable(item, depth + 1));
}
