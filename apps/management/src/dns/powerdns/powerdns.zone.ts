import { USER_AGENT } from '@latchkey/observability';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { ChangedMeanwhileError } from '../changed-meanwhile.error.js';
import { DnsError } from '../dns.error.js';
import { quote } from '../quoted-text.js';
import { enclosingNames, normalizeName, normalizeValue } from '../record-value.js';
import type { ReservedNames, Zone, ZoneChange, ZoneRecord } from '../zone.js';

export interface PowerDnsOptions {
  /** The origin of the API. */
  url: string;
  apiKey: string;
  /** A name in the zone. */
  zone: string;
  /** Seconds. */
  ttl: number;
}

const zoneList = z.array(z.object({ id: z.string() }));
const content = z.object({ content: z.string(), disabled: z.boolean() });
const recordSet = z.object({ name: z.string(), type: z.string(), ttl: z.number(), records: z.array(content) });
const zoneDetails = z.object({ rrsets: z.array(recordSet) });

/** The record set that contained a record. Its other members are sent back unchanged. */
interface RawRecordSet {
  ttl: number;
  record: z.output<typeof content>;
}

/** Temporary errors: RFC 9110 section 15.5.9, RFC 6585 section 4. */
const TRANSIENT_STATUSES = new Set([408, 429]);

/**
 * A zone of PowerDNS Authoritative Server with its HTTP API. A change is one transaction, but the API has no preconditions: a concurrent
 * change to the same name between read and write is overwritten.
 */
export class PowerDnsZone implements Zone {
  readonly staleness = 0;
  private path: string | undefined;

  constructor(private readonly options: PowerDnsOptions) {}

  /**
   * Reads both names at the same time. Otherwise a record could be created with its ownership record between the two reads, and the
   * ownership record would seem to have no record.
   */
  async readRecords([name, marks]: ReservedNames, signal: AbortSignal): Promise<ZoneRecord[]> {
    let before = await this.recordsAt(name, signal);
    for (;;) {
      const marksFound = await this.recordsAt(marks, signal);
      const after = await this.recordsAt(name, signal);
      if (isDeepStrictEqual(before, after)) return [...after, ...marksFound];
      before = after;
    }
  }

  async change(change: ZoneChange, signal: AbortSignal): Promise<void> {
    const path = await this.findPath(signal);
    await this.call('PATCH', { path, body: { rrsets: buildRecordSets(change, this.options.ttl) }, signal });
  }

  private async recordsAt(name: string, signal: AbortSignal): Promise<ZoneRecord[]> {
    const path = `${await this.findPath(signal)}?rrset_name=${encodeURIComponent(`${name}.`)}`;
    const { rrsets } = zoneDetails.parse(await this.call('GET', { path, signal }));
    // Older servers ignore the filter and return everything.
    return rrsets.flatMap(recordsOf).filter((record) => record.name === name);
  }

  private async findPath(signal: AbortSignal): Promise<string> {
    if (this.path !== undefined) return this.path;
    for (const name of enclosingNames(this.options.zone)) {
      const path = `/api/v1/servers/localhost/zones?zone=${encodeURIComponent(`${name}.`)}`;
      const [zone] = zoneList.parse(await this.call('GET', { path, signal }));
      if (zone) return (this.path = `/api/v1/servers/localhost/zones/${encodeURIComponent(zone.id)}`);
    }
    throw new DnsError(`PowerDNS has no zone that contains ${this.options.zone}`, true);
  }

  /** @returns the body of the response, if it has one */
  private async call(method: 'GET' | 'PATCH', request: { path: string; body?: unknown; signal: AbortSignal }): Promise<unknown> {
    const { url, apiKey } = this.options;
    const headers = { 'X-API-Key': apiKey, 'Content-Type': 'application/json', 'User-Agent': USER_AGENT };
    const init = { method, headers, signal: request.signal, redirect: 'error', body: JSON.stringify(request.body) } as const;
    try {
      const response = await fetch(`${url}${request.path}`, init);
      const text = await response.text();
      if (response.ok) return text === '' ? undefined : JSON.parse(text);
      const { status } = response;
      // The change conflicts with existing records, such as a CNAME beside others.
      if (status === 422 && method === 'PATCH') throw new ChangedMeanwhileError();
      throw new DnsError(`PowerDNS answered ${method} with ${status}`, status < 500 && !TRANSIENT_STATUSES.has(status));
    } catch (error) {
      if (error instanceof DnsError) throw error;
      const { name, cause } = error as Error & { cause?: { code?: string } };
      throw new DnsError(`PowerDNS cannot be reached: ${cause?.code ?? name}`, false);
    }
  }
}

function recordsOf({ name, type, ttl, records }: z.output<typeof recordSet>): ZoneRecord[] {
  return records.map((record) => ({
    name: normalizeName(name),
    type,
    value: normalizeValue(type, record.content),
    raw: { ttl, record } satisfies RawRecordSet,
  }));
}

/**
 * The new content of each changed record set, with the ownership records as they were read. A concurrent removal cannot remove the
 * ownership record of a record created now.
 */
function buildRecordSets({ names, seen, add, remove }: ZoneChange, ttl: number): unknown[] {
  const marks = seen.filter(({ name, type }) => name === names[1] && type === 'TXT');
  const sets = new Map([...marks, ...remove, ...add].map(({ name, type }) => [`${name} ${type}`, { name, type }]));
  return [...sets.values()].map(({ name, type }) => {
    const isOfSet = (record: ZoneRecord): boolean => record.name === name && record.type === type;
    const kept = seen.filter((record) => isOfSet(record) && !remove.includes(record)).map(({ raw }) => raw as RawRecordSet);
    const added = add.filter(isOfSet).map((record) => ({ content: contentOf(record), disabled: false }));
    const records = [...kept.map(({ record }) => record), ...added];
    const set = { name: `${name}.`, type, ttl: kept[0]?.ttl ?? ttl };
    return records.length === 0 ? { ...set, changetype: 'DELETE' } : { ...set, changetype: 'REPLACE', records };
  });
}

function contentOf({ type, value }: ZoneRecord): string {
  if (type === 'TXT') return quote(value);
  return type === 'CNAME' ? `${value}.` : value;
}
