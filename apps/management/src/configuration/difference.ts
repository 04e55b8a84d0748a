import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../http/merge-patch.js';
import { joinPointer } from '../http/json-pointer.js';
import { HiddenSecret } from './hidden-secret.js';

/** A difference between two documents. */
export interface Change {
  /** JSON Pointer (RFC 6901) to the member. */
  path: string;
  action: 'Add' | 'Replace' | 'Remove';
  /** Null if the member is added, or a secret. */
  from: unknown;
  /** Null if the member is removed, or a secret. */
  to: unknown;
}

/** The differences of two JSON values, by the names of the members. Lists differ as a whole. Secrets are named, but not shown. */
export function listChanges(before: unknown, after: unknown, path = ''): Change[] {
  // control: the changes of a configuration show no secret
  if (before instanceof HiddenSecret || after instanceof HiddenSecret) return [createChange(path, before, after)];
  if (!isObject(before) || !isObject(after)) return isDeepStrictEqual(before, after) ? [] : [createChange(path, before, after)];
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const names = [...new Set([...old.keys(), ...now.keys()])].toSorted();
  return names.flatMap((name) => listChanges(old.get(name), now.get(name), joinPointer(path, name)));
}

function createChange(path: string, before: unknown, after: unknown): Change {
  const action = before === undefined ? 'Add' : after === undefined ? 'Remove' : 'Replace';
  return { path, action, from: toShown(before), to: toShown(after) };
}

function toShown(value: unknown): unknown {
  return value === undefined || value instanceof HiddenSecret ? null : value;
}
