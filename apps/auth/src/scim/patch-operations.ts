import { isObject, type JsonObject } from '@latchkey/user';
import { scimPatch, type ScimPatchOperation, type ScimResource } from 'scim-patch';
import { stringify } from 'scim2-parse-filter';
import { parseValueFilter } from './scim-filter.js';
import { formatPath, parsePath, type ScimPath } from './scim-path.js';
import { MAX_OPERATIONS } from './scim-protocol.js';
import { readValue } from './scim-resource.js';
import { splitUrn, type ScimResourceType } from './scim-schema.js';
import { createInvalidValueError, ScimError } from './scim.error.js';

/** An operation with a path of the schema, and a value that was read by it. */
export interface PatchOperation {
  op: 'add' | 'remove' | 'replace';
  path: ScimPath;
  value: unknown;
}

const OPS = ['add', 'remove', 'replace'] as const;

/**
 * Reads the operations of a PATCH: RFC 7644 section 3.5.2. `op` may have any case, as Microsoft Entra sends it, and the members of a value
 * without a path may be paths.
 *
 * @throws ScimError invalidSyntax, invalidPath, invalidFilter, invalidValue, mutability
 */
export function readOperations(type: ScimResourceType, body: unknown): PatchOperation[] {
  const operations = isObject(body) ? Object.entries(body).find(([name]) => name.toLowerCase() === 'operations')?.[1] : undefined;
  if (!Array.isArray(operations) || operations.length === 0)
    throw new ScimError(400, 'Operations must be a list of at least one operation.', 'invalidSyntax');
  // control: a SCIM patch has a limited number of operations
  if (operations.length > MAX_OPERATIONS) throw new ScimError(413, `A PATCH must have at most ${MAX_OPERATIONS} operations.`);
  return operations.flatMap((operation: unknown) => readOperation(type, operation));
}

/** Applies operations to a resource as it is shown. @throws ScimError noTarget, invalidValue */
export function applyOperations(resource: JsonObject, operations: readonly PatchOperation[]): JsonObject {
  const patches = operations.map(({ op, path, value }) => {
    return { op, path: formatPath(path), ...(op !== 'remove' && { value }) } as ScimPatchOperation;
  });
  try {
    return scimPatch(structuredClone(resource) as unknown as ScimResource, patches) as unknown as JsonObject;
  } catch (error) {
    const { scimCode = null } = error as { scimCode?: ScimError['scimType'] };
    throw new ScimError(400, `The operations cannot be applied: ${(error as Error).message}. Nothing was changed.`, scimCode);
  }
}

function readOperation(type: ScimResourceType, operation: unknown): PatchOperation[] {
  if (!isObject(operation)) throw new ScimError(400, 'Each of Operations must be an object.', 'invalidSyntax');
  const { op: sent, path, value } = operation;
  const op = OPS.find((each) => typeof sent === 'string' && each === sent.toLowerCase());
  if (!op) throw new ScimError(400, 'op must be add, remove or replace.', 'invalidSyntax');
  if (typeof path === 'string' && path !== '') return readAtPath(type, op, [path, value]);
  if (path !== undefined && path !== null && path !== '') throw new ScimError(400, 'path must be a string.', 'invalidPath');
  if (op === 'remove') throw new ScimError(400, 'remove needs a path.', 'noTarget');
  if (!isObject(value)) throw new ScimError(400, `${op} without a path needs an object as value.`, 'invalidValue');
  return Object.entries(value).flatMap((member) => readMember(type, op, member));
}

/** A member of a value without a path. Clients send whole resources; what is not theirs to change is ignored, as in a PUT. */
function readMember(type: ScimResourceType, op: PatchOperation['op'], [name, value]: [string, unknown]): PatchOperation[] {
  const path = parsePath(type, name);
  const isIgnored = name.toLowerCase() === 'schemas' || path?.attribute.mutability === 'readOnly';
  return isIgnored ? [] : readAtPath(type, op, [name, value]);
}

function readAtPath(type: ScimResourceType, op: PatchOperation['op'], [text, value]: [string, unknown]): PatchOperation[] {
  const urn = splitUrn(type, text);
  if (urn?.extension && urn.rest === '') return readExtension(type, op, [urn.extension.id, value]);
  const path = parsePath(type, text);
  if (!path) throw new ScimError(400, `The path ${JSON.stringify(text.slice(0, 200))} names no attribute of the schema.`, 'invalidPath');
  const { attribute, sub, filter } = path;
  if (attribute.mutability === 'readOnly' || sub?.mutability === 'readOnly')
    throw new ScimError(400, `${formatPath({ ...path, filter: null })} cannot be changed.`, 'mutability');
  const canonical = filter === null ? path : { ...path, filter: stringify(parseFilterOf(path)) };
  if (op === 'remove') return [{ op, path: canonical, value }];
  const violations: string[] = [];
  const single = filter !== null && !sub ? { ...attribute, multiValued: false } : (sub ?? attribute);
  const read = readValue(single, value, { prefix: '', violations });
  if (violations.length > 0) throw createInvalidValueError(violations);
  // Null is unassigned: RFC 7643 section 2.5.
  return read === undefined ? [{ op: 'remove', path: canonical, value: undefined }] : [{ op, path: canonical, value: read }];
}

function readExtension(type: ScimResourceType, op: PatchOperation['op'], [urn, value]: [string, unknown]): PatchOperation[] {
  const attributes = type.extensions.find(({ id }) => id === urn)!.attributes;
  if (op === 'remove') return attributes.flatMap(({ name }) => readAtPath(type, op, [`${urn}:${name}`, undefined]));
  if (!isObject(value)) throw createInvalidValueError([`${urn} must be an object`]);
  const members = Object.entries(value).filter(([name]) => name.toLowerCase() !== 'schemas');
  return members.flatMap(([name, each]) => readAtPath(type, op, [`${urn}:${name}`, each]));
}

function parseFilterOf(path: ScimPath): ReturnType<typeof parseValueFilter> {
  try {
    return parseValueFilter(path);
  } catch (error) {
    if (error instanceof ScimError) throw error;
    throw new ScimError(400, `The filter of the path of ${path.attribute.name} cannot be read.`, 'invalidPath');
  }
}
