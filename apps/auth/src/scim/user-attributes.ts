import { isDeepStrictEqual } from 'node:util';
import { CLAIM_TYPES } from '@latchkey/oauth';
import type { Attributes } from '@latchkey/persistence';
import { isObject, type JsonObject } from '@latchkey/user';
import { ENTERPRISE_SCHEMA } from './scim-protocol.js';

/** The attribute of a user for each simple attribute of SCIM, by its path. */
const NAMES: readonly [path: readonly string[], name: string][] = [
  [['userName'], 'preferred_username'],
  [['externalId'], 'external_id'],
  [['name', 'formatted'], 'name'],
  [['name', 'familyName'], 'family_name'],
  [['name', 'givenName'], 'given_name'],
  [['name', 'middleName'], 'middle_name'],
  [['name', 'honorificPrefix'], 'honorific_prefix'],
  [['name', 'honorificSuffix'], 'honorific_suffix'],
  [['displayName'], 'display_name'],
  [['nickName'], 'nickname'],
  [['profileUrl'], 'profile'],
  [['title'], 'title'],
  [['userType'], 'user_type'],
  [['preferredLanguage'], 'preferred_language'],
  [['locale'], 'locale'],
  [['timezone'], 'zoneinfo'],
  [[ENTERPRISE_SCHEMA, 'employeeNumber'], 'employee_number'],
  [[ENTERPRISE_SCHEMA, 'costCenter'], 'cost_center'],
  [[ENTERPRISE_SCHEMA, 'organization'], 'organization'],
  [[ENTERPRISE_SCHEMA, 'division'], 'division'],
  [[ENTERPRISE_SCHEMA, 'department'], 'department'],
  [[ENTERPRISE_SCHEMA, 'manager'], 'manager'],
];

/** Claims whose values OpenID Connect restricts more than SCIM does, such as `en_US` as a locale, and the attributes for other values. */
const RESTRICTED: Readonly<Record<string, string>> = { locale: 'scim_locale', zoneinfo: 'scim_timezone' };

/** A list of SCIM, the attribute that stores it, and the claim that its primary value is. */
interface ListMapping {
  path: string;
  name: string;
  claim: string;
  /** @returns undefined if the value cannot be the claim */
  toClaim(value: JsonObject): unknown;
  fromClaim(claim: unknown): JsonObject;
}

const LISTS: readonly ListMapping[] = [
  {
    path: 'emails',
    name: 'emails',
    claim: 'email',
    toClaim: ({ value }) => value,
    fromClaim: (value) => ({ value, type: 'work' }),
  },
  {
    path: 'phoneNumbers',
    name: 'phone_numbers',
    claim: 'phone_number',
    toClaim: ({ value }) => (CLAIM_TYPES.get('phone_number')!(value) === null ? value : undefined),
    fromClaim: (value) => ({ value, type: 'work' }),
  },
  { path: 'addresses', name: 'addresses', claim: 'address', toClaim: toAddressClaim, fromClaim: fromAddressClaim },
];

/** The members of the claim `address` (OpenID Connect Core section 5.1.1), by those of SCIM. */
const ADDRESS: readonly [string, string][] = [
  ['formatted', 'formatted'],
  ['streetAddress', 'street_address'],
  ['locality', 'locality'],
  ['region', 'region'],
  ['postalCode', 'postal_code'],
  ['country', 'country'],
];
/** What an operator or a user has verified is no longer verified once it changes. */
const VERIFIED: readonly [string, string][] = [
  ['email', 'email_verified'],
  ['phone_number', 'phone_number_verified'],
];

/** A user as a SCIM resource, without what the service adds. */
export function toResource(attributes: Attributes, active: boolean): JsonObject {
  const resource: JsonObject = { active };
  for (const [path, name] of NAMES) {
    const value = attributes[name] ?? attributes[RESTRICTED[name] ?? ''];
    if (value === undefined || (name === 'manager' ? !isObject(value) : typeof value !== 'string')) continue;
    const [first, second] = path as [string, string?];
    if (second === undefined) resource[first] = value;
    else resource[first] = { ...(resource[first] as JsonObject | undefined), [second]: value };
  }
  for (const list of LISTS) {
    const values = readList(list, attributes);
    if (values.length > 0) resource[list.path] = values;
  }
  return resource;
}

/**
 * The merge patch (RFC 7396) that makes a user the one of a SCIM resource. Attributes that SCIM does not know stay.
 *
 * @param stored the current attributes; empty for a new user
 */
export function toPatch(resource: JsonObject, stored: Attributes): JsonObject {
  const wanted = new Map<string, unknown>(NAMES.map(([path, name]) => [name, getAssigned(resource, path)]));
  if (wanted.get('name') === null) wanted.set('name', findFullName(resource));
  for (const [name, other] of Object.entries(RESTRICTED)) {
    const value = wanted.get(name);
    const isClaim = value === null || CLAIM_TYPES.get(name)!(value) === null;
    wanted.set(name, isClaim ? value : null).set(other, isClaim ? null : value);
  }
  for (const list of LISTS) {
    const values = keepOnePrimary((resource[list.path] as JsonObject[] | undefined) ?? []);
    const primary = findPrimary(values);
    wanted.set(list.name, values.length === 0 ? null : values);
    wanted.set(list.claim, (primary && list.toClaim(primary)) ?? null);
  }
  for (const [claim, verified] of VERIFIED)
    if (Object.hasOwn(stored, verified) && wanted.get(claim) !== (stored[claim] ?? null)) wanted.set(verified, null);
  const changed = [...wanted].filter(([name, value]) => !isDeepStrictEqual(value, stored[name] ?? null));
  return Object.fromEntries(changed.map(([name, value]) => [name, replaceMembers(stored[name], value)]));
}

/** The name in SCIM of the attribute at a JSON Pointer, for messages. */
export function nameInScim(pointer: string): string {
  const name = pointer.split('/')[1] ?? '';
  const [path] = NAMES.find(([, each]) => each === name) ?? [];
  if (path) return path[0] === ENTERPRISE_SCHEMA ? path.join(':') : path.join('.');
  return LISTS.find((list) => list.claim === name || list.name === name)?.path ?? (name === '' ? 'the user' : name);
}

/** Management may have changed the claim since; it wins over the list. */
function readList({ name, claim, toClaim, fromClaim }: ListMapping, attributes: Attributes): JsonObject[] {
  const stored = attributes[name];
  const values = Array.isArray(stored) ? (stored as unknown[]).filter(isObject) : [];
  const current = attributes[claim];
  const primary = findPrimary(values);
  if (isDeepStrictEqual(primary && toClaim(primary), current)) return values;
  const others = values.filter((value) => value !== primary);
  return current === undefined ? others : [{ ...fromClaim(current), primary: true }, ...others];
}

/** The value that is marked, otherwise the first. */
function findPrimary(values: readonly JsonObject[]): JsonObject | undefined {
  return values.find((value) => value['primary'] === true) ?? values[0];
}

/** Of several marked values the last is kept, because a client adds it so: RFC 7644 section 3.5.2. */
function keepOnePrimary(values: readonly JsonObject[]): JsonObject[] {
  const kept = values.filter((value) => Object.keys(value).some((name) => name !== 'type' && name !== 'primary' && name !== 'display'));
  const marked = kept.findLastIndex((value) => value['primary'] === true);
  return kept.map((value, n) => (value['primary'] === true && n !== marked ? { ...value, primary: false } : value));
}

function findFullName(resource: JsonObject): unknown {
  const { givenName, familyName } = (resource['name'] ?? {}) as JsonObject;
  const joined = [givenName, familyName].filter((part) => typeof part === 'string').join(' ');
  return resource['displayName'] ?? (joined || (resource['userName'] ?? null));
}

/** @returns null for what is unassigned, such as a manager without members */
function getAssigned(resource: JsonObject, path: readonly string[]): unknown {
  const value = getMember(resource, path) ?? null;
  return isObject(value) && Object.keys(value).length === 0 ? null : value;
}

function getMember(resource: JsonObject, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), resource);
}

/** A merge patch merges objects; here the new one replaces the old. */
function replaceMembers(stored: unknown, value: unknown): unknown {
  if (!isObject(value) || !isObject(stored)) return value;
  return { ...Object.fromEntries(Object.keys(stored).map((name) => [name, null])), ...value };
}

function toAddressClaim(value: JsonObject): JsonObject {
  return Object.fromEntries(ADDRESS.flatMap(([scim, claim]) => (value[scim] === undefined ? [] : [[claim, value[scim]]])));
}

function fromAddressClaim(claim: unknown): JsonObject {
  if (!isObject(claim)) return {};
  const members = ADDRESS.flatMap(([scim, name]) => (typeof claim[name] === 'string' ? [[scim, claim[name]]] : []));
  return { ...Object.fromEntries(members), type: 'work' };
}
