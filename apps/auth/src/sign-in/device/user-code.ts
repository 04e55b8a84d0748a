/** The letters of user codes: no vowels, so that no words arise (RFC 8628 section 6.1). */
const USER_CODE = /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/;
const MAX_ENTERED_LENGTH = 64;

/** Forgives case, spaces and dashes. @returns the 8 letters; null if the text cannot be a code */
export function parseUserCode(entered: unknown): string | null {
  if (typeof entered !== 'string' || entered.length > MAX_ENTERED_LENGTH) return null;
  const letters = entered.replaceAll(/[\s\p{Pd}._]/gu, '').toUpperCase();
  return USER_CODE.test(letters) ? letters : null;
}

/** As devices show it: `BCDF-GHJK`. */
export function formatUserCode(userCode: string): string {
  return `${userCode.slice(0, 4)}-${userCode.slice(4)}`;
}
