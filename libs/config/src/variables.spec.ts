import { describe, expect, it } from '@jest/globals';
import proxyAddr from 'proxy-addr';
import { SettingsError } from './environment.js';
import { readAuthSettings, readManagementSettings } from './settings.js';

const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 0xfb)];
const [one, other] = [first.toString('base64'), second.toString('base64')];
const MINIMAL = {
  DATABASE_URL: 'postgres://localhost/latchkey',
  MASTER_KEY: one,
  SMTP_URL: 'smtp://localhost',
  MAIL_FROM: 'no-reply@example.com',
  AUTH_URL: 'https://{domain}',
  SANDBOX_ZONE: 'sandbox.example.com',
};

function valueOf(variable: string, text: string): unknown {
  const environment = { ...MINIMAL, [variable]: text };
  const settings: Record<string, unknown> = { ...readAuthSettings(environment), ...readManagementSettings(environment) };
  return settings[variable];
}

function findErrors(variable: string, text: string): readonly string[] {
  const read = ['PROVIDER_POOL_SIZE', 'RSA_KEY_POOL_SIZE'].includes(variable) ? readAuthSettings : readManagementSettings;
  try {
    read({ ...MINIMAL, [variable]: text });
  } catch (error) {
    if (error instanceof SettingsError) return error.errors;
    throw error;
  }
  return [];
}

const MAILBOX = 'must be an address, or look like Example <no-reply@example.com>';
const PORT = 'must be a port number, 1 to 65535';
const MASTER_KEYS = 'must be 32 bytes in base64, or several of them separated by commas';
const issuerRule = (issuer: string): string =>
  `"${issuer}" must be an https URL without query and fragment, such as https://id.example.com; http is only for this machine`;
const TEMPLATE = 'must look like https://{domain} or http://{domain}:3001, with {domain} as the whole host';
const MTLS_TEMPLATE = 'must look like https://{domain}:8443, https://mtls.{domain} or https://mtls-{domain}';
const ZONE = 'must be a DNS zone of at least two labels, such as sandbox.example.com';
const POSTGRES = 'must be a URL that starts with postgres:// or postgresql://';
const SAMPLERS =
  'must be one of: always_on, always_off, traceidratio, parentbased_always_on, parentbased_always_off, parentbased_traceidratio';
const METRICS_DOMAINS = 'must be a comma-separated list of at most 100 domain names';
const WEB = 'must be a URL that starts with http:// or https://';
const ORIGIN = 'must contain only scheme, host and port';
const PROXIES =
  'must be off, on (one proxy), a number of proxies from 1 to 9, or a comma-separated list of addresses, networks (10.0.0.0/8), ' +
  'loopback, linklocal or uniquelocal';
const ADDRESS = 'must be an IP address, such as 127.0.0.1 or 0.0.0.0';
const VISIBLE = 'must be 1 to 256 visible ASCII characters';
const TARGET = 'must be a host name such as edge.example.com, or IP addresses separated by commas';
const CAA_ISSUERS = 'must be names of certificate authorities as in CAA records, such as letsencrypt.org, separated by commas';
const RESOLVERS = 'must be name servers, such as 10.0.0.53 or dns.internal:5353 or [fd00::53]:53, separated by commas';
const label = 'a'.repeat(63);

describe('variables', () => {
  it.each<[string, string, unknown]>([
    ['NODE_ENV', 'production', 'production'],
    ['NODE_ENV', 'test', 'test'],
    [
      'DATABASE_URL',
      'postgresql://u:p%40ss@10.0.0.1:6432/name?sslmode=verify-full',
      'postgresql://u:p%40ss@10.0.0.1:6432/name?sslmode=verify-full',
    ],
    ['DATABASE_POOL_SIZE', '2', 2],
    ['DATABASE_POOL_SIZE', '500', 500],
    ['DATABASE_TIMEOUT', '500', 500],
    ['DATABASE_TIMEOUT', '10000', 10_000],
    ['PROVIDER_POOL_SIZE', '1', 1],
    ['PROVIDER_POOL_SIZE', '100000', 100_000],
    ['KEY_ROTATION_DAYS', '1', 1],
    ['KEY_ROTATION_DAYS', '3650', 3_650],
    ['RSA_KEY_POOL_SIZE', '0', 0],
    ['AUTH_PORT', '1', 1],
    ['MANAGEMENT_PORT', '65535', 65_535],
    ['METRICS_PORT', '9464', 9_464],
    ['METRICS_DOMAINS', 'Bank.example.com, shop.example.com,', ['bank.example.com', 'shop.example.com']],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector:4318', 'http://collector:4318'],
    ['OTEL_TRACES_SAMPLER', 'always_on', 'always_on'],
    ['OTEL_TRACES_SAMPLER_ARG', '0', 0],
    ['OTEL_TRACES_SAMPLER_ARG', '0.25', 0.25],
    ['OTEL_TRACES_SAMPLER_ARG', '1.0', 1],
    ['MASTER_KEY', one, [first]],
    ['MASTER_KEY', `${other},${one}`, [second, first]],
    ['MASTER_KEY', ` ${one} , ${other} `, [first, second]],
    ['SANDBOX_ZONE', 'Sandbox.Example.COM', 'sandbox.example.com'],
    ['SANDBOX_ZONE', 'xn--bcher-kva.xn--p1ai', 'xn--bcher-kva.xn--p1ai'],
    ['SANDBOX_ZONE', `${label}.${label}.example`, `${label}.${label}.example`],
    ['AUTH_URL', 'https://{domain}', 'https://{domain}'],
    ['AUTH_URL', 'https://{domain}/', 'https://{domain}'],
    ['AUTH_URL', 'http://{domain}:65535', 'http://{domain}:65535'],
    ['MTLS_AUTH_URL', 'https://{domain}:8443/', 'https://{domain}:8443'],
    ['MTLS_AUTH_URL', 'https://mtls.{domain}', 'https://mtls.{domain}'],
    ['MTLS_AUTH_URL', 'http://mtls-{domain}:3001', 'http://mtls-{domain}:3001'],
    ['MANAGEMENT_URL', 'https://api.example.com', 'https://api.example.com'],
    ['MANAGEMENT_URL', 'http://localhost:3000/', 'http://localhost:3000'],
    ['MANAGEMENT_ISSUERS', 'https://id.example.com', ['https://id.example.com']],
    [
      'MANAGEMENT_ISSUERS',
      'https://id.example.com/realms/a/, http://localhost:3001',
      ['https://id.example.com/realms/a/', 'http://localhost:3001'],
    ],
    ['REDIS_URL', 'rediss://:secret@redis.internal:6380/1', 'rediss://:secret@redis.internal:6380/1'],
    ['LISTEN_ADDRESS', '::1', '::1'],
    ['LISTEN_ADDRESS', '0.0.0.0', '0.0.0.0'],
    ['BOOTSTRAP_API_KEY', '!~"', '!~"'],
    ['BOOTSTRAP_API_KEY', 'k'.repeat(256), 'k'.repeat(256)],
    ['LOG_LEVEL', 'trace', 'trace'],
    ['LOG_FORMAT', 'pretty', 'pretty'],
    ['WORKER', 'off', 'off'],
    ['DNS_PROVIDER', 'none', 'none'],
    ['DNS_TARGET', 'Edge.Example.com.', [{ type: 'CNAME', value: 'edge.example.com' }]],
    [
      'DNS_TARGET',
      '203.0.113.1, 2001:DB8:0::1',
      [
        { type: 'A', value: '203.0.113.1' },
        { type: 'AAAA', value: '2001:db8::1' },
      ],
    ],
    ['DNS_RFC2136_SERVER', 'ns1.example.com', 'ns1.example.com'],
    ['DNS_RFC2136_KEY_NAME', 'Latchkey.Example.', 'latchkey.example'],
    ['DNS_RFC2136_KEY_SECRET', other, second],
    ['DNS_POWERDNS_URL', 'http://10.0.0.53:8081/', 'http://10.0.0.53:8081'],
    ['DNS_RESOLVERS', 'localhost:5353,dns.internal', ['localhost:5353', 'dns.internal:53']],
    ['DNS_CAA_ISSUERS', 'LetsEncrypt.org, pki.goog', ['letsencrypt.org', 'pki.goog']],
    ['DNS_AUTHORITATIVE_PORT', '5353', 5353],
    ['DNS_RESOLVERS', '10.0.0.53, 10.0.0.54:5353,::1,[fd00::53]:54', ['10.0.0.53:53', '10.0.0.54:5353', '[::1]:53', '[fd00::53]:54']],
    ['SMTP_URL', 'smtps://user:p%40ss@mail.example.com:465', 'smtps://user:p%40ss@mail.example.com:465'],
    ['MAIL_FROM', 'Example, Inc. <no-reply@example.com>', 'Example, Inc. <no-reply@example.com>'],
    ['SMS_TWILIO_FROM', '+15005550006', '+15005550006'],
    ['MAGIC_LINKS_PER_USER', '1', 1],
    ['TRUST_PROXY', 'on', 1],
    ['TRUST_PROXY', '1', 1],
    ['TRUST_PROXY', '9', 9],
    ['TRUST_PROXY', 'off', 0],
  ])('accepts for %s the value %s', (variable, text, value) => {
    expect(valueOf(variable, text)).toEqual(value);
  });

  it.each<[string, string, string]>([
    ['NODE_ENV', 'Production', 'must be one of: development, test, production'],
    ['DATABASE_URL', 'db.internal', POSTGRES],
    ['DATABASE_URL', 'mysql://db.internal/latchkey', POSTGRES],
    ['DATABASE_POOL_SIZE', '1', 'must be a whole number from 2 to 500'],
    ['DATABASE_POOL_SIZE', '501', 'must be a whole number from 2 to 500'],
    ['DATABASE_POOL_SIZE', '1e2', 'must be a whole number from 2 to 500'],
    ['DATABASE_POOL_SIZE', '-5', 'must be a whole number from 2 to 500'],
    ['DATABASE_POOL_SIZE', '5.5', 'must be a whole number from 2 to 500'],
    ['DATABASE_TIMEOUT', '499', 'must be a whole number from 500 to 10000'],
    ['DATABASE_TIMEOUT', '10001', 'must be a whole number from 500 to 10000'],
    ['PROVIDER_POOL_SIZE', '0', 'must be a whole number from 1 to 100000'],
    ['PROVIDER_POOL_SIZE', '100001', 'must be a whole number from 1 to 100000'],
    ['KEY_ROTATION_DAYS', '0', 'must be a whole number from 1 to 3650'],
    ['KEY_ROTATION_DAYS', '3651', 'must be a whole number from 1 to 3650'],
    ['RSA_KEY_POOL_SIZE', '1001', 'must be a whole number from 0 to 1000'],
    ['AUTH_PORT', '0', PORT],
    ['MANAGEMENT_PORT', '65536', PORT],
    ['METRICS_PORT', '0', PORT],
    ['METRICS_DOMAINS', 'https://bank.example.com', METRICS_DOMAINS],
    ['METRICS_DOMAINS', Array.from({ length: 101 }, (_none, n) => `d${n}.example`).join(), METRICS_DOMAINS],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', 'must be a URL that starts with http:// or https://'],
    ['OTEL_TRACES_SAMPLER', 'xray', SAMPLERS],
    ['OTEL_TRACES_SAMPLER_ARG', '1.1', 'must be a number from 0 to 1'],
    ['OTEL_TRACES_SAMPLER_ARG', '1%', 'must be a number from 0 to 1'],
    ['MANAGEMENT_PORT', '3000 ', PORT],
    ['MANAGEMENT_PORT', '0x50', PORT],
    ['MASTER_KEY', Buffer.alloc(31).toString('base64'), MASTER_KEYS],
    ['MASTER_KEY', Buffer.alloc(33).toString('base64'), MASTER_KEYS],
    ['MASTER_KEY', second.toString('base64url'), MASTER_KEYS],
    ['MASTER_KEY', second.toString('hex'), MASTER_KEYS],
    ['MASTER_KEY', `${one},`, MASTER_KEYS],
    ['MASTER_KEY', `${one},,${other}`, MASTER_KEYS],
    ['MASTER_KEY', `${one} ${other}`, MASTER_KEYS],
    ['SANDBOX_ZONE', 'localhost', ZONE],
    ['SANDBOX_ZONE', '10.0.0.10', ZONE],
    ['SANDBOX_ZONE', '-a.example', ZONE],
    ['SANDBOX_ZONE', 'a-.example', ZONE],
    ['SANDBOX_ZONE', 'a.-b', ZONE],
    ['SANDBOX_ZONE', 'a..example', ZONE],
    ['SANDBOX_ZONE', '.example.com', ZONE],
    ['SANDBOX_ZONE', 'example.com.', ZONE],
    ['SANDBOX_ZONE', '*.example.com', ZONE],
    ['SANDBOX_ZONE', 'bücher.example', ZONE],
    ['SANDBOX_ZONE', `${label}a.example`, ZONE],
    ['SANDBOX_ZONE', `${label}.${label}.${label}.example`, ZONE],
    ['AUTH_URL', 'https://auth.example.com', TEMPLATE],
    ['AUTH_URL', 'https://{domain}.example.com', TEMPLATE],
    ['AUTH_URL', 'https://auth.{domain}', TEMPLATE],
    ['AUTH_URL', 'https://{domain}/tenant', TEMPLATE],
    ['MTLS_AUTH_URL', 'https://mtls{domain}', MTLS_TEMPLATE],
    ['MTLS_AUTH_URL', 'https://.{domain}', MTLS_TEMPLATE],
    ['MTLS_AUTH_URL', 'https://{domain}.mtls', MTLS_TEMPLATE],
    ['MTLS_AUTH_URL', 'https://mtls.example.com', MTLS_TEMPLATE],
    ['MTLS_AUTH_URL', 'https://a@{domain}', MTLS_TEMPLATE],
    ['MTLS_AUTH_URL', 'https://{domain}:65536', 'must be a URL after {domain} is replaced by a domain name'],
    ['MTLS_AUTH_URL', 'https://a..{domain}:99999', 'must be a URL after {domain} is replaced by a domain name'],
    ['AUTH_URL', 'https://{domain}?a=b', TEMPLATE],
    ['AUTH_URL', 'https://user@{domain}', TEMPLATE],
    ['AUTH_URL', '{domain}:3001', TEMPLATE],
    ['AUTH_URL', 'ftp://{domain}', TEMPLATE],
    ['AUTH_URL', 'https://{domain}:0', TEMPLATE],
    ['AUTH_URL', 'https://{domain}:65536', 'must have a port from 1 to 65535, if any'],
    ['MANAGEMENT_URL', 'api.example.com', WEB],
    ['MANAGEMENT_URL', 'ftp://api.example.com', WEB],
    ['MANAGEMENT_URL', 'https://api.example.com/v1', ORIGIN],
    ['MANAGEMENT_URL', 'https://api.example.com/?a=b', ORIGIN],
    ['MANAGEMENT_URL', 'https://api.example.com/#a', ORIGIN],
    ['MANAGEMENT_URL', 'https://user:secret@api.example.com/', ORIGIN],
    ['MANAGEMENT_ISSUERS', 'id.example.com', issuerRule('id.example.com')],
    ['MANAGEMENT_ISSUERS', 'http://id.example.com', issuerRule('http://id.example.com')],
    ['MANAGEMENT_ISSUERS', 'https://user@id.example.com', issuerRule('https://user@id.example.com')],
    ['MANAGEMENT_ISSUERS', 'https://id.example.com/?a=b', issuerRule('https://id.example.com/?a=b')],
    ['REDIS_URL', 'redis.internal:6379', 'must be a URL that starts with redis:// or rediss://'],
    ['REDIS_URL', 'http://redis.internal', 'must be a URL that starts with redis:// or rediss://'],
    ['LISTEN_ADDRESS', 'localhost', ADDRESS],
    ['LISTEN_ADDRESS', '127.0.0.1:3000', ADDRESS],
    ['LISTEN_ADDRESS', '[::1]', ADDRESS],
    ['BOOTSTRAP_API_KEY', 'two words', VISIBLE],
    ['BOOTSTRAP_API_KEY', 'line\n', VISIBLE],
    ['BOOTSTRAP_API_KEY', 'schlüssel', VISIBLE],
    ['BOOTSTRAP_API_KEY', 'k'.repeat(257), VISIBLE],
    ['LOG_LEVEL', 'verbose', 'must be one of: fatal, error, warn, info, debug, trace, silent'],
    ['LOG_FORMAT', 'text', 'must be one of: json, pretty'],
    ['WORKER', 'true', 'must be one of: on, off'],
    ['DNS_PROVIDER', 'bind', 'must be one of: none, rfc2136, powerdns, cloudflare, route53'],
    ['DNS_WILDCARD', 'yes', 'must be one of: on, off'],
    ['DNS_TARGET', 'localhost', TARGET],
    ['DNS_TARGET', 'edge.example.com,edge.example.net', TARGET],
    ['DNS_TARGET', 'edge.example.com,203.0.113.1', TARGET],
    ['DNS_TARGET', '203.0.113.256', TARGET],
    ['DNS_TARGET', '203.0.113.1,', TARGET],
    ['DNS_TARGET', 'https://edge.example.com', TARGET],
    ['DNS_TTL', '0', 'must be a whole number from 1 to 86400'],
    ['DNS_RFC2136_SERVER', '10.0.0.53:53', 'must be a host name or an IP address'],
    ['DNS_RFC2136_PORT', '0', PORT],
    ['DNS_RFC2136_KEY_NAME', 'two words', 'must be the name of a key, such as latchkey.example.com'],
    ['DNS_RFC2136_KEY_ALGORITHM', 'hmac-md5', 'must be one of: hmac-sha256, hmac-sha384, hmac-sha512'],
    ['DNS_RFC2136_KEY_SECRET', 'c2hvcnQ=', 'must be 16 bytes or more in base64, as tsig-keygen prints them'],
    ['DNS_POWERDNS_URL', 'http://10.0.0.53:8081/api', ORIGIN],
    ['DNS_CLOUDFLARE_URL', 'api.cloudflare.com', WEB],
    ['DNS_ROUTE53_ZONE_ID', '/hostedzone/Z1', 'must be the id of a hosted zone, such as Z0123456789ABCDEFGHIJ'],
    ['DNS_RESOLVERS', 'ns_.example.com', RESOLVERS],
    ['DNS_RESOLVERS', '10.0.53', RESOLVERS],
    ['DNS_CAA_ISSUERS', 'letsencrypt.org,', CAA_ISSUERS],
    ['DNS_RESOLVERS', '10.0.0.53:0', RESOLVERS],
    ['DNS_RESOLVERS', '10.0.0.53,', RESOLVERS],
    ['SMTP_URL', 'mail.example.com:25', 'must be a URL that starts with smtp:// or smtps://'],
    ['MAIL_FROM', 'nobody', MAILBOX],
    ['MAIL_FROM', 'a@example.com, b@example.com', MAILBOX],
    ['MAIL_FROM', 'Example\r\nBcc: <no-reply@example.com>', MAILBOX],
    ['SMS_PROVIDER', 'pigeon', 'must be one of: none, twilio, webhook'],
    ['SMS_WEBHOOK_URL', 'ftp://sms.example.com', 'must be a URL that starts with http:// or https://'],
    ['SMS_WEBHOOK_SECRET', 'two words', 'must be 1 to 512 visible ASCII characters'],
  ])('rejects for %s the value %s', (variable, text, error) => {
    expect(findErrors(variable, text)).toContain(`${variable}: ${error}`);
  });
});

describe('TRUST_PROXY', () => {
  it.each([
    ['127.0.0.1', ['127.0.0.1']],
    ['10.0.0.0/8, fd00::/8', ['10.0.0.0/8', 'fd00::/8']],
    ['10.0.0.1/32,::1/128,10.0.0.0/1', ['10.0.0.1/32', '::1/128', '10.0.0.0/1']],
    ['loopback,linklocal,uniquelocal', ['loopback', 'linklocal', 'uniquelocal']],
    ['::ffff:10.0.0.1', ['::ffff:10.0.0.1']],
  ])('selects the trusted peers: %s', (text, trusted) => {
    expect(valueOf('TRUST_PROXY', text)).toEqual(trusted);
    expect(() => proxyAddr.compile(trusted)).not.toThrow();
  });

  it.each(
    // prettier-ignore
    [
      'true', '0', '10', '-1', '1.5', '2,10.0.0.1', 'On', ',', '10.0.0.1,', 'proxy.internal', '10.0.0', '10.0.0.256', '10.0.0.0/33', '::1/129', '10.0.0.0/', '10.0.0.0/a',
      '10.0.0.0/-8', '/8', '10.0.0.0/8/8', '10.0.0.0/255.0.0.0', '10.0.0.1:80', '[::1]', 'on,10.0.0.1', 'off,10.0.0.1', '10.0.0.1 10.0.0.2',
      // A range of all addresses: proxy-addr rejects it too late for a one-line error.
      '0.0.0.0/0', '::/0',
    ],
  )('rejects %s as a peer', (text) => {
    expect(findErrors('TRUST_PROXY', text)).toEqual([`TRUST_PROXY: ${PROXIES}`]);
  });
});
