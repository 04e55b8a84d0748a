/**
 * Whether PostgreSQL can store the text: it refuses NUL. Check input first: a statement with such a text fails for all requests that share
 * it.
 */
export function isStorable(text: string): boolean {
  return !text.includes('\0');
}
