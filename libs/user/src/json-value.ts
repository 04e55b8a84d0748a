import type { Violation } from '@latchkey/problem';
import { joinPointer } from './json-pointer.js';
import { isObject } from './merge-patch.js';

/** The maximum nesting of arrays and objects in a stored value. */
export const MAX_DEPTH = 16;

/** @returns whether PostgreSQL can store the text, which requires no NUL and no half of a surrogate pair */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** @returns everything in a value that could not be returned unchanged, each with a pointer */
export function findValueViolations(value: unknown, pointer: string, depth = 1): Violation[] {
  if (typeof value === 'string') return isStorable(value) ? [] : [{ pointer, detail: 'must not contain NUL or half of a surrogate pair' }];
  if (typeof value === 'number') return findNumberViolations(value, pointer);
  if (typeof value !== 'object' || value === null) return [];
  if (depth > MAX_DEPTH) return [{ pointer, detail: `must not be nested deeper than ${MAX_DEPTH} levels` }];
  if (Array.isArray(value)) return value.flatMap((item: unknown, index) => findValueViolations(item, `${pointer}/${index}`, depth + 1));
  return isObject(value) ? Object.entries(value).flatMap((member) => findMemberViolations(member, pointer, depth)) : [];
}

function findMemberViolations([name, value]: [string, unknown], parent: string, depth: number): Violation[] {
  const pointer = joinPointer(parent, name);
  const nameViolations = isStorable(name) ? [] : [{ pointer, detail: 'must not have a name with NUL or half of a surrogate pair' }];
  return [...nameViolations, ...findValueViolations(value, pointer, depth + 1)];
}

/** Numbers beyond these are rounded when parsed: RFC 8259 section 6, RFC 7493 section 2.2. */
function findNumberViolations(value: number, pointer: string): Violation[] {
  const isExact = Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value);
  return isExact ? [] : [{ pointer, detail: 'must be a number that can be stored exactly: a whole number up to 9007199254740991' }];
}
