import { isIP, SocketAddress } from 'node:net';
import { z } from 'zod';
import type { Demands } from './environment.js';
import * as variable from './variables.js';

/** The targets of domains' records: a host name needs a CNAME, addresses need A and AAAA. */
export interface DnsTarget {
  type: 'A' | 'AAAA' | 'CNAME';
  /** An address in its canonical form (RFC 5952), or a host name in lower case. */
  value: string;
}

const HOST = /^(?=.{1,180}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])\.?$/;

function targetOf(text: string): DnsTarget {
  if (isIP(text) === 4) return { type: 'A', value: text };
  if (isIP(text) === 6) return { type: 'AAAA', value: new SocketAddress({ address: text, family: 'ipv6' }).address };
  return { type: 'CNAME', value: text.replace(/\.$/, '') };
}

const target = z
  .string()
  .toLowerCase()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine((parts) => (parts.length === 1 && HOST.test(parts[0]!)) || (parts.length <= 8 && parts.every((part) => isIP(part) !== 0)), {
    error: 'must be a host name such as edge.example.com, or IP addresses separated by commas',
  })
  .transform((parts) => parts.map(targetOf))
  .optional();

/** For example a container's name. A name that ends in a number would parse as an invalid address. */
const RESOLVER_HOST = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/i;

/** An IP address or host name with an optional port (default 53); IPv6 with a port in brackets. */
function resolverOf(text: string): string | null {
  const [, bracketed, plain, port = '53'] = /^(?:\[([0-9a-f:.]+)\]|([0-9a-z.-]+))(?::(\d{1,5}))?$/i.exec(text) ?? [];
  const address = bracketed ?? plain ?? text;
  if ((isIP(address) === 0 && !RESOLVER_HOST.test(address)) || Number(port) < 1 || Number(port) > 65_535) return null;
  return isIP(address) === 6 ? `[${address}]:${port}` : `${address}:${port}`;
}

const caaIssuers = z
  .string()
  .toLowerCase()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine((parts) => parts.every((part) => /^([a-z0-9-]+\.)+[a-z0-9-]+$/.test(part)), {
    error: 'must be names of certificate authorities as in CAA records, such as letsencrypt.org, separated by commas',
  })
  .optional();

const resolvers = z
  .string()
  .transform((text) => text.split(',').map((part) => resolverOf(part.trim())))
  .refine((parts): parts is string[] => parts.every((part) => part !== null), {
    error: 'must be name servers, such as 10.0.0.53 or dns.internal:5353 or [fd00::53]:53, separated by commas',
  })
  .optional();

const serverName = z
  .string()
  .refine(
    (text) => isIP(text) !== 0 || /^(?=.{1,253}$)[a-zA-Z0-9]([a-zA-Z0-9.-]*[a-zA-Z0-9])?$/.test(text),
    'must be a host name or an IP address',
  )
  .optional();

const keyName = z
  .string()
  .toLowerCase()
  .regex(/^(?=.{1,253}$)[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?\.?$/, 'must be the name of a key, such as latchkey.example.com')
  .transform((text) => text.replace(/\.$/, ''))
  .optional();

const keySecret = z
  .string()
  .regex(/^[A-Za-z0-9+/]{22,}={0,2}$/, 'must be 16 bytes or more in base64, as tsig-keygen prints them')
  .transform((text) => Buffer.from(text, 'base64'))
  .optional();

/** The DNS provider, and the resolvers for other parties' records. */
export const dnsVariables = {
  DNS_PROVIDER: variable.oneOf(['none', 'rfc2136', 'powerdns', 'cloudflare', 'route53']).default('none'),
  DNS_WILDCARD: variable.oneOf(['on', 'off']).default('off'),
  DNS_TARGET: target,
  DNS_TTL: variable.wholeNumber({ min: 1, max: 86_400, default: 300 }),
  DNS_RFC2136_SERVER: serverName,
  DNS_RFC2136_PORT: variable.port(53),
  DNS_RFC2136_KEY_NAME: keyName,
  DNS_RFC2136_KEY_ALGORITHM: variable.oneOf(['hmac-sha256', 'hmac-sha384', 'hmac-sha512']).default('hmac-sha256'),
  DNS_RFC2136_KEY_SECRET: keySecret,
  DNS_POWERDNS_URL: variable.webUrl.optional(),
  DNS_POWERDNS_API_KEY: variable.credential,
  DNS_CLOUDFLARE_TOKEN: variable.credential,
  DNS_CLOUDFLARE_URL: variable.webhookUrl,
  DNS_ROUTE53_ACCESS_KEY_ID: variable.credential,
  DNS_ROUTE53_SECRET_ACCESS_KEY: variable.credential,
  DNS_ROUTE53_ZONE_ID: z
    .string()
    .regex(/^[A-Z0-9]{1,32}$/, 'must be the id of a hosted zone, such as Z0123456789ABCDEFGHIJ')
    .optional(),
  DNS_ROUTE53_URL: variable.webhookUrl,
  DNS_RESOLVERS: resolvers,
  DNS_AUTHORITATIVE_PORT: variable.port(53),
  DNS_CAA_ISSUERS: caaIssuers,
};

const NEEDED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  rfc2136: {
    DNS_RFC2136_SERVER: 'the primary name server of SANDBOX_ZONE (with DNS_PROVIDER=rfc2136)',
    DNS_RFC2136_KEY_NAME: 'the name of the TSIG key (with DNS_PROVIDER=rfc2136)',
    DNS_RFC2136_KEY_SECRET: 'the secret of the TSIG key in base64 (with DNS_PROVIDER=rfc2136)',
  },
  powerdns: {
    DNS_POWERDNS_URL: 'where the HTTP API of PowerDNS is, such as http://10.0.0.53:8081 (with DNS_PROVIDER=powerdns)',
    DNS_POWERDNS_API_KEY: 'its API key (with DNS_PROVIDER=powerdns)',
  },
  cloudflare: { DNS_CLOUDFLARE_TOKEN: 'an API token that may edit the zone (with DNS_PROVIDER=cloudflare)' },
};

export const dnsDemands: Demands = (values) => {
  const { DNS_PROVIDER = 'none', DNS_WILDCARD, DNS_ROUTE53_ACCESS_KEY_ID, DNS_ROUTE53_SECRET_ACCESS_KEY } = values;
  const makes = Object.hasOwn({ ...NEEDED, route53: {} }, DNS_PROVIDER) && DNS_WILDCARD !== 'on';
  return {
    ...(makes && { DNS_TARGET: `what domains' records point to, a host name or addresses (with DNS_PROVIDER=${DNS_PROVIDER})` }),
    ...NEEDED[DNS_PROVIDER],
    ...(DNS_ROUTE53_ACCESS_KEY_ID !== undefined && { DNS_ROUTE53_SECRET_ACCESS_KEY: 'it belongs to DNS_ROUTE53_ACCESS_KEY_ID' }),
    ...(DNS_ROUTE53_SECRET_ACCESS_KEY !== undefined && { DNS_ROUTE53_ACCESS_KEY_ID: 'it belongs to DNS_ROUTE53_SECRET_ACCESS_KEY' }),
  };
};
