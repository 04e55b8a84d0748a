import type { Violation } from '@latchkey/problem';
import { findIdentifierViolation } from '../http/identifier.pipe.js';
import { isObject } from '../http/merge-patch.js';
import { joinPointer } from '../http/json-pointer.js';
import { findRepetition, findScopeListViolations } from '../resource/scope-list-rules.js';

/** A domain has no more resources. */
export const MAX_PERMISSIONS = 200;
const PROPERTIES = ['resource', 'scopes'];

/** Every error in the permissions of a role, with pointers into the list. */
export function findPermissionsViolations(value: unknown): Violation[] {
  if (!Array.isArray(value)) return [{ pointer: '', detail: 'must be an array' }];
  if (value.length > MAX_PERMISSIONS) return [{ pointer: '', detail: `must have at most ${MAX_PERMISSIONS} items` }];
  const resources = value.map((item: unknown) => (isObject(item) ? item['resource'] : undefined));
  return value.flatMap((item: unknown, index) =>
    findItemViolations(item, resources, index).map(({ pointer, detail }) => ({ pointer: `/${index}${pointer}`, detail })),
  );
}

function findItemViolations(item: unknown, resources: readonly unknown[], index: number): Violation[] {
  if (!isObject(item)) return [{ pointer: '', detail: 'must be an object with resource and scopes' }];
  const unknown = Object.keys(item).filter((name) => !PROPERTIES.includes(name));
  const resourceDetail = findIdentifierViolation(item['resource']) ?? findRepetition(resources, index);
  return [
    ...unknown.map((name) => ({ pointer: joinPointer('', name), detail: 'is not a property of this request' })),
    ...(resourceDetail === null ? [] : [{ pointer: '/resource', detail: resourceDetail }]),
    ...findScopeListViolations(item['scopes']).map(({ pointer, detail }) => ({ pointer: `/scopes${pointer}`, detail })),
  ];
}
