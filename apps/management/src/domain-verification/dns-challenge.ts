/** The prefix of challenge records, which also identifies those of other attempts. */
const PREFIX = 'latchkey-verification=';
/** The label of the challenge. It is a separate name, so that the domain's name itself can have a CNAME. */
const LABEL = '_latchkey-challenge';

/** The maximum length of a name that can have a challenge record below it. */
export const MAX_VERIFIABLE_NAME_LENGTH = 253 - LABEL.length - 1;

/** The name of the challenge's TXT record. */
export function getChallengeName(name: string): string {
  return `${LABEL}.${name}`;
}

/** The value of the challenge's TXT record. */
export function getChallengeValue(token: string): string {
  return `${PREFIX}${token}`;
}

/** The problem with the TXT records at the challenge's name, if none matches. */
export type ChallengeError = 'split' | 'malformed' | 'old' | 'missing';

/**
 * @param values the TXT records there, each with its character-strings joined: RFC 1035 section 3.3.14
 * @param expected the challenge's value
 */
export function findChallengeError(values: readonly string[], expected: string): ChallengeError {
  if (values.some((value) => normalized(value).includes(expected))) return 'malformed';
  if (isSplit(values, expected)) return 'split';
  return values.some((value) => normalized(value).includes(PREFIX)) ? 'old' : 'missing';
}

/** Removes characters that DNS panels and people add to a value: quotation marks, backslashes, spaces, capitals. */
function normalized(value: string): string {
  return value.replaceAll(/["'\\\s]|[^\x20-\x7e]/g, '').toLowerCase();
}

/** Whether the challenge was split into several records. */
function isSplit(values: readonly string[], expected: string): boolean {
  const parts = values.map(normalized).filter((value) => value !== '' && expected.includes(value));
  if (parts.length < 2) return false;
  const covered = new Set<number>();
  for (const part of parts) {
    const start = expected.indexOf(part);
    for (let index = start; index < start + part.length; index += 1) covered.add(index);
  }
  return covered.size === expected.length;
}
