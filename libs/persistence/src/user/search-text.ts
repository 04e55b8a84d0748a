import { fold, normalizeUsername } from '@latchkey/oauth';
import type { Attributes, User } from './user.entity.js';

/** Maximum length of a term: see end_user_terms in the migration. */
const MAX_TERM_LENGTH = 3;
/** More terms make a search slower, and the whole text is compared anyway. */
const MAX_TERMS = 4;

/**
 * The text that is searched for a part of the username or email address. No search contains the line break before the address. A username
 * that is the address is not repeated, because each character costs index entries.
 */
export function buildSearchText(username: string, email: unknown): string {
  const name = fold(username);
  if (typeof email !== 'string') return name;
  const address = fold(email);
  return `${name === address ? '' : name}\n${address}`;
}

/** A search: terms that the index contains for every match, and the LIKE pattern of the matches. */
export interface SearchPattern {
  terms: string[];
  pattern: string;
}

/** @returns null if no username or email address can contain it */
export function buildSearchPattern(search: string): SearchPattern | null {
  if (/[\p{Cc}\p{Cs}]/u.test(search)) return null;
  const part = fold(search);
  return { terms: splitTerms(Array.from(part)), pattern: `%${part.replace(/[\\%_]/g, '\\$&')}%` };
}

/** The search text of a whole email address. @returns null if the text is not one */
export function buildEmailPattern(email: string): SearchPattern | null {
  if (!email.includes('@') || /[\p{Cc}\p{Cs}]/u.test(email)) return null;
  const end = `\n${fold(email)}`;
  return { terms: splitTerms(Array.from(end)), pattern: `%${end.replace(/[\\%_]/g, '\\$&')}` };
}

/** Some of the terms of a search, from its first to its last character. */
function splitTerms(characters: string[]): string[] {
  if (characters.length <= MAX_TERM_LENGTH) return [characters.join('')];
  const last = characters.length - MAX_TERM_LENGTH;
  const count = Math.min(MAX_TERMS, Math.ceil(characters.length / MAX_TERM_LENGTH));
  const starts = Array.from({ length: count }, (_none, n) => Math.round((n * last) / (count - 1)));
  return [...new Set(starts.map((start) => characters.slice(start, start + MAX_TERM_LENGTH).join('')))];
}

/** The search text of a user, derived from the attributes. */
export function buildSearchColumns({ preferred_username: username, email }: Attributes): Pick<User, 'usernameKey' | 'searchText'> {
  return { usernameKey: normalizeUsername(username as string), searchText: buildSearchText(username as string, email) };
}
