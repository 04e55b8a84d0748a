import { isObject, type GroupProperties } from '@latchkey/user';
import type { Filter } from 'scim2-parse-filter';
import { readOperations, type PatchOperation } from './patch-operations.js';
import { parseValueFilter } from './scim-filter.js';
import { GROUP_TYPE } from './scim-schema.js';
import { createInvalidValueError, ScimError } from './scim.error.js';

/** What the operations of a PATCH do to a group, without its members having been read. */
export interface GroupOperations {
  /** Whether each user, by `sub`, becomes a member, or is none any more. */
  members: Map<string, boolean>;
  /** Whether all other members are removed. */
  replacesMembers: boolean;
  properties: Partial<GroupProperties>;
}

/** Reads the operations of a PATCH of a group. @throws ScimError */
export function readMemberOperations(body: unknown): GroupOperations {
  const result: GroupOperations = { members: new Map(), replacesMembers: false, properties: {} };
  for (const operation of readOperations(GROUP_TYPE, body)) {
    const { attribute } = operation.path;
    if (attribute.name === 'members') changeMembers(result, operation);
    else if (attribute.name === 'externalId') result.properties.externalId = operation.op === 'remove' ? null : (operation.value as string);
    else if (operation.op === 'remove') throw createInvalidValueError([`${attribute.name} is required`]);
    else result.properties.displayName = operation.value as string;
  }
  return result;
}

function changeMembers(result: GroupOperations, { op, path, value }: PatchOperation): void {
  if (path.sub) throw new ScimError(400, 'Add and remove members; they cannot be changed.', 'mutability');
  const named = path.filter === null ? listIds(value) : listFiltered(parseValueFilter(path));
  if (op === 'replace' && path.filter !== null) throw new ScimError(400, 'Add and remove members; they cannot be changed.', 'mutability');
  const removesAll = op === 'replace' || (op === 'remove' && path.filter === null && value === undefined);
  if (removesAll) {
    result.members.clear();
    result.replacesMembers = true;
  }
  for (const id of named) result.members.set(id, op !== 'remove');
}

/** One member or several; some clients name those to remove by a value. */
function listIds(value: unknown): string[] {
  if (value === undefined || value === null) return [];
  const ids = (Array.isArray(value) ? (value as unknown[]) : [value]).map((each) => (isObject(each) ? each['value'] : each));
  if (ids.some((id) => typeof id !== 'string')) throw createInvalidValueError(['each of members must have a value']);
  return ids as string[];
}

/** The ids of `value eq "a" or value eq "b"`. */
function listFiltered(filter: Filter): string[] {
  if (filter.op === 'or') return filter.filters.flatMap(listFiltered);
  if (filter.op === 'eq' && 'compValue' in filter && filter.attrPath === 'value' && typeof filter.compValue === 'string')
    return [filter.compValue];
  throw new ScimError(400, 'Members are found by value alone: members[value eq "the id of a user"].', 'invalidFilter');
}
