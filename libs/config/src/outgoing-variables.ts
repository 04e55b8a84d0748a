import { isIP, BlockList } from 'node:net';
import { z } from 'zod';

/** The private targets that requests on behalf of domains may have. */
export interface OutgoingAllow {
  /** CIDR blocks, such as `10.0.0.0/8`. */
  networks: readonly string[];
  /** Host names in lower case, such as `idp.corp.internal`, or `*.corp.internal` for every name below. */
  hosts: readonly string[];
}

/** One label or more, the last of which is not a number, because that would make it an address. */
const HOST = /^(?=.{1,253}$)(\*\.)?([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?\.)*[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;
const ZONE = /^(?=.{1,190}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z]([a-z0-9-]{0,61}[a-z0-9])$/;

const LINK_LOCAL = new BlockList();
LINK_LOCAL.addSubnet('169.254.0.0', 16);
LINK_LOCAL.addSubnet('fe80::', 10, 'ipv6');

const toParts = (value: string): string[] => value.split(',').map((part) => part.trim().toLowerCase().replace(/\.$/, ''));

/** A list whose invalid parts each become a separate problem. */
const listOf = (findViolation: (part: string) => string | null) =>
  z
    .string()
    .transform(toParts)
    .superRefine((parts, { addIssue }) => {
      for (const part of parts) {
        const violation = findViolation(part);
        if (violation !== null) addIssue({ code: 'custom', message: violation });
      }
    });

/** @returns the network of a CIDR block or an address; null if the text is neither */
function parseNetwork(text: string): { address: string; prefix: number } | null {
  const [, address = '', prefix] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const longest = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  const length = prefix === undefined ? longest : Number(prefix);
  return longest === 0 || address.includes('%') || length > longest ? null : { address, prefix: length };
}

function findTargetViolation(part: string): string | null {
  const network = parseNetwork(part);
  if (!network) return HOST.test(part) ? null : `"${part}" is neither a CIDR block (10.0.0.0/8) nor a host name (*.corp.internal)`;
  const isLinkLocal = LINK_LOCAL.check(network.address, isIP(network.address) === 6 ? 'ipv6' : 'ipv4');
  return isLinkLocal ? `"${part}" is link-local, which no request may reach` : null;
}

export const outgoingAllow = listOf(findTargetViolation)
  .transform((parts): OutgoingAllow => {
    const networks = parts.map(parseNetwork).filter((network) => network !== null);
    return {
      networks: networks.map(({ address, prefix }) => `${address}/${prefix}`),
      hosts: parts.filter((part) => parseNetwork(part) === null),
    };
  })
  .optional();

const PROXY_RULE = 'must be an http proxy such as http://proxy.corp.internal:3128, or http://user:password@proxy.corp.internal:3128';
export const outgoingProxy = z
  .string()
  .refine((value) => {
    const url = URL.parse(value);
    return url?.protocol === 'http:' && url.hostname !== '' && /^\/?$/.test(url.pathname) && url.search === '' && url.hash === '';
  }, PROXY_RULE)
  .optional();

/** Zones of the DNS, separated by commas. */
export const zones = listOf((part) => (ZONE.test(part) ? null : `"${part}" is no DNS zone such as corp.internal`)).optional();
