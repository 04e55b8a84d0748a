import type { OutgoingAllow } from '@latchkey/config';
import ipaddr from 'ipaddr.js';
import { isPublicAddress } from './public-address.js';

/**
 * Cloud metadata addresses outside the link-local networks: Azure's WireServer, Alibaba Cloud, Oracle Cloud, AWS, Google Cloud and
 * Scaleway.
 */
const METADATA = new Set(
  ['168.63.129.16', '100.100.100.200', '192.0.0.192', 'fd00:ec2::254', 'fd20:ce::254', 'fd00:42::42'].map((text) =>
    ipaddr.parse(text).toString(),
  ),
);
/** No host, or a host on the same link. The last four hide translated IPv4 addresses. */
const FORBIDDEN_RANGES = new Set(['unspecified', 'linkLocal', 'multicast', 'broadcast', 'rfc6145', '6to4', 'teredo']);
/** RFC 6052 section 2.1: the last four bytes are the IPv4 address. */
const NAT64: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('64:ff9b::'), 96];

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Private targets that the operator of the service permits for requests on behalf of domains. */
export class AllowedTargets {
  readonly isEmpty: boolean;
  private readonly networks: readonly Network[];
  private readonly names: ReadonlySet<string>;
  /** With their leading dots. */
  private readonly zones: readonly string[];

  constructor({ networks, hosts }: OutgoingAllow = { networks: [], hosts: [] }) {
    this.networks = networks.map((text) => toNetwork(text));
    this.names = new Set(hosts.filter((host) => !host.startsWith('*.')));
    this.zones = hosts.filter((host) => host.startsWith('*.')).map((host) => host.slice(1));
    this.isEmpty = networks.length === 0 && hosts.length === 0;
  }

  /** Whether a host is listed by name. */
  hasHost(hostname: string): boolean {
    const name = hostname.replace(/\.$/, '');
    return this.names.has(name) || this.zones.some((zone) => name.endsWith(zone));
  }

  /** Whether an address is in a listed network. The target of an address translated by NAT64 must be permitted too. */
  hasAddress(text: string): boolean {
    const address = ipaddr.process(text);
    const isListed = this.networks.some(([network, prefix]) => network.kind() === address.kind() && address.match(network, prefix));
    if (!isListed || !(address instanceof ipaddr.IPv6) || address.range() !== 'rfc6052') return isListed;
    return isPublicAddress(toIPv4(address)) || this.hasAddress(toIPv4(address));
  }
}

/** Whether no setting can permit an address: link-local, cloud metadata, or not a single host; also as a translated IPv4 address. */
export function isForbiddenAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return true;
  const address = ipaddr.process(text);
  if (METADATA.has(address.toString()) || FORBIDDEN_RANGES.has(address.range())) return true;
  if (address instanceof ipaddr.IPv4) return false;
  if (address.zoneId !== undefined) return true;
  if (address.range() === 'rfc6052') return !address.match(NAT64) || isForbiddenAddress(toIPv4(address));
  // RFC 4291 section 2.5.5.1, except loopback.
  return address.parts.slice(0, 6).every((part) => part === 0) && address.range() !== 'loopback';
}

function toIPv4(address: ipaddr.IPv6): string {
  return address.toByteArray().slice(12).join('.');
}

function toNetwork(text: string): Network {
  const [address, prefix] = ipaddr.parseCIDR(text);
  // A network of mapped IPv4 addresses: RFC 4291 section 2.5.5.2.
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && prefix >= 96) return [address.toIPv4Address(), prefix - 96];
  return [address, prefix];
}
