import { createInvalidBodyProblem, Problem, type Violation } from '@latchkey/problem';
import { isObject } from './merge-patch.js';
import { joinPointer } from './json-pointer.js';

/** A value whose invalid parts are undefined. The other parts keep their names and indices, so that pointers to them are right. */
export type ValidPart<T> = T extends readonly (infer Item)[]
  ? readonly (ValidPart<Item> | undefined)[]
  : T extends object
    ? { readonly [Name in keyof T]?: ValidPart<T[Name]> | undefined }
    : T;

/** A body with the errors that it has by itself. A service adds those that depend on other data, and `requireValid` throws them together. */
export interface CheckedBody<T> {
  /** Undefined if no part is valid. */
  valid: ValidPart<T> | undefined;
  violations: readonly Violation[];
}

/** Keeps the errors of the Problem invalid-request that `parse` throws. */
export async function checkBody<T>(sent: unknown, parse: (sent: unknown) => T | Promise<T>): Promise<CheckedBody<T>> {
  try {
    return { valid: (await parse(sent)) as ValidPart<T>, violations: [] };
  } catch (error) {
    if (!(error instanceof Problem) || error.kind !== 'invalid-request') throw error;
    const violations = error.errors ?? [];
    return { valid: omitInvalid(sent, violations) as ValidPart<T> | undefined, violations };
  }
}

/** @param further errors, which depend on other data. @throws Problem invalid-request with all errors */
export function requireValid<T>({ valid, violations }: CheckedBody<T>, further: readonly Violation[]): T {
  if (violations.length + further.length > 0) throw createInvalidBodyProblem([...violations, ...further]);
  return valid as T;
}

/** The value, in which the parts at the pointers of violations are undefined. */
export function omitInvalid(value: unknown, violations: readonly Violation[]): unknown {
  if (violations.length === 0) return value;
  const pointers = new Set(violations.map(({ pointer }) => pointer));
  const copy = (part: unknown, at: string): unknown => {
    if (pointers.has(at)) return undefined;
    if (Array.isArray(part)) return part.map((item: unknown, index) => copy(item, `${at}/${index}`));
    if (!isObject(part)) return part;
    return Object.fromEntries(Object.entries(part).map(([name, member]) => [name, copy(member, joinPointer(at, name))]));
  };
  return copy(value, '');
}
