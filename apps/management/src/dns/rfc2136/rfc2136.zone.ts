import type { Answer as ResourceRecord } from 'dns-packet';
import ipaddr from 'ipaddr.js';
import { ChangedMeanwhileError } from '../changed-meanwhile.error.js';
import { DnsError } from '../dns.error.js';
import { NameTakenError } from '../name-taken.error.js';
import type { ReservedNames, Zone, ZoneChange, ZoneRecord } from '../zone.js';
import { NameServerConnection, type DnsAnswer, type NameServer } from './name-server.connection.js';
import { CLASSES, encodeData, TYPES, type WireRecord } from './wire.js';

/** The types of records at the name itself. */
const ADDRESSES = ['A', 'AAAA', 'CNAME'] as const;
/** Failed prerequisites: RFC 2136 section 3.2. */
const PREREQUISITE_RCODES: ReadonlySet<string> = new Set(['YXDOMAIN', 'YXRRSET', 'NXRRSET', 'NXDOMAIN']);
/** Errors that only an operator can fix, in the key, the zone or the server. */
const PERMANENT_RCODES: ReadonlySet<string> = new Set(['NOTAUTH', 'NOTZONE', 'REFUSED', 'NOTIMP', 'FORMERR']);
const EMPTY_DATA = Buffer.alloc(0);

export interface Rfc2136Options extends NameServer {
  /** A name in the zone. */
  zone: string;
  /** Seconds. */
  ttl: number;
}

/** A zone on a name server with dynamic updates. Each update has the records read before as its prerequisites (RFC 2136 section 2.4). */
export class Rfc2136Zone implements Zone {
  readonly staleness = 0;
  private apex: string | undefined;

  constructor(private readonly options: Rfc2136Options) {}

  /**
   * A name without ownership records is reported as empty. The prerequisites of an update verify that, and wildcards do not affect them.
   */
  async readRecords([name, marks]: ReservedNames, signal: AbortSignal): Promise<ZoneRecord[]> {
    using server = await NameServerConnection.open(this.options, signal);
    const seen = recordsOf(await server.query(marks, 'TXT'), marks);
    if (seen.length === 0) return [];
    for (const type of ADDRESSES) seen.push(...recordsOf(await server.query(name, type), name).filter((record) => record.type === type));
    return seen;
  }

  async change(change: ZoneChange, signal: AbortSignal): Promise<void> {
    using server = await NameServerConnection.open(this.options, signal);
    this.apex ??= await findApex(this.options.zone, server);
    const { rcode } = await server.update(this.apex, prerequisites(change), updates(change, this.options.ttl));
    if (PREREQUISITE_RCODES.has(rcode)) throw new ChangedMeanwhileError(rcode === 'YXDOMAIN' ? new NameTakenError() : undefined);
    expectNoError(rcode, 'the update');
  }
}

/** The zone that contains a name: the owner of the SOA record, which is in one of two sections (RFC 2308 section 2). */
async function findApex(name: string, server: NameServerConnection): Promise<string> {
  const { rcode, answers = [], authorities = [] } = await server.query(name, 'SOA');
  if (rcode !== 'NXDOMAIN') expectNoError(rcode, `the query for the zone of ${name}`);
  const soa = [...answers, ...authorities].find(({ type }) => type === 'SOA');
  if (!soa) throw new DnsError(`the name server does not serve ${name}`, true);
  return soa.name.toLowerCase();
}

function expectNoError(rcode: string, what: string): void {
  if (rcode !== 'NOERROR') throw new DnsError(`the name server refuses ${what}: ${rcode}`, PERMANENT_RCODES.has(rcode));
}

function recordsOf({ rcode, answers = [] }: DnsAnswer, name: string): ZoneRecord[] {
  if (rcode === 'NXDOMAIN') return [];
  expectNoError(rcode, 'a question');
  return answers
    .filter((answer) => answer.name.toLowerCase() === name)
    .map((answer) => ({ name, type: answer.type, ...contentOf(answer) }));
}

/** @returns raw: the record's data, if its value does not show how it is divided */
function contentOf(record: ResourceRecord): Pick<ZoneRecord, 'value' | 'raw'> {
  if (record.type === 'A' || record.type === 'AAAA') return { value: ipaddr.parse(record.data).toString() };
  if (record.type === 'CNAME') return { value: record.data.toLowerCase() };
  if (record.type !== 'TXT') return { value: '' };
  const strings = [record.data].flat().map((string) => Buffer.from(string as Buffer));
  const raw = Buffer.concat(strings.flatMap((string) => [Buffer.from([string.length]), string]));
  return { value: Buffer.concat(strings).toString('latin1'), raw };
}

/** The prerequisites: the records read at each changed name, or their absence. */
function prerequisites({ names: [name, marks], seen, add }: ZoneChange): WireRecord[] {
  const isEmpty = (each: string): boolean => !seen.some((record) => record.name === each);
  const empty = [name, marks].filter((each) => isEmpty(each) && add.some((record) => record.name === each));
  const lacking = empty.includes(name)
    ? []
    : ADDRESSES.filter((type) => !seen.some((record) => record.name === name && record.type === type));
  return [
    ...empty.map((each) => absent(each, 'ANY')),
    ...lacking.map((type) => absent(name, type)),
    ...seen.map((record) => wireRecord(record, CLASSES.IN, 0)),
  ];
}

/** RFC 2136 sections 2.4.3 and, of type ANY, 2.4.5. */
function absent(name: string, type: keyof typeof TYPES): WireRecord {
  return { name, type: TYPES[type], class: CLASSES.NONE, ttl: 0, data: EMPTY_DATA };
}

function updates({ add, remove }: ZoneChange, ttl: number): WireRecord[] {
  return [...remove.map((record) => wireRecord(record, CLASSES.NONE, 0)), ...add.map((record) => wireRecord(record, CLASSES.IN, ttl))];
}

function wireRecord(record: ZoneRecord, recordClass: number, ttl: number): WireRecord {
  const type = TYPES[record.type as keyof typeof TYPES];
  return { name: record.name, type, class: recordClass, ttl, data: (record.raw as Buffer | undefined) ?? encodeData(record) };
}
