/**
 * Escapes control and formatting characters, such as those of terminal escape sequences and bidirectional text, like JSON does: `\u001b`. Data of
 * users must not change what a terminal shows.
 */
export function escapeControls(text: string): string {
  // control: data of users does not control an operator's terminal
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    Array.from({ length: character.length }, (_, n) => `\\u${character.charCodeAt(n).toString(16).padStart(4, '0')}`).join(''),
  );
}
