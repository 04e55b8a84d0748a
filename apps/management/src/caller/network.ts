import ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';

/** A CIDR block (RFC 4632 section 3.1, RFC 4291 section 2.3). */
interface Network {
  /** Its first address. */
  base: ipaddr.IPv4 | ipaddr.IPv6;
  prefix: number;
  /** The address in the text. */
  address: ipaddr.IPv4 | ipaddr.IPv6;
}

/** RFC 4291 section 2.5.5.2: the last 32 bits are the IPv4 address. */
const MAPPED_PREFIX = 96;

/** @returns the error of a CIDR block, or null; of a block that does not start at its address, the error names the one that does */
export function findNetworkViolation(value: unknown): string | null {
  const network = typeof value === 'string' ? parse(value) : null;
  if (network === null) return 'must be a CIDR block such as 10.0.0.0/8, 203.0.113.7/32 or 2001:db8::/32';
  return network.address.toString() === network.base.toString() ? null : `must start at its first address: ${format(network)}`;
}

/** The canonical text of a CIDR block: RFC 5952, and IPv4 for mapped IPv6 addresses, as requests have it. Null if it is none. */
export function canonicalizeNetwork(text: string): string | null {
  const network = parse(text);
  return network && format(network);
}

/** Whether an address is in one of the networks. */
export function isInNetworks(text: string, networks: readonly string[]): boolean {
  const address = ipaddr.process(text);
  const single = { base: address, prefix: address.kind() === 'ipv4' ? 32 : 128 };
  return networks.some((each) => contains(parse(each)!, single));
}

/** Whether a network is a part of one of the networks. */
export function isWithinNetworks(network: string, networks: readonly string[]): boolean {
  return networks.some((each) => contains(parse(each)!, parse(network)!));
}

type Block = Pick<Network, 'base' | 'prefix'>;

function format({ base, prefix }: Block): string {
  return `${base.toString()}/${prefix}`;
}

function contains(outer: Block, inner: Block): boolean {
  return outer.base.kind() === inner.base.kind() && outer.prefix <= inner.prefix && inner.base.match(outer.base, outer.prefix);
}

function parse(text: string): Network | null {
  const [, address = '', length = ''] = /^([^/]*)\/(\d{1,3})$/.exec(text) ?? [];
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  if (Number(length) > longest || address.includes('%')) return null;
  const whole = ipaddr.parse(address);
  const isMapped = whole instanceof ipaddr.IPv6 && whole.isIPv4MappedAddress() && Number(length) >= MAPPED_PREFIX;
  const [own, prefix] = isMapped ? [whole.toIPv4Address(), Number(length) - MAPPED_PREFIX] : [whole, Number(length)];
  const bytes = own.toByteArray().map((byte, index) => byte & ~(0xff >> Math.min(8, Math.max(0, prefix - index * 8))));
  return { base: ipaddr.fromByteArray(bytes), prefix, address: own };
}
