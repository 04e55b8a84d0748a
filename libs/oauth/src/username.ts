/**
 * Text in the form in which neither case nor Unicode form makes a difference: NFKC (UAX 15), and folded by way of both cases,
 * which brings together what either leaves apart (ß, ẞ and SS; σ and ς).
 */
export function fold(text: string): string {
  const folded = text.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase();
  // JavaScript ends a word in ς: a part of a word would not be found in the whole.
  return folded.replaceAll('ς', 'σ').normalize('NFKC');
}

/** The form of a username in which it is unique within a domain. */
export function usernameKey(username: string): string {
  return fold(username);
}

export const USERNAME = { shortest: 10, longest: 256 } as const;
/** Octets of the form in which usernames are compared. Some characters stand for many: the index has no room for 256 of those. */
const LONGEST_KEY = 2_048;
const TEXT = new RegExp(`^[^\\p{Cc}\\p{Cs}]{${USERNAME.shortest},${USERNAME.longest}}$`, 'u');

/** @returns what is wrong with a username, or null */
export function usernameFault(value: unknown): string | null {
  if (typeof value !== 'string' || !TEXT.test(value)) {
    return `must be a text of ${USERNAME.shortest} to ${USERNAME.longest} characters, none of them a control character`;
  }
  const octets = Buffer.byteLength(usernameKey(value));
  return octets > LONGEST_KEY ? `must have at most ${LONGEST_KEY} octets in its compatibility form (NFKC)` : null;
}
