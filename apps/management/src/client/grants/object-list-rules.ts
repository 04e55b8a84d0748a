import type { Violation } from '@latchkey/problem';
import { isObject } from '../../http/merge-patch.js';
import { joinPointer } from '../../http/json-pointer.js';

interface ListRules {
  /** The only member of the object. */
  name: string;
  /** The most items that it has. */
  max: number;
  /** The errors of an item, with pointers into it. */
  find(item: unknown): Violation[];
}

/** Every error of an object with one list, whose items have different issuers. */
export function findListViolations(value: unknown, { name, max, find }: ListRules): Violation[] {
  const items = isObject(value) ? value[name] : undefined;
  if (!isObject(value) || !Array.isArray(items)) return [{ pointer: '', detail: `must be null or an object with the list ${name}` }];
  const unknown = listUnknownProperties(value, [name]);
  if (items.length < 1 || items.length > max) return [...unknown, { pointer: `/${name}`, detail: `must have 1 to ${max} items` }];
  const issuers = items.map((item) => (isObject(item) ? item['issuer'] : undefined));
  const violations = items.flatMap((item, index) => {
    const isRepeated = issuers[index] !== undefined && issuers.indexOf(issuers[index]) !== index;
    const repeated = isRepeated ? [{ pointer: '/issuer', detail: 'occurs here more than once' }] : [];
    return [...find(item), ...repeated].map(({ pointer, detail }) => ({ pointer: `/${name}/${index}${pointer}`, detail }));
  });
  return [...unknown, ...violations];
}

export function listUnknownProperties(value: object, known: readonly string[]): Violation[] {
  const unknown = Object.keys(value).filter((name) => !known.includes(name));
  return unknown.map((name) => ({ pointer: joinPointer('', name), detail: 'is not a property of this request' }));
}
