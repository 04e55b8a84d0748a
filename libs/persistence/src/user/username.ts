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
