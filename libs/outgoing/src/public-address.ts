import ipaddr from 'ipaddr.js';

/** A public address that belongs to the host of a virtual machine: Azure's WireServer. */
const OF_THE_PLATFORM = new Set(['168.63.129.16']);
/** The addresses that IANA has allocated for global use: RFC 4291 section 2.4. */
const GLOBAL_UNICAST: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/**
 * Whether an IP address is public according to the registries of special-purpose addresses (RFC 6890): not this machine, a private network,
 * a link, or a translated IPv4 address (mapped, NAT64, 6to4, Teredo), which could hide any of these.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv6) return address.zoneId === undefined && address.match(GLOBAL_UNICAST);
  return !OF_THE_PLATFORM.has(address.toString());
}
