import { createScanner } from 'jsonc-parser';
import type { Fault } from '@latchkey/problem';
import { pointerTo } from './validators.js';

/** An object or array that is being read. */
interface Container {
  pointer: string;
  /** The names that an object has had so far; none for an array. */
  names?: Set<string>;
  /** The name of the member, or the index of the item, that is being read. */
  current: string | number;
}

/**
 * Every name that an object has had before, with a pointer to where it stands (RFC 8259 section 4).
 * Iterative, since a body may be nested as deeply as it is long.
 *
 * @param text valid JSON
 */
export function findDuplicateKeys(text: string): Fault[] {
  const scanner = createScanner(text, true);
  const containers: Container[] = [];
  const faults: Fault[] = [];
  let value = '';
  for (scanner.scan(); scanner.getTokenOffset() < text.length; scanner.scan()) {
    const container = containers.at(-1);
    const character = text[scanner.getTokenOffset()];
    if (character === '{') containers.push({ pointer: pointerInto(container), names: new Set(), current: '' });
    else if (character === '[') containers.push({ pointer: pointerInto(container), current: 0 });
    else if (character === '}' || character === ']') containers.pop();
    else if (character === ',' && typeof container?.current === 'number') container.current += 1;
    else if (character === ':' && container) faults.push(...enter(container, value));
    else value = scanner.getTokenValue();
  }
  return faults;
}

/** Goes on to the member of this name. */
function enter(container: Container, name: string): Fault[] {
  container.current = name;
  if (!container.names?.has(name)) {
    container.names?.add(name);
    return [];
  }
  return [{ pointer: pointerInto(container), detail: 'stands more than once in its object' }];
}

/** Where the member or item is that is being read; the whole body where there is no container yet. */
function pointerInto(container: Container | undefined): string {
  return container ? pointerTo(container.pointer, String(container.current)) : '';
}
