/** Invisible characters, and characters that change the direction of adjacent text. */
const INVISIBLE_CHARACTER = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** @returns the error of a text that pages show, or null. @param maxLength in characters */
export function findVisibleTextViolation(value: unknown, maxLength: number): string | null {
  const isVisible = typeof value === 'string' && value.trim() !== '' && [...value].length <= maxLength;
  return isVisible && value.isWellFormed() && !INVISIBLE_CHARACTER.test(value) ? null : `must be 1 to ${maxLength} visible characters`;
}
