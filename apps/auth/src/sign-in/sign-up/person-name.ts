import { findNameViolation } from '@latchkey/oauth';

const MAX_NAME_LENGTH = 60;
/** Control characters, and those that change the direction of the text around a name. */
const HIDDEN = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

/** Whether a person may give this as their name. Its length is that of the text `input-name-missing`. */
export function isPersonName(name: string): boolean {
  return Array.from(name).length <= MAX_NAME_LENGTH && !HIDDEN.test(name) && findNameViolation(name) === null;
}
