import { createScanner } from 'jsonc-parser';
import type { Violation } from '@latchkey/problem';
import { joinPointer } from './json-pointer.js';

/** The object or array that is being read. */
interface Container {
  pointer: string;
  /** The names that the object has had so far; none for an array. */
  keys?: Set<string>;
  /** The name of the current member, or the index of the current item. */
  current: string | number;
}

/** Of one object. Each look at all members of a much larger one stops other requests for seconds. */
export const MAX_MEMBERS = 20_000;

/**
 * Finds every repeated name of an object, with a pointer to it (RFC 8259 section 4); or ends at an object with too many members. Not recursive,
 * because the nesting can be as deep as the body is long.
 *
 * @param text valid JSON
 */
export function findDuplicateKeys(text: string): Violation[] {
  const scanner = createScanner(text, true);
  const containers: Container[] = [];
  const violations: Violation[] = [];
  let value = '';
  for (scanner.scan(); scanner.getTokenOffset() < text.length; scanner.scan()) {
    const container = containers.at(-1);
    const character = text[scanner.getTokenOffset()];
    if (character === '{') containers.push({ pointer: getCurrentPointer(container), keys: new Set(), current: '' });
    else if (character === '[') containers.push({ pointer: getCurrentPointer(container), current: 0 });
    else if (character === '}' || character === ']') containers.pop();
    else if (character === ',' && typeof container?.current === 'number') container.current += 1;
    else if (character === ':' && container) violations.push(...startMember(container, value));
    else value = scanner.getTokenValue();
    // control: an object of a body has a limited number of members
    if (container?.keys && container.keys.size > MAX_MEMBERS) return [createSizeViolation(container.pointer)];
  }
  return violations;
}

export function createSizeViolation(pointer: string): Violation {
  return { pointer, detail: `must have at most ${MAX_MEMBERS} members` };
}

/** Moves to the member with this name. */
function startMember(container: Container, name: string): Violation[] {
  container.current = name;
  if (!container.keys?.has(name)) {
    container.keys?.add(name);
    return [];
  }
  return [{ pointer: getCurrentPointer(container), detail: 'occurs more than once in its object' }];
}

/** The position of the current member or item; the whole body before the first container. */
function getCurrentPointer(container: Container | undefined): string {
  return container ? joinPointer(container.pointer, String(container.current)) : '';
}
