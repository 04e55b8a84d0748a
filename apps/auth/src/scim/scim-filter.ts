import { fold } from '@latchkey/oauth';
import type { UserLookup } from '@latchkey/persistence';
import { isObject } from '@latchkey/user';
import { filter as createTester, parse, type Filter } from 'scim2-parse-filter';
import { formatPath, isReadable, parsePath, type ScimPath } from './scim-path.js';
import { ENTERPRISE_SCHEMA } from './scim-protocol.js';
import type { ScimAttribute, ScimResourceType } from './scim-schema.js';
import { ScimError } from './scim.error.js';

type Comparison = Extract<Filter, { compValue: unknown }>;

/** The number of values that a filter looks up. */
const MAX_LOOKUPS = 20;
const BOOLEAN = /^(true|false)$/i;

/** How an index finds the users whose attribute equals a value. */
const INDEXED: Readonly<Record<string, (value: string) => UserLookup>> = {
  id: (value) => ({ by: 'id', value }),
  userName: (value) => ({ by: 'username', value }),
  'emails.value': (value) => ({ by: 'email', value }),
  externalId: (value) => ({ by: 'attribute', name: 'external_id', value }),
  [`${ENTERPRISE_SCHEMA}:employeeNumber`]: (value) => ({ by: 'attribute', name: 'employee_number', value }),
};

/** Parses a filter, with the names of the schema, and texts folded where case does not matter. @throws ScimError invalidFilter */
export function parseFilter(type: ScimResourceType, text: string): Filter {
  if (!isReadable(text)) throw createFilterError('The filter must have at most 1000 characters, none of them a control character.');
  try {
    return resolve(parse(text), (path) => parsePath(type, path));
  } catch (error) {
    if (error instanceof ScimError) throw error;
    throw createFilterError('The filter cannot be read. An example: userName eq "bjensen@example.com"');
  }
}

/** Parses the filter between the brackets of a path. @throws ScimError invalidFilter */
export function parseValueFilter(path: ScimPath): Filter {
  return resolve(parse(path.filter!), (name) => parseSubPath(path, name));
}

/** Whether a resource, as it is shown, matches. */
export function createMatcher(filter: Filter): (resource: object) => boolean {
  const test = createTester(filter);
  return (resource) => test(foldAll(resource));
}

/**
 * The values by which indexes find every user that a filter can match.
 *
 * @throws ScimError invalidFilter if there are none: the filter would read all users of the domain
 */
export function listLookups(filter: Filter): UserLookup[] {
  const lookups = findLookups(filter, '');
  // control: a filter that no index serves is refused
  if (!lookups)
    throw createFilterError(
      `A filter must compare one of ${Object.keys(INDEXED).join(', ')} with eq; and adds conditions, or adds values.`,
    );
  if (lookups.length > MAX_LOOKUPS) throw new ScimError(400, `A filter must name at most ${MAX_LOOKUPS} values.`, 'tooMany');
  return lookups;
}

export function createFilterError(detail: string): ScimError {
  return new ScimError(400, detail, 'invalidFilter');
}

/** @param prefix of the attributes within brackets @returns null if an index finds only some of the matches */
function findLookups(filter: Filter, prefix: string): UserLookup[] | null {
  if (filter.op === '[]') return findLookups(filter.valFilter, `${filter.attrPath}.`);
  if (filter.op === 'and') return filter.filters.map((each) => findLookups(each, prefix)).find((each) => each !== null) ?? null;
  if (filter.op === 'or') {
    const all = filter.filters.map((each) => findLookups(each, prefix));
    return all.every((each) => each !== null) ? all.flat() : null;
  }
  if (filter.op !== 'eq') return null;
  const path = `${prefix}${filter.attrPath}`;
  return Object.hasOwn(INDEXED, path) && typeof filter.compValue === 'string' ? [INDEXED[path]!(filter.compValue)] : null;
}

/** @param find the attribute that a name means */
function resolve(filter: Filter, find: (path: string) => ScimPath | null): Filter {
  if ('filters' in filter) return { op: filter.op, filters: filter.filters.map((each) => resolve(each, find)) };
  if ('filter' in filter) return { op: 'not', filter: resolve(filter.filter, find) };
  const path = requirePath(filter.attrPath, find);
  if ('valFilter' in filter)
    return { op: '[]', attrPath: formatPath(path), valFilter: resolve(filter.valFilter, (name) => parseSubPath(path, name)) };
  if (!('compValue' in filter)) return { op: 'pr', attrPath: formatPath(path) };
  const compared = withValue(path);
  const compValue = toComparable(compared.sub ?? compared.attribute, filter.compValue);
  return { op: filter.op, attrPath: formatPath(compared), compValue };
}

function requirePath(text: string, find: (path: string) => ScimPath | null): ScimPath {
  const path = find(text);
  if (!path || path.filter !== null) throw createFilterError(`The filter names ${text}, which is no attribute of the schema.`);
  return path;
}

/** A name within brackets. */
function parseSubPath({ attribute }: ScimPath, name: string): ScimPath | null {
  const sub = attribute.subAttributes?.find((each) => each.name.toLowerCase() === name.toLowerCase());
  return sub ? { extension: undefined, attribute: sub, filter: null, sub: undefined } : null;
}

/** A complex attribute is compared by its value: RFC 7643 section 2.4. */
function withValue(path: ScimPath): ScimPath {
  const value = path.sub ? undefined : path.attribute.subAttributes?.find(({ name }) => name === 'value');
  return value ? { ...path, sub: value } : path;
}

function toComparable({ type, caseExact }: ScimAttribute, value: Comparison['compValue']): Comparison['compValue'] {
  if (typeof value !== 'string') return value;
  if (type === 'boolean' && BOOLEAN.test(value)) return value.toLowerCase() === 'true';
  return caseExact ? value : fold(value);
}

/** Folds the texts for which case does not matter. Which these are, the schema says; ids are compared as they are. */
function foldAll(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return EXACT.has(name) ? value : fold(value);
  if (Array.isArray(value)) return value.map((each) => foldAll(each, name));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, foldAll(each, name === 'emails' || name === 'phoneNumbers' ? `${name}.${key}` : key)]),
  );
}

/** The names of attributes whose case matters. `value` is one, except of addresses to write to. */
const EXACT = new Set(['id', 'externalId', 'employeeNumber', 'value']);
