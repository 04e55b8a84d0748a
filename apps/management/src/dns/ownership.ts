import type { DnsReservation, DnsRecord } from './dns-provider.js';
import { NameTakenError } from './name-taken.error.js';
import type { ReservedNames, ZoneChange, ZoneRecord } from './zone.js';

/**
 * Determines which records belong to Latchkey. Each record at NAME has a TXT record at `_latchkey.NAME`, because a CNAME allows no other
 * record at its own name. The TXT record contains the owner and the record's value, so that another record at the same name, or a replaced
 * record, does not count as Latchkey's.
 */
const OWNERSHIP_MARK = /^heritage=latchkey,domain=([0-9a-f-]{36}),record=(A|AAAA|CNAME)\/([^,]+)$/;

/** The name of the ownership records for a name. */
export function getOwnershipName(name: string): string {
  return `_latchkey.${name}`;
}

export function getRecordNames({ name }: DnsReservation): ReservedNames {
  return [name, getOwnershipName(name)];
}

/** The text of a record's ownership record: one character-string (RFC 1035 section 3.3.14) of at most 255 octets. */
export function getOwnershipMark(owner: string, { type, value }: DnsRecord): string {
  return `heritage=latchkey,domain=${owner},record=${type}/${value}`;
}

interface RecordParts {
  /** This owner's ownership records, and the records that they name. */
  marks: { mark: ZoneRecord; record: DnsRecord }[];
  /** This owner's records. */
  own: ZoneRecord[];
  /** All other records at either name. */
  foreign: ZoneRecord[];
}

const same = (one: DnsRecord | ZoneRecord, other: DnsRecord | ZoneRecord): boolean => one.type === other.type && one.value === other.value;

function sort(claim: DnsReservation, seen: readonly ZoneRecord[]): RecordParts {
  const [name, marksAt] = getRecordNames(claim);
  const marks = seen.flatMap((mark) => {
    const [, owner, type, value] = (mark.name === marksAt && mark.type === 'TXT' && OWNERSHIP_MARK.exec(mark.value)) || [];
    return owner === claim.owner ? [{ mark, record: { type: type as DnsRecord['type'], value: value! } }] : [];
  });
  const own = seen.filter((each) => each.name === name && marks.some(({ record }) => same(record, each)));
  const foreign = seen.filter((each) => !own.includes(each) && !marks.some(({ mark }) => mark === each));
  return { marks, own, foreign };
}

/** The records at the name that belong to the owner. */
export function ownRecords(claim: DnsReservation, seen: readonly ZoneRecord[]): DnsRecord[] {
  return sort(claim, seen).own.map(({ type, value }) => ({ type: type as DnsRecord['type'], value }));
}

/**
 * Computes the change after which the owner has exactly these records.
 *
 * @returns null if there is nothing to do
 * @throws NameTakenError
 */
export function planReservation(claim: DnsReservation, wanted: readonly DnsRecord[], seen: readonly ZoneRecord[]): ZoneChange | null {
  const [name, marksAt] = getRecordNames(claim);
  const { marks, own, foreign } = sort(claim, seen);
  const missing = wanted.filter((record) => !own.some((each) => same(each, record)));
  const unmarked = wanted.filter((record) => !marks.some((each) => same(each.record, record)));
  const isWanted = (each: DnsRecord | ZoneRecord): boolean => wanted.some((record) => same(each, record));
  const leftBehind = marks.filter(({ record }) => !isWanted(record));
  const superfluous = [...own.filter((each) => !isWanted(each)), ...leftBehind.map(({ mark }) => mark)];
  if (missing.length + unmarked.length + superfluous.length === 0) return null;
  // Keeps the owner's records when someone adds others to the name.
  if (foreign.length > 0 && missing.length + unmarked.length > 0) throw new NameTakenError();
  const add = [
    ...unmarked.map((record) => ({ name: marksAt, type: 'TXT', value: getOwnershipMark(claim.owner, record) })),
    ...missing.map(({ type, value }) => ({ name, type, value })),
  ];
  const required = marks.filter(({ record }) => missing.some((each) => same(each, record))).map(({ mark }) => mark);
  return { names: getRecordNames(claim), seen, add, remove: superfluous, required, isDoubtful: hasLostOwnership(leftBehind, own) };
}

/** Computes the change after which the owner has no records. @returns null if there is nothing to do */
export function planRemoval(claim: DnsReservation, seen: readonly ZoneRecord[]): ZoneChange | null {
  const { marks, own } = sort(claim, seen);
  const remove = [...own, ...marks.map(({ mark }) => mark)];
  if (remove.length === 0) return null;
  return { names: getRecordNames(claim), seen, add: [], remove, required: [], isDoubtful: hasLostOwnership(marks, own) };
}

/** Whether an ownership record has no record. */
function hasLostOwnership(marks: RecordParts['marks'], own: readonly ZoneRecord[]): boolean {
  return marks.some(({ record }) => !own.some((each) => same(each, record)));
}
