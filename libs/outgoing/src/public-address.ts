import ipaddr from 'ipaddr.js';

/** Public by its number, and yet the host that a virtual machine runs on: Azure's WireServer. */
const OF_THE_PLATFORM = new Set(['168.63.129.16']);
/** What IANA has given out for the world to be reached by: RFC 4291 section 2.4. */
const GLOBAL_UNICAST: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/**
 * Whether an IP address is one of the public Internet: by the registries of special-purpose addresses (RFC 6890) neither this machine, nor a
 * network of ours, nor a link, nor a way to translate an IPv4 address (mapped, NAT64, 6to4, Teredo), under which any of these could hide.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv6) return address.zoneId === undefined && address.match(GLOBAL_UNICAST);
  return !OF_THE_PLATFORM.has(address.toString());
}
