import { fingerprint } from '@latchkey/crypto';
import { isUuid, normalizeSub } from '@latchkey/oauth';

/**
 * The form of an id that stands for a text: a UUID of version 8, which RFC 9562 section 5.8 leaves to its maker, made from a name as in
 * appendix B.2. Version, variant and the first 16 bits are fixed; the other 104 are of the hash.
 */
const ID_OF_TEXT = /^1a7c[0-9a-f]{4}-[0-9a-f]{4}-8[0-9a-f]{3}-b[0-9a-f]{3}-[0-9a-f]{12}$/;

/**
 * The id of a user in the columns `sub` and in all keys: the `sub` if it is a UUID, otherwise a UUID made from domain and `sub`. A UUID in
 * the form of such an id counts as a text, so that no `sub` is read as the id of another one.
 */
// control: the id that stands for a text is no sub
export function userIdOf(domainId: string, sub: string): string {
  return findUuid(sub) ?? createId(fingerprint('user id', domainId, normalizeSub(sub)).toString('hex'));
}

/** The columns `sub_text`: the `sub` if its id only stands for it; null if it is the id. */
export function subTextOf(sub: string): string | null {
  return findUuid(sub) === null ? normalizeSub(sub) : null;
}

/** A key or other values of a user, with the id in place of the `sub`. */
export function withUserId<T extends { domainId: string; sub: string }>(values: T): T {
  return { ...values, sub: userIdOf(values.domainId, values.sub) };
}

/** SQL: the `sub` of a row of this table, which has the columns `sub` and `sub_text`. */
export function selectSub(table: string): string {
  return `coalesce(${table}.sub_text, ${table}.sub::text)`;
}

/** SQL: the `sub` of the user whose id is in this row; null if there is no such user. */
export function selectSubOfOwner(table: string): string {
  return `(SELECT ${selectSub('owner')} FROM end_user AS owner WHERE owner.domain_id = ${table}.domain_id AND owner.sub = ${table}.sub)`;
}

function findUuid(sub: string): string | null {
  if (!isUuid(sub)) return null;
  const id = sub.toLowerCase();
  return ID_OF_TEXT.test(id) ? null : id;
}

function createId(hex: string): string {
  return `1a7c${hex.slice(0, 4)}-${hex.slice(4, 8)}-8${hex.slice(8, 11)}-b${hex.slice(11, 14)}-${hex.slice(14, 26)}`;
}
