import { isObject, type JsonObject } from '@latchkey/user';
import { LIST_RESPONSE, MAX_RESULTS } from './scim-protocol.js';
import { createInvalidValueError } from './scim.error.js';

/** Which attributes a response has: RFC 7644 section 3.9. */
export interface Projection {
  /** Lower-cased paths; null for all. */
  attributes: readonly string[] | null;
  excluded: readonly string[];
}

/** A query of a list: RFC 7644 section 3.4.2. */
export interface ListQuery extends Projection {
  filter: string | null;
  /** From 0. */
  offset: number;
  limit: number;
}

/** Reads a query of the URL, or a SearchRequest. Sorting is not supported, and ignored. @throws ScimError invalidValue */
export function readListQuery(query: JsonObject): ListQuery {
  const violations: string[] = [];
  const { filter, startIndex, count } = query;
  if (filter !== undefined && typeof filter !== 'string') violations.push('filter must be one string');
  const start = readInteger('startIndex', startIndex ?? 1, violations);
  const limit = readInteger('count', count ?? MAX_RESULTS, violations);
  const projection = readProjectionInto(query, violations);
  if (violations.length > 0) throw createInvalidValueError(violations);
  return {
    ...projection,
    filter: typeof filter === 'string' && filter.trim() !== '' ? filter : null,
    offset: Math.max(1, start) - 1,
    limit: Math.min(MAX_RESULTS, Math.max(0, limit)),
  };
}

/** @throws ScimError invalidValue */
export function readProjection(query: JsonObject): Projection {
  const violations: string[] = [];
  const projection = readProjectionInto(query, violations);
  if (violations.length > 0) throw createInvalidValueError(violations);
  return projection;
}

/** Removes what is not asked for. `schemas`, `id` and `meta` stay. */
export function project(resource: JsonObject, { attributes, excluded }: Projection): JsonObject {
  if (attributes === null && excluded.length === 0) return resource;
  const names = attributes && [...attributes, 'schemas', 'id', 'meta'];
  const entries = Object.entries(resource).flatMap(([name, value]): [string, unknown][] => {
    const shown = projectMember(name.toLowerCase(), value, { attributes: names, excluded });
    return shown === undefined ? [] : [[name, shown]];
  });
  return Object.fromEntries(entries);
}

/** Whether an attribute is shown at all. @param name lower-cased */
export function includes({ attributes, excluded }: Projection, name: string): boolean {
  if (excluded.includes(name)) return false;
  return attributes === null || attributes.some((each) => each === name || each.startsWith(`${name}.`));
}

/** A page of a list: RFC 7644 section 3.4.2. */
export function createListResponse(resources: readonly JsonObject[], { offset, total }: { offset: number; total: number }): JsonObject {
  return { schemas: [LIST_RESPONSE], totalResults: total, startIndex: offset + 1, itemsPerPage: resources.length, Resources: resources };
}

function projectMember(name: string, value: unknown, { attributes, excluded }: Projection): unknown {
  if (excluded.includes(name) && name !== 'schemas' && name !== 'id') return undefined;
  if (attributes?.includes(name)) return value;
  const separator = name.startsWith('urn:') ? ':' : '.';
  const isPart = (path: string): boolean => path.startsWith(`${name}${separator}`);
  if (attributes && !attributes.some(isPart)) return undefined;
  if (!attributes && !excluded.some(isPart)) return value;
  const inner = (paths: readonly string[]): string[] => paths.filter(isPart).map((path) => path.slice(name.length + 1));
  const parts: Projection = { attributes: attributes && inner(attributes), excluded: inner(excluded) };
  return Array.isArray(value) ? value.map((each) => projectMembers(each, parts)) : projectMembers(value, parts);
}

function projectMembers(value: unknown, { attributes, excluded }: Projection): unknown {
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([name]) => {
    const key = name.toLowerCase();
    return !excluded.includes(key) && (attributes === null || attributes.some((path) => path === key || path.startsWith(`${key}.`)));
  });
  return Object.fromEntries(kept);
}

function readProjectionInto({ attributes, excludedAttributes }: JsonObject, violations: string[]): Projection {
  const listed = readNames('attributes', attributes, violations);
  const excluded = readNames('excludedAttributes', excludedAttributes, violations);
  return { attributes: listed.length === 0 ? null : listed, excluded };
}

/** A list with commas, or of JSON. The URI of the core schema before a name adds nothing. */
function readNames(name: string, value: unknown, violations: string[]): string[] {
  if (value === undefined) return [];
  const names = typeof value === 'string' ? value.split(',') : value;
  if (!Array.isArray(names) || names.some((each) => typeof each !== 'string')) {
    violations.push(`${name} must be a list of names of attributes, separated by commas`);
    return [];
  }
  return (names as string[])
    .map((each) =>
      each
        .trim()
        .toLowerCase()
        .replace(/^urn:ietf:params:scim:schemas:core:2\.0:(user|group):/, ''),
    )
    .filter((each) => each !== '');
}

function readInteger(name: string, value: unknown, violations: string[]): number {
  const isNumber = typeof value === 'number' ? Number.isSafeInteger(value) : typeof value === 'string' && /^-?\d{1,9}$/.test(value);
  if (!isNumber) violations.push(`${name} must be a whole number`);
  return Number(value);
}
