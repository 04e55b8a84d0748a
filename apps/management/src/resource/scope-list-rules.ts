import { findScopeTokenViolation } from '@latchkey/oauth';
import type { Violation } from '@latchkey/problem';
import { SCOPE_TOKEN } from '../openapi/patterns.js';

/** The number of scopes that a resource has at most. */
export const MAX_SCOPES = 200;

/** For the OpenAPI document. */
export const SCOPE_LIST_SCHEMA = {
  type: 'array',
  items: { type: 'string', minLength: 1, maxLength: 128, pattern: SCOPE_TOKEN, example: 'orders:read' },
  maxItems: MAX_SCOPES,
  uniqueItems: true,
} as const;

/** Every error of a list of scopes of a resource, with pointers into the list. */
export function findScopeListViolations(value: unknown): Violation[] {
  if (!Array.isArray(value)) return [{ pointer: '', detail: 'must be an array of scopes' }];
  if (value.length > MAX_SCOPES) return [{ pointer: '', detail: `must have at most ${MAX_SCOPES} items` }];
  return value.flatMap((scope: unknown, index) => {
    const detail = findScopeTokenViolation(scope) ?? findRepetition(value, index);
    return detail === null ? [] : [{ pointer: `/${index}`, detail }];
  });
}

/** @returns the error of an item that occurs earlier in the list, or null */
export function findRepetition(items: readonly unknown[], index: number): string | null {
  return items.indexOf(items[index]) === index ? null : 'occurs here more than once';
}
