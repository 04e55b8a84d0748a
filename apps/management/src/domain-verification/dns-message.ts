import { decode, encode, CHECKING_DISABLED, RECURSION_DESIRED, type Answer, type RecordType } from 'dns-packet';
import { isIP, SocketAddress } from 'node:net';

/** A DNS question. */
export interface Question {
  name: string;
  type: 'A' | 'AAAA' | 'CAA' | 'CNAME' | 'MX' | 'NS' | 'SOA' | 'TXT';
  /** Asks a resolver to recurse (RD). */
  recursive?: boolean;
  /** Asks a resolver not to validate with DNSSEC (CD). */
  unchecked?: boolean;
}

/** A resource record with the part of its data that the checks need. */
export interface ResourceRecord {
  /** Its owner. */
  name: string;
  type: string;
  /** An address in canonical form, a host name, or the joined character-strings of a TXT record; otherwise empty. */
  value: string;
  caa?: { critical: boolean; tag: string; value: string };
}

export interface Reply {
  rcode: string;
  authoritative: boolean;
  /** Whether the server recurses (RA). */
  recursive: boolean;
  answers: ResourceRecord[];
  authorities: ResourceRecord[];
  additionals: ResourceRecord[];
}

/** RFC 9715: a datagram of this size is not fragmented. */
const UDP_SIZE = 1_232;
/** The maximum number of records to read in a section. No valid zone has more for these queries. */
const MAX_RECORDS = 200;
const TRUNCATED = 0x02;

/** The wire form of a question: RFC 1035 section 4.1, with EDNS (RFC 6891). */
export function encodeQuestion(id: number, { name, type, recursive, unchecked }: Question): Buffer {
  const flags = (recursive ? RECURSION_DESIRED : 0) | (unchecked ? CHECKING_DISABLED : 0);
  const edns = {
    type: 'OPT',
    name: '.',
    udpPayloadSize: UDP_SIZE,
    extendedRcode: 0,
    ednsVersion: 0,
    flags: 0,
    flag_do: false,
    options: [],
  } as const;
  return encode({ type: 'query', id, flags, questions: [{ name, type }], additionals: [edns as unknown as Answer] });
}

/** Whether the response did not fit into a datagram: RFC 1035 section 4.1.1. */
export function isTruncated(message: Buffer): boolean {
  return message.length > 2 && (message[2]! & TRUNCATED) !== 0;
}

/**
 * Parses a response. Anyone can send it, so its content is not trusted.
 *
 * @returns null if it does not answer the question, or cannot be read
 */
export function decodeReply(message: Buffer, id: number, question: Question): Reply | null {
  try {
    // The types omit the fields that the decoder adds to a message.
    const packet = decode(message) as ReturnType<typeof decode> & { rcode: string; flag_aa: boolean; flag_ra: boolean };
    const [asked] = packet.questions ?? [];
    if (
      // control: a DNS query is no reply
      packet.type !== 'response' ||
      // control: a DNS reply has the id of its query
      packet.id !== id ||
      asked?.type !== question.type
    )
      return null;
    // control: a DNS reply has the name of its query
    if (cleanName(asked.name) !== question.name) return null;
    return {
      rcode: packet.rcode,
      authoritative: packet.flag_aa,
      recursive: packet.flag_ra,
      answers: recordsOf(packet.answers),
      authorities: recordsOf(packet.authorities),
      additionals: recordsOf(packet.additionals),
    };
  } catch {
    return null;
  }
}

function recordsOf(section: readonly Answer[] = []): ResourceRecord[] {
  return section.slice(0, MAX_RECORDS).map((record) => {
    const { name, type } = record;
    return { name: cleanName(name), type: type as RecordType, ...dataOf(record) };
  });
}

function dataOf(record: Answer): Omit<ResourceRecord, 'name' | 'type'> {
  if (record.type === 'A' || record.type === 'AAAA') return { value: canonicalAddress(record.data) };
  if (record.type === 'CNAME' || record.type === 'NS') return { value: cleanName(record.data) };
  if (record.type === 'TXT')
    return {
      value: [record.data]
        .flat()
        .map((part) => Buffer.from(part).toString('latin1'))
        .join(''),
    };
  if (record.type !== 'CAA') return { value: '' };
  const { issuerCritical, tag, value } = record.data;
  return { value: '', caa: { critical: issuerCritical === true, tag: tag.toLowerCase().replaceAll(/[^a-z0-9]/g, '?'), value } };
}

/** Lower-cases a name, and keeps only host name characters, because names end up in messages and comparisons. */
function cleanName(name: string): string {
  return name
    .toLowerCase()
    .replace(/\.$/, '')
    .replaceAll(/[^a-z0-9._*-]/g, '?');
}

/** RFC 5952. */
export function canonicalAddress(address: string): string {
  return isIP(address) === 6 ? new SocketAddress({ address, family: 'ipv6' }).address : address;
}
