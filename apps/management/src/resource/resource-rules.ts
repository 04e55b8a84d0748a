import { findScopeTokenViolation, OPENID_SCOPES } from '@latchkey/oauth';
import type { Violation } from '@latchkey/problem';
import { isObject } from '../http/merge-patch.js';
import { joinPointer } from '../http/json-pointer.js';
import { findVisibleTextViolation } from '../http/visible-text.js';
import { findRepetition, MAX_SCOPES } from './scope-list-rules.js';

export const MAX_NAME_LENGTH = 60;
export const MAX_DESCRIPTION_LENGTH = 200;
const PROPERTIES = ['scope', 'description'];

/** Scopes to which the server itself gives a meaning: those of OpenID Connect, and `ssf.read` and `ssf.manage` of Shared Signals. */
export const RESERVED_SCOPE = `^(?:${[...OPENID_SCOPES].join('|')})$|^ssf\\.`;
const RESERVED_SCOPE_EXPRESSION = new RegExp(RESERVED_SCOPE);

export const findResourceNameViolation = (value: unknown): string | null => findVisibleTextViolation(value, MAX_NAME_LENGTH);

/** Every error in the scopes of a resource, with pointers into the list. */
export function findResourceScopesViolations(value: unknown): Violation[] {
  if (!Array.isArray(value)) return [{ pointer: '', detail: 'must be an array' }];
  if (value.length > MAX_SCOPES) return [{ pointer: '', detail: `must have at most ${MAX_SCOPES} items` }];
  const names = value.map((item: unknown) => (isObject(item) ? item['scope'] : undefined));
  return value.flatMap((item: unknown, index) =>
    findItemViolations(item, names, index).map(({ pointer, detail }) => ({ pointer: `/${index}${pointer}`, detail })),
  );
}

function findItemViolations(item: unknown, names: readonly unknown[], index: number): Violation[] {
  if (!isObject(item)) return [{ pointer: '', detail: 'must be an object with scope and description' }];
  const { scope, description = null } = item;
  const unknown = Object.keys(item).filter((name) => !PROPERTIES.includes(name));
  const errors: Violation[] = unknown.map((name) => ({ pointer: joinPointer('', name), detail: 'is not a property of this request' }));
  const scopeDetail = findResourceScopeViolation(scope) ?? findRepetition(names, index);
  if (scopeDetail !== null) errors.push({ pointer: '/scope', detail: scopeDetail });
  const descriptionDetail = description === null ? null : findVisibleTextViolation(description, MAX_DESCRIPTION_LENGTH);
  if (descriptionDetail !== null) errors.push({ pointer: '/description', detail: descriptionDetail });
  return errors;
}

function findResourceScopeViolation(scope: unknown): string | null {
  const violation = findScopeTokenViolation(scope);
  if (violation !== null) return violation;
  // control: a resource has no scope to which the server gives a meaning
  const isReserved = RESERVED_SCOPE_EXPRESSION.test(scope as string);
  return isReserved ? 'must not be a scope of OpenID Connect, nor begin with ssf. (Shared Signals)' : null;
}
