/**
 * Text in the form in which case and Unicode form make no difference: NFKC (UAX 15), and folded by way of upper case,
 * which brings together what lower case alone leaves apart (ß and SS).
 */
function fold(text: string): string {
  return text.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
}

/** The form of a username in which it is unique within a domain. */
export function usernameKey(username: string): string {
  return fold(username);
}

/** What a search for a part of the username or email address looks at. No such part contains the line break between them. */
export function searchText(username: string, email: unknown): string {
  return typeof email === 'string' ? `${fold(username)}\n${fold(email)}` : fold(username);
}

/** A search string as a pattern of LIKE that matches it anywhere, with nothing of it taken for a wildcard. */
export function containing(search: string): string {
  return `%${escapeLike(fold(search))}%`;
}

/** A search string as a pattern of LIKE that matches what begins with it. */
export function beginningWith(search: string): string {
  return `${escapeLike(fold(search))}%`;
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
