/**
 * Whether PostgreSQL can store the text: it refuses NUL. Check input before, because a statement with such a text fails, and with it every
 * question that travels in it.
 */
export function isStorable(text: string): boolean {
  return !text.includes('\0');
}
