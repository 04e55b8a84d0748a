const MAX_NAME_LENGTH = 100;

/** Removes characters from a name that would begin a new line, hide the rest (control and format characters), or dominate the message. */
export function oneLine(text: string): string {
  const visible = text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return Array.from(visible).slice(0, MAX_NAME_LENGTH).join('');
}
