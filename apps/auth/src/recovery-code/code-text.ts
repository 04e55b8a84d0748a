const GROUP = /.{5}/g;

/** A code in groups of five characters, as a person copies it. */
export function showCode(code: string): string {
  return code.match(GROUP)!.join('-');
}

/** A code as a person types it: in any case, with whatever between the groups. @returns null if it is none */
export function readTypedCode(typed: string): string | null {
  const code = typed.toLowerCase().replace(/[\s-]/g, '').replaceAll('0', 'o').replaceAll('1', 'l');
  return /^[a-z2-7]{20}$/.test(code) ? code : null;
}
