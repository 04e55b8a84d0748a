import type { Change, ResourceRecord, ResourceRecordSet } from '@aws-sdk/client-route-53';
import { quote } from '../quoted-text.js';
import { normalizeName, normalizeValue } from '../record-value.js';
import type { ZoneChange, ZoneRecord } from '../zone.js';

/** A record as it was read, with its set. */
interface Raw {
  set: ResourceRecordSet;
  record?: ResourceRecord;
}

/** The records of a set. An alias has none, and counts as a foreign record. */
export function recordsOf(set: ResourceRecordSet): ZoneRecord[] {
  const [name, type] = [normalizeName(set.Name ?? ''), set.Type ?? ''];
  const records = set.ResourceRecords ?? [];
  if (records.length === 0) return [{ name, type, value: '(alias)', raw: { set } satisfies Raw }];
  return records.map((record) => ({ name, type, value: normalizeValue(type, record.Value ?? ''), raw: { set, record } satisfies Raw }));
}

/**
 * The batch of a change. Each changed or required record set is deleted as it was read, and created again. Deletions come first, because a
 * CNAME allows no other record at its name.
 */
export function changeBatch(change: ZoneChange, ttl: number): Change[] {
  const keys = new Map([...change.remove, ...change.required, ...change.add].map(({ name, type }) => [`${name} ${type}`, { name, type }]));
  const parts = [...keys.values()].map((key) => changesOfKind(key, change, ttl));
  return [...parts.flatMap(({ deletions }) => deletions), ...parts.flatMap(({ creations }) => creations)];
}

function changesOfKind(key: Pick<ZoneRecord, 'name' | 'type'>, { seen, add, remove, required }: ZoneChange, ttl: number) {
  const isOfKind = ({ name, type }: ZoneRecord): boolean => name === key.name && type === key.type;
  const added = add.filter(isOfKind).map(newRecord);
  const raws = (records: readonly ZoneRecord[]) => records.filter(isOfKind).map(({ raw }) => raw as Raw);
  const before = [...new Set(raws(added.length > 0 ? seen : [...remove, ...required]).map(({ set }) => set))];
  const kept = raws(seen.filter((record) => !remove.includes(record)));
  const after = before.map((set, n): ResourceRecordSet => {
    const records = kept.filter((raw) => raw.set === set).map(({ record }) => record!);
    return { ...set, ResourceRecords: n === 0 ? [...records, ...added] : records };
  });
  if (before.length === 0) {
    after.push({ Name: `${key.name}.`, Type: key.type as ResourceRecordSet['Type'], TTL: ttl, ResourceRecords: added });
  }
  return {
    deletions: before.map((ResourceRecordSet): Change => ({ Action: 'DELETE', ResourceRecordSet })),
    creations: after
      .filter(({ ResourceRecords }) => ResourceRecords!.length > 0)
      .map((ResourceRecordSet): Change => ({ Action: 'CREATE', ResourceRecordSet })),
  };
}

function newRecord({ type, value }: ZoneRecord): ResourceRecord {
  if (type === 'TXT') return { Value: quote(value) };
  return { Value: type === 'CNAME' ? `${value}.` : value };
}
