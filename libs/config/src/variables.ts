import { isIP } from 'node:net';
import { z } from 'zod';

const MAX_DOMAIN_NAMES = 100;
const DOMAIN_NAME = /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/;

const required = (meaning: string) => ({ error: `is required: ${meaning}` });

export const portNumber = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number, 1 to 65535')
  .transform(Number)
  .refine((value) => value >= 1 && value <= 65_535, 'must be a port number, 1 to 65535');

export const port = (defaultValue: number) => portNumber.default(defaultValue);

/** A number whose default depends on other variables. */
export const wholeNumberWithin = (bounds: { min: number; max: number }) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${bounds.min} to ${bounds.max}`)
    .transform(Number)
    .refine((value) => value >= bounds.min && value <= bounds.max, `must be a whole number from ${bounds.min} to ${bounds.max}`);

export const wholeNumber = (bounds: { min: number; max: number; default: number }) => wholeNumberWithin(bounds).default(bounds.default);

export const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `must be one of: ${values.join(', ')}` });

const urlOf = (protocols: readonly string[], meaning: string) =>
  z.string(required(meaning)).refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    error: `must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  });

const POSTGRESQL = urlOf(['postgres:', 'postgresql:'], 'the PostgreSQL to use, as postgres://user:password@host:5432/name');
/** The authority of a URL with several hosts, which libpq accepts but node-postgres does not: `URL` cannot parse their ports. */
const SEVERAL_HOSTS = /^[a-z]+:\/\/(?:[^@/?#]*@)?[^/?#]*,/i;
export const databaseUrl = z
  .string(required('the PostgreSQL to use, as postgres://user:password@host:5432/name'))
  .refine((value) => !SEVERAL_HOSTS.test(value) && !/[?&]target_session_attrs=/.test(value), {
    error:
      'names several hosts, or target_session_attrs, but connects to one host: use the address that follows the primary, such as a virtual IP or HAProxy',
    abort: true,
  })
  .pipe(POSTGRESQL);
export const redisUrl = urlOf(['redis:', 'rediss:'], 'the Redis to use').optional();
export const otlpEndpoint = urlOf(['http:', 'https:'], 'the receiver of traces').optional();
export const smtpUrl = urlOf(['smtp:', 'smtps:'], 'the mail server to use').optional();
export const webhookUrl = urlOf(['http:', 'https:'], 'where text messages are handed over').optional();
/** An address, or a name and an address: RFC 5322 section 3.4. */
export const mailbox = z
  .string()
  .regex(
    /^([^\p{Cc}<>]* <[^\s@<>,;]+@[^\s@<>,;]+>|[^\s@<>,;]+@[^\s@<>,;]+)$/u,
    'must be an address, or look like Example <no-reply@example.com>',
  )
  .optional();
/** The characters of a header value: visible ASCII. */
export const credential = z
  .string()
  .regex(/^[\x21-\x7e]{1,512}$/, 'must be 1 to 512 visible ASCII characters')
  .optional();
export const phoneNumber = z
  .string()
  .regex(
    /^(\+[1-9]\d{1,14}|[A-Za-z0-9 ]{1,11}|MG[0-9a-f]{32})$/,
    'must be a number such as +15005550006, a sender name, or a messaging service (MG...)',
  )
  .optional();
export const webUrl = urlOf(['http:', 'https:'], 'a base URL')
  .refine((value) => !URL.canParse(value) || new URL(value).href === `${new URL(value).origin}/`, 'must contain only scheme, host and port')
  .transform((value) => new URL(value).origin);

/** `{domain}` stands for the domain's name. It must be the whole host, because only the Host header identifies a domain. */
export const authUrlTemplate = z
  .string()
  .regex(
    /^https?:\/\/\{domain\}(:[1-9]\d{0,4})?\/?$/,
    'must look like https://{domain} or http://{domain}:3001, with {domain} as the whole host',
  )
  .refine((value) => URL.canParse(value.replace('{domain}', 'localhost')), 'must have a port from 1 to 65535, if any')
  .transform((value) => value.replace(/\/$/, ''));

/**
 * The URL that requests certificates from TLS clients: the domain's own host with another port or a prefix. The prefix ends with a hyphen
 * or a dot, so that no name of the sandbox zone starts with it.
 */
export const mtlsUrlTemplate = z
  .string()
  .regex(
    /^https?:\/\/(?:[a-z0-9][a-z0-9.-]{0,61}[.-])?\{domain\}(:[1-9]\d{0,4})?\/?$/,
    'must look like https://{domain}:8443, https://mtls.{domain} or https://mtls-{domain}',
  )
  .refine((value) => URL.canParse(value.replace('{domain}', 'localhost')), 'must be a URL after {domain} is replaced by a domain name')
  .transform((value) => value.replace(/\/$/, ''));

/** Domain names, separated by commas. */
export const domainNames = z
  .string()
  .default('')
  .transform((value) =>
    value
      .toLowerCase()
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
  )
  .refine((names) => names.length <= MAX_DOMAIN_NAMES && names.every((name) => DOMAIN_NAME.test(name)), {
    error: `must be a comma-separated list of at most ${MAX_DOMAIN_NAMES} domain names`,
  });

const MAX_ISSUERS = 20;

/** Issuers as in the `iss` of tokens, separated by commas: OpenID Connect Discovery 1.0 section 3, RFC 8414 section 2. */
export const issuers = z
  .string()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((issuer) => issuer.trim())
      .filter(Boolean),
  )
  .superRefine((list, { addIssue }) => {
    if (list.length > MAX_ISSUERS) addIssue({ code: 'custom', message: `must have at most ${MAX_ISSUERS} issuers` });
    for (const issuer of list.filter((each) => !isIssuer(each)))
      addIssue({
        code: 'custom',
        message: `"${issuer}" must be an https URL without query and fragment, such as https://id.example.com; http is only for this machine`,
      });
  });

function isIssuer(text: string): boolean {
  const url = URL.parse(text);
  if (!url || /[?#\s]/.test(text) || url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && /^(.+\.)?localhost$|^127(\.\d+){3}$|^\[::1\]$/.test(url.hostname));
}

/** A number from 0 to 1. */
export const ratio = (defaultValue: number) =>
  z
    .string()
    .regex(/^(0|1|0?\.\d{1,9}|1\.0{1,9})$/, 'must be a number from 0 to 1')
    .transform(Number)
    .default(defaultValue);

export const zone = z
  .string()
  .toLowerCase()
  .regex(
    /^(?=.{1,190}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/,
    'must be a DNS zone of at least two labels, such as sandbox.example.com',
  );

/** 32 bytes each: the first key encrypts, all of them decrypt. */
export const masterKeys = z
  .string(required('32 random bytes in base64, for example from: openssl rand -base64 32'))
  .transform((value) => value.split(',').map((part) => part.trim()))
  .refine(
    (parts) => parts.every((part) => /^[A-Za-z0-9+/]{43}=$/.test(part)),
    'must be 32 bytes in base64, or several of them separated by commas',
  )
  .transform((parts): [Buffer, ...Buffer[]] => parts.map((part) => Buffer.from(part, 'base64')) as [Buffer, ...Buffer[]]);

const proxyRanges = ['loopback', 'linklocal', 'uniquelocal'];

function isProxyAddress(text: string): boolean {
  if (proxyRanges.includes(text)) return true;
  const [, address = '', prefix] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const longest = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return longest > 0 && (prefix === undefined || (Number(prefix) >= 1 && Number(prefix) <= longest));
}

/** The number of proxies in front of a process, each of which adds its peer to X-Forwarded-For; or their addresses and networks. */
export type TrustedProxies = number | string[];

function toTrustedProxies(value: string): TrustedProxies {
  if (value === 'off') return 0;
  if (value === 'on') return 1;
  return /^[1-9]$/.test(value) ? Number(value) : value.split(',').map((part) => part.trim());
}

/** The peers whose X-Forwarded-* headers count: none (off), one proxy (on) or a number of proxies, or listed addresses and networks. */
export const trustedProxies = z
  .string()
  .default('off')
  .transform(toTrustedProxies)
  .refine((value) => typeof value === 'number' || value.every(isProxyAddress), {
    error:
      'must be off, on (one proxy), a number of proxies from 1 to 9, or a comma-separated list of addresses, networks (10.0.0.0/8), ' +
      'loopback, linklocal or uniquelocal',
  });

export const listenAddress = z.string().refine((value) => isIP(value) !== 0, 'must be an IP address, such as 127.0.0.1 or 0.0.0.0');
