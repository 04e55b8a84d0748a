const GROUP_PATTERN = /.{5}/g;

/** A code in groups of five characters, as a person copies it. */
export function formatRecoveryCode(code: string): string {
  return code.match(GROUP_PATTERN)!.join('-');
}

/** A code as a person types it: in any case, with whatever between the groups. @returns null if it is none */
export function parseRecoveryCode(enteredCode: string): string | null {
  const code = enteredCode.toLowerCase().replace(/[\s-]/g, '').replaceAll('0', 'o').replaceAll('1', 'l');
  return /^[a-z2-7]{20}$/.test(code) ? code : null;
}
