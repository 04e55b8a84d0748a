import { isDeepStrictEqual } from 'node:util';
import { CLAIM_TYPES, findMeantClaim } from '@latchkey/oauth';
import { isTooLarge, MAX_ATTRIBUTES_BYTES, measureAttribute, measureAttributes, type Attributes, type User } from '@latchkey/persistence';
import type { Violation } from '@latchkey/problem';
import { joinPointer } from './json-pointer.js';
import { isObject, mergePatch, type JsonObject } from './merge-patch.js';
import { findValueViolations } from './json-value.js';

export const MAX_ATTRIBUTES = 150;
export const MAX_NAME_LENGTH = 128;
const NAME_PATTERN = new RegExp(`^[^\\p{Cc}\\p{Cs}]{1,${MAX_NAME_LENGTH}}$`, 'u');

export function isAttributeName(name: string): boolean {
  return NAME_PATTERN.test(name);
}

/** Properties shown among the attributes of a user that are not attributes. */
const ACTIVE = 'active';
const IMMUTABLE_PROPERTIES = new Set(['sub', 'identityProvider']);
/** Properties that the service adds. Older users may have an attribute with such a name, which can be removed. */
export const TIME_PROPERTIES: readonly string[] = ['createdAt', 'lastSignInAt'];
/** The properties of a new user that are attributes, by the names of these. */
const NEW_USER_PROPERTIES: Readonly<Record<string, string>> = { preferred_username: 'preferredUsername', name: 'name' };

/** The part of a user that a patch can change. */
export type UserState = Pick<User, 'active' | 'attributes'>;

/**
 * @param patch a merge patch of a user
 * @param stored the current attributes, whose number counts
 * @returns all errors; if there are any, nothing may be applied
 */
export function findPatchViolations(patch: JsonObject, stored: Attributes): Violation[] {
  const violations = Object.entries(patch).flatMap(findMemberViolations);
  const tooLarge = findSizeViolation(patch, stored);
  if (tooLarge) violations.push(tooLarge);
  const count = getNamesAfterPatch(patch, stored).size;
  if (count > MAX_ATTRIBUTES) {
    violations.push({ pointer: '', detail: `must leave the user with at most ${MAX_ATTRIBUTES} attributes, not ${count}` });
  }
  return violations;
}

/**
 * @param attributes of a new user, besides the username and the name
 * @param stored the username and the name, which count
 */
export function findNewAttributesViolations(attributes: unknown, stored: Attributes): Violation[] {
  if (!isObject(attributes)) return [{ pointer: '', detail: 'must be an object' }];
  const { [ACTIVE]: active, ...others } = attributes;
  const violations = Object.keys(attributes).flatMap((name) => {
    const detail = `is set by ${NEW_USER_PROPERTIES[name]}`;
    return Object.hasOwn(NEW_USER_PROPERTIES, name) ? [{ pointer: joinPointer('', name), detail }] : [];
  });
  if (active !== undefined) violations.push({ pointer: `/${ACTIVE}`, detail: 'is not an attribute: a new user is active' });
  return violations.length > 0 ? violations : findPatchViolations(others, stored);
}

/** The attributes of a new user, without those that are null. */
export function buildNewAttributes(user: { preferredUsername: string; name: string; attributes?: Attributes | null }): Attributes {
  const { preferredUsername, name, attributes } = user;
  return { preferred_username: preferredUsername, name, ...(mergePatch({}, attributes ?? {}) as Attributes) };
}

/** Applies a valid patch. */
export function applyPatch({ active, attributes }: UserState, patch: JsonObject): UserState {
  const { [ACTIVE]: setActive = active, ...changes } = patch;
  return { active: setActive as boolean, attributes: mergePatch(attributes, changes) as Attributes };
}

/** The sorted names of what differs. */
export function listChangedNames(before: UserState, after: UserState): string[] {
  const [old, now] = [new Map(Object.entries(before.attributes)), new Map(Object.entries(after.attributes))];
  const names = [...new Set([...old.keys(), ...now.keys()])].filter((name) => !isDeepStrictEqual(old.get(name), now.get(name)));
  if (before.active !== after.active) names.push(ACTIVE);
  return names.toSorted();
}

/** Measures without invalid members, which can be nested too deeply. */
function findSizeViolation(patch: JsonObject, stored: Attributes): Violation | null {
  const changes = Object.entries(patch).filter(([name, value]) => name !== ACTIVE && findMemberViolations([name, value]).length === 0);
  const bytes = measureAttributes(mergePatch(stored, Object.fromEntries(changes)) as Attributes);
  // control: the attributes of a user are limited together
  if (!isTooLarge(bytes, measureAttributes(stored))) return null;
  const [[largest] = ['']] = changes.toSorted(([, a], [, b]) => measureAttribute('', b) - measureAttribute('', a));
  return {
    pointer: joinPointer('', largest),
    detail: `must leave the user with at most ${MAX_ATTRIBUTES_BYTES} bytes of attributes, not ${bytes}`,
  };
}

function getNamesAfterPatch(patch: JsonObject, stored: Attributes): Set<string> {
  const names = new Set(Object.keys(stored));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) names.delete(name);
    else if (name !== ACTIVE && !IMMUTABLE_PROPERTIES.has(name)) names.add(name);
  }
  return names;
}

function findMemberViolations([name, value]: [string, unknown]): Violation[] {
  const pointer = joinPointer('', name);
  // control: the subject of a user does not change
  if (IMMUTABLE_PROPERTIES.has(name)) return [{ pointer, detail: 'cannot be changed' }];
  if (TIME_PROPERTIES.includes(name)) return value === null ? [] : [{ pointer, detail: 'cannot be changed' }];
  if (!isAttributeName(name))
    return [{ pointer, detail: `must have a name of 1 to ${MAX_NAME_LENGTH} characters without control characters` }];
  const detail = findTypeViolation(name, value);
  return detail === null ? findValueViolations(value, pointer) : [{ pointer, detail }];
}

function findTypeViolation(name: string, value: unknown): string | null {
  const meant = findMeantClaim(name);
  // A value stored under such a name can be removed.
  if (meant !== null && value !== null) return `is not the name of an attribute. Did you mean ${meant}?`;
  if (name === ACTIVE) return typeof value === 'boolean' ? null : 'must be true or false';
  if (value === null) return name === 'preferred_username' ? 'cannot be removed' : null;
  if (typeof value === 'number' && !Number.isInteger(value))
    return 'must be a string, a whole number, true or false, an array or an object';
  return CLAIM_TYPES.get(name)?.(value) ?? null;
}
