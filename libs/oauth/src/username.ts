import { mixesScripts } from './script-mix.js';

/**
 * Normalizes a text so that neither case nor Unicode form matters: NFKC (UAX 15), then folding with both cases, which unifies what either
 * keeps distinct (ß, ẞ and SS; σ and ς).
 */
export function fold(text: string): string {
  const folded = text.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase();
  // JavaScript ends a word with ς, so part of a word would not be found in the whole.
  return folded.replaceAll('ς', 'σ').normalize('NFKC');
}

/** The normalized form of a username, unique within a domain. */
export function normalizeUsername(username: string): string {
  return fold(username);
}

export const USERNAME = { shortest: 10, longest: 256 } as const;
/** Maximum number of octets of the normalized form. Some characters expand to many, and the index has no room for 256 of those. */
const MAX_KEY_LENGTH = 2_048;
const TEXT = new RegExp(`^[^\\p{Cc}\\p{Cs}]{${USERNAME.shortest},${USERNAME.longest}}$`, 'u');
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
const OUTER_SPACE = /^\p{White_Space}|\p{White_Space}$/u;

/** The rules for usernames in words, for people who create users. */
export const USERNAME_RULES =
  'Neither control nor invisible characters (Cf, default ignorable), no space at its beginning or end, and no mix of scripts beyond the level ' +
  'Highly Restrictive of Unicode Technical Standard 39.';

/** @returns the error of a username, or null */
export function findUsernameViolation(value: unknown): string | null {
  if (typeof value !== 'string' || !TEXT.test(value)) {
    return `must be a text of ${USERNAME.shortest} to ${USERNAME.longest} characters without control characters`;
  }
  const octets = Buffer.byteLength(normalizeUsername(value));
  if (octets > MAX_KEY_LENGTH) return `must have at most ${MAX_KEY_LENGTH} octets in its compatibility form (NFKC)`;
  return findUsernameCharacterViolation(value);
}

/** Finds characters that make a username look like another one. @returns the error, or null */
export function findUsernameCharacterViolation(value: string): string | null {
  if (INVISIBLE.test(value)) return 'must not have invisible characters (Cf, or default ignorable)';
  if (OUTER_SPACE.test(value)) return 'must not begin or end with a space';
  return mixesScripts(value) ? 'must not mix scripts, such as Latin and Cyrillic (UTS 39, Highly Restrictive)' : null;
}
