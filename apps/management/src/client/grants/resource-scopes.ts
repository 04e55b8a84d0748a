import type { Violation } from '@latchkey/problem';
import { findIdentifierViolation } from '../../http/identifier.pipe.js';
import { isObject } from '../../http/merge-patch.js';
import { joinPointer } from '../../http/json-pointer.js';
import type { ResourceReference } from '../../resource/resource-reference.service.js';
import type { ValidPart } from '../../http/checked-body.js';
import { findScopeListViolations } from '../../resource/scope-list-rules.js';

/** A domain has no more resources. */
export const MAX_RESOURCES = 200;

/** Every error in lists of scopes by the ids of resources, with pointers into them. */
export function findResourcesViolations(resources: unknown): Violation[] {
  if (!isObject(resources)) return [{ pointer: '', detail: 'must be an object with lists of scopes by the ids of resources' }];
  const entries = Object.entries(resources);
  if (entries.length > MAX_RESOURCES) return [{ pointer: '', detail: `must have at most ${MAX_RESOURCES} resources` }];
  return entries.flatMap(([id, scopes]) => {
    const detail = findIdentifierViolation(id);
    const errors = detail === null ? findScopeListViolations(scopes) : [{ pointer: '', detail: `has an id that ${detail}` }];
    return errors.map(({ pointer, detail: each }) => ({ pointer: `${joinPointer('', id)}${pointer}`, detail: each }));
  });
}

/** The resources and scopes that such lists name. @param at the pointer to them */
export function listResourceReferences(resources: ValidPart<Record<string, string[]>> | undefined, at: string): ResourceReference[] {
  return Object.entries(resources ?? {}).flatMap(([resourceId, scopes]) => {
    if (scopes === undefined) return [];
    const pointer = joinPointer(at, resourceId);
    return [{ resourceId, scopes, pointer, scopesPointer: pointer }];
  });
}
