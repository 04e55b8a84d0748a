/**
 * Whether PostgreSQL could have stored the text: it takes none with NUL. What callers send is asked about first, since
 * a statement that is given such a text fails, and with it every question that travels in it.
 */
export function isStorable(text: string): boolean {
  return !text.includes('\0');
}
