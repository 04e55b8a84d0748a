/**
 * Whether PostgreSQL can store the text, which must not contain NUL. Check input first, because a statement with such a text fails for all
 * requests that share it.
 */
export function isStorable(text: string): boolean {
  return !text.includes('\0');
}
