import { isObject, type JsonObject } from '@latchkey/user';
import { findAttribute, listCoreAttributes, splitUrn, type ScimAttribute, type ScimResourceType } from './scim-schema.js';

const MAX_VALUES = 100;
const BOOLEAN = /^(true|false)$/i;

/** What a request has of a resource, with the names of the schemas, and everything that is wrong with it. */
export interface ReadResource {
  resource: JsonObject;
  violations: string[];
}

/**
 * Reads a resource of a request. Names count without regard to case; unknown and read-only attributes are ignored (RFC 7644 section 3.3).
 * The names of the result are those of the schema, never those of the request.
 */
export function readResource(type: ScimResourceType, body: unknown): ReadResource {
  const violations: string[] = [];
  if (!isObject(body)) return { resource: {}, violations: ['the body must be a JSON object'] };
  const resource = readMembers(listCoreAttributes(type), body, { prefix: '', violations });
  for (const [name, value] of Object.entries(body)) {
    const extension = name.includes(':') ? splitUrn(type, name) : null;
    if (!extension?.extension || extension.rest !== '') continue;
    const { id, attributes } = extension.extension;
    if (isObject(value)) resource[id] = readMembers(attributes, value, { prefix: `${id}:`, violations });
    else if (value !== null) violations.push(`${id} must be an object`);
  }
  return { resource, violations };
}

/** Where a value stands, and what is wrong so far. */
interface Place {
  prefix: string;
  violations: string[];
}

/**
 * Reads a value of an attribute. Some clients send booleans as strings, one value in place of a list, and the id in place of a complex value.
 *
 * @returns undefined if it is unassigned: RFC 7643 section 2.5
 */
export function readValue(attribute: ScimAttribute, value: unknown, { prefix, violations }: Place): unknown {
  const name = `${prefix}${attribute.name}`;
  if (value === null || value === undefined) return undefined;
  if (!attribute.multiValued) return readSingle(attribute, value, { prefix: name, violations });
  const values = Array.isArray(value) ? (value as unknown[]) : [value];
  if (values.length > MAX_VALUES && attribute.name !== 'members') {
    violations.push(`${name} must have at most ${MAX_VALUES} values`);
    return undefined;
  }
  const read = values.map((each) => readSingle(attribute, each, { prefix: name, violations })).filter(isAssigned);
  return read.length === 0 ? undefined : read;
}

function readSingle(attribute: ScimAttribute, value: unknown, { prefix: name, violations }: Place): unknown {
  if (value === null) return undefined;
  switch (attribute.type) {
    case 'boolean':
      if (typeof value === 'string' && BOOLEAN.test(value)) return value.toLowerCase() === 'true';
      if (typeof value !== 'boolean') violations.push(`${name} must be true or false`);
      return value;
    case 'complex':
      if (isObject(value)) return readMembers(attribute.subAttributes!, value, { prefix: `${name}.`, violations });
      if (typeof value === 'string' && findAttribute(attribute.subAttributes!, 'value')) return value === '' ? undefined : { value };
      violations.push(`${name} must be an object`);
      return undefined;
    case 'string':
    case 'reference':
      if (typeof value !== 'string') violations.push(`${name} must be a string`);
      return value === '' ? undefined : value;
  }
}

function readMembers(attributes: readonly ScimAttribute[], body: JsonObject, { prefix, violations }: Place): JsonObject {
  const read = Object.entries(body).flatMap(([name, value]): [string, unknown][] => {
    const attribute = findAttribute(attributes, name);
    if (!attribute || attribute.mutability === 'readOnly') return [];
    const result = readValue(attribute, value, { prefix, violations });
    return result === undefined ? [] : [[attribute.name, result]];
  });
  // Defines properties where an assignment would follow __proto__.
  return Object.fromEntries(read);
}

function isAssigned(value: unknown): boolean {
  return value !== undefined && !(isObject(value) && Object.keys(value).length === 0);
}
