import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { authUrlOf, mtlsHostPrefixOf, mtlsUrlOf, readAuthSettings, readManagementSettings, readMigrationSettings } from './settings.js';

const DATABASE_URL = 'postgres://latchkey:secret@db.internal:5432/latchkey';
const key = Buffer.alloc(32, 7);
const TEMPLATE = 'must look like https://{domain} or http://{domain}:3001, with {domain} as the whole host';
const MINIMAL = { DATABASE_URL, MASTER_KEY: key.toString('base64') };

const SHARED_STANDARDS = {
  METRICS_DOMAINS: [],
  OTEL_TRACES_SAMPLER: 'traceidratio',
  OTEL_TRACES_SAMPLER_ARG: 0.01,
  AUTH_PORT: 3001,
  MANAGEMENT_PORT: 3000,
  DEMO_PORT: 3002,
  AUTH_URL: 'http://{domain}:3001',
  DATABASE_POOL_SIZE: 10,
  DATABASE_TIMEOUT: 5_000,
  DATABASE_URL,
  LISTEN_ADDRESS: '127.0.0.1',
  LOG_FORMAT: 'json',
  LOG_LEVEL: 'info',
  MASTER_KEY: [key],
  NODE_ENV: 'development',
  RATE_LIMIT: 'on',
  SANDBOX_ZONE: 'sandbox.localhost',
  SMS_PROVIDER: 'none',
  TRUST_PROXY: 0,
  outbox: true,
  production: false,
};

/** What production requires of every process besides the database and the master key. */
const PRODUCTION = { NODE_ENV: 'production', AUTH_URL: 'https://{domain}', SANDBOX_ZONE: 'sandbox.example.com' };

const terminal = process.stdout.isTTY;

beforeEach(() => {
  process.stdout.isTTY = false;
});

afterEach(() => {
  process.stdout.isTTY = terminal;
});

describe('settings', () => {
  it('require a database and a master key for the management API, with defaults for the rest', () => {
    expect(readManagementSettings(MINIMAL)).toEqual({
      ...SHARED_STANDARDS,
      DNS_PROVIDER: 'none',
      DNS_AUTHORITATIVE_PORT: 53,
      DNS_RFC2136_KEY_ALGORITHM: 'hmac-sha256',
      DNS_RFC2136_PORT: 53,
      DNS_TTL: 300,
      DNS_WILDCARD: 'off',
      KEY_ROTATION_DAYS: 90,
      CONSOLE: 'off',
      MANAGEMENT_ISSUERS: [],
      RATE_LIMIT_PER_MINUTE: 6_000,
      MANAGEMENT_URL: 'http://localhost:3000',
      WORKER: 'on',
    });
  });

  it('require a database and a master key for the auth server, with defaults for the rest', () => {
    expect(readAuthSettings(MINIMAL)).toEqual({
      ...SHARED_STANDARDS,
      MAGIC_LINKS_PER_ADDRESS: 30,
      MAGIC_LINKS_PER_DOMAIN: 2_000,
      MAGIC_LINKS_PER_USER: 5,
      limitsMagicLinks: false,
      PROVIDER_POOL_SIZE: 500,
      RSA_KEY_POOL_SIZE: 4,
      SIGN_INS_PER_ADDRESS: 1_000,
      TRUST_FORWARDED_HOST: 'off',
      SIGN_INS_PER_DOMAIN: 20_000,
      SSF_STREAMS_PER_DOMAIN: 20,
    });
  });

  it.each<[boolean, Record<string, string>]>([
    [false, {}],
    [true, { MAGIC_LINKS_PER_USER: '4' }],
    [false, { MAGIC_LINKS_PER_USER: '5' }],
    [false, { MAGIC_LINKS_PER_USER: '4', RATE_LIMIT: 'off' }],
    [true, PRODUCTION],
  ])('limit sign-in links: %s, with %j', (limitsMagicLinks, environment) => {
    expect(readAuthSettings({ ...MINIMAL, ...environment }).limitsMagicLinks).toBe(limitsMagicLinks);
  });

  it.each(['off', 'on', '1', '3', undefined])('reject CLIENT_CERT_HEADER with TRUST_PROXY=%s, which may trust every peer', (trusted) => {
    const environment = { ...MINIMAL, CLIENT_CERT_HEADER: 'client-cert', ...(trusted !== undefined && { TRUST_PROXY: trusted }) };

    expect(() => readAuthSettings(environment)).toThrow(/^TRUST_PROXY: must list the addresses of the proxies, [^\n]+$/);
    expect(readAuthSettings({ ...environment, TRUST_PROXY: '10.0.0.7' }).TRUST_PROXY).toEqual(['10.0.0.7']);
  });

  it('require only the database for the migration job', () => {
    expect(readMigrationSettings({ DATABASE_URL, AUTH_PORT: 'not a port' })).toEqual({ DATABASE_URL });
  });

  it.each([
    'postgres://latchkey@db-1:5432,db-2:5432/latchkey',
    'postgres://latchkey@db-1,db-2/latchkey',
    'postgres://latchkey@db/latchkey?target_session_attrs=read-write',
  ])('reject a list of database hosts: %s', (url) => {
    expect(() => readMigrationSettings({ DATABASE_URL: url })).toThrow(/^DATABASE_URL: names several hosts, or target_session_attrs/);
  });

  it.each([
    ['the management API', readManagementSettings],
    ['the auth server', readAuthSettings],
  ])('name everything that is missing for %s', (_process, read) => {
    expect(() => read({})).toThrow(
      expect.objectContaining({
        errors: [
          'DATABASE_URL: is required: the PostgreSQL to use, as postgres://user:password@host:5432/name',
          'MASTER_KEY: is required: 32 random bytes in base64, for example from: openssl rand -base64 32',
        ],
      }),
    );
  });

  it('derive addresses from the ports if none are given', () => {
    const settings = readManagementSettings({ ...MINIMAL, AUTH_PORT: '8081', MANAGEMENT_PORT: '8080' });

    expect(settings).toMatchObject({ AUTH_URL: 'http://{domain}:8081', MANAGEMENT_URL: 'http://localhost:8080' });
  });

  it('keep given addresses, whatever the ports', () => {
    const addresses = { AUTH_URL: 'https://{domain}', MANAGEMENT_URL: 'https://api.example.com' };

    expect(readManagementSettings({ ...MINIMAL, ...addresses, AUTH_PORT: '8081', MANAGEMENT_PORT: '8080' })).toMatchObject(addresses);
  });

  it('listen on every address only in production', () => {
    const addresses = ['development', 'test', 'production'].map(
      (NODE_ENV) => readAuthSettings({ ...MINIMAL, ...PRODUCTION, NODE_ENV }).LISTEN_ADDRESS,
    );

    expect(addresses).toEqual(['127.0.0.1', '127.0.0.1', '0.0.0.0']);
  });

  it('wait longer for the database in development, unless DATABASE_TIMEOUT is set', () => {
    const read = (settings: Record<string, string>) => readAuthSettings({ ...MINIMAL, ...PRODUCTION, ...settings }).DATABASE_TIMEOUT;

    expect(['development', 'test', 'production'].map((NODE_ENV) => read({ NODE_ENV }))).toEqual([5_000, 5_000, 1_800]);
    expect(['development', 'production'].map((NODE_ENV) => read({ NODE_ENV, DATABASE_TIMEOUT: '2500' }))).toEqual([2_500, 2_500]);
  });

  it('listen on the configured address, also in production', () => {
    expect(readAuthSettings({ ...MINIMAL, ...PRODUCTION, LISTEN_ADDRESS: '10.0.0.5' })).toMatchObject({
      LISTEN_ADDRESS: '10.0.0.5',
      production: true,
    });
  });

  it('write a readable log on a terminal and JSON elsewhere, by default', () => {
    process.stdout.isTTY = true;
    const onTerminal = [{}, { LOG_FORMAT: 'json' }].map((chosen) => readAuthSettings({ ...MINIMAL, ...chosen }).LOG_FORMAT);
    process.stdout.isTTY = false;
    const elsewhere = [{}, { LOG_FORMAT: 'pretty' }].map((chosen) => readAuthSettings({ ...MINIMAL, ...chosen }).LOG_FORMAT);

    expect({ onTerminal, elsewhere }).toEqual({ onTerminal: ['pretty', 'json'], elsewhere: ['json', 'pretty'] });
  });
});

describe('settings in production', () => {
  const mail = { SMTP_URL: 'smtps://mail.example.com', MAIL_FROM: 'no-reply@example.com' };
  const findErrors = (read: typeof readAuthSettings | typeof readManagementSettings, environment: Record<string, string>): unknown => {
    try {
      read({ ...MINIMAL, ...mail, ...environment });
      return [];
    } catch (error) {
      return (error as { errors: string[] }).errors;
    }
  };
  const ZONE_MISSING =
    'SANDBOX_ZONE: is required: the zone of domains that are registered without a name, such as sandbox.example.com (in production)';
  const URL_MISSING = 'AUTH_URL: is required: how a domain is reached from outside, such as https://{domain} (in production)';
  const URL_PLAIN = 'AUTH_URL: must use https in production';
  const KEY_SHORT = 'BOOTSTRAP_API_KEY: must have at least 32 characters in production, for example from: openssl rand -hex 32';
  const all = [readManagementSettings, readAuthSettings];

  it.each<[Record<string, string>, string[]]>([
    [PRODUCTION, []],
    [{ NODE_ENV: 'production' }, [ZONE_MISSING, URL_MISSING]],
    [{ ...PRODUCTION, SANDBOX_ZONE: '' }, [ZONE_MISSING]],
    [{ ...PRODUCTION, AUTH_URL: 'http://{domain}:3001' }, [URL_PLAIN]],
    [{ ...PRODUCTION, AUTH_URL: 'HTTP://{domain}' }, [`AUTH_URL: ${TEMPLATE}`]],
    [{ ...PRODUCTION, NODE_ENV: 'test', AUTH_URL: 'http://{domain}' }, []],
    [{ ...PRODUCTION, MTLS_AUTH_URL: 'http://mtls.{domain}' }, ['MTLS_AUTH_URL: must use https in production']],
    [{ ...PRODUCTION, MTLS_AUTH_URL: 'https://mtls.{domain}' }, []],
  ])('report for %j the errors %j, in both processes', (environment, errors) => {
    expect(all.map((read) => findErrors(read, environment))).toEqual([errors, errors]);
  });

  it('require https of the issuers of operators', () => {
    const read = (NODE_ENV: string) =>
      findErrors(readManagementSettings, { ...PRODUCTION, NODE_ENV, MANAGEMENT_ISSUERS: 'https://id.example.com, HTTP://localhost:3001' });

    expect([read('production'), read('test')]).toEqual([['MANAGEMENT_ISSUERS: must use https in production'], []]);
  });

  it('require an issuer of operators for the console', () => {
    const read = (more: object) => findErrors(readManagementSettings, { CONSOLE: 'on', ...more });

    expect([read({}), read({ MANAGEMENT_ISSUERS: 'https://id.example.com' })]).toEqual([
      ['MANAGEMENT_ISSUERS: is required: the issuer at which operators sign in, such as https://id.example.com (with CONSOLE=on)'],
      [],
    ]);
  });

  it('require a long bootstrap key', () => {
    const keys = ['k'.repeat(31), 'k'.repeat(32), 'two words'];

    expect(keys.map((BOOTSTRAP_API_KEY) => findErrors(readManagementSettings, { ...PRODUCTION, BOOTSTRAP_API_KEY }))).toEqual([
      [KEY_SHORT],
      [],
      ['BOOTSTRAP_API_KEY: must be 1 to 256 visible ASCII characters'],
    ]);
    expect(findErrors(readManagementSettings, { BOOTSTRAP_API_KEY: 'short' })).toEqual([]);
  });

  it('require a long platform key that is not the bootstrap key', () => {
    const [short, long] = ['k'.repeat(31), 'k'.repeat(32)];
    const read = (keys: Record<string, string>, environment = PRODUCTION) =>
      findErrors(readManagementSettings, { ...environment, ...keys });
    const differ = ['PLATFORM_KEY: must differ from BOOTSTRAP_API_KEY'];

    expect([read({ PLATFORM_KEY: short }), read({ PLATFORM_KEY: long })]).toEqual([
      [KEY_SHORT.replace('BOOTSTRAP_API_KEY', 'PLATFORM_KEY')],
      [],
    ]);
    expect(read({ PLATFORM_KEY: 'two words' })).toEqual(['PLATFORM_KEY: must be 1 to 256 visible ASCII characters']);
    expect(read({ PLATFORM_KEY: long, BOOTSTRAP_API_KEY: long })).toEqual(differ);
    expect(findErrors(readManagementSettings, { PLATFORM_KEY: 'short', BOOTSTRAP_API_KEY: 'short' })).toEqual(differ);
    expect(findErrors(readManagementSettings, { PLATFORM_KEY: 'short' })).toEqual([]);
  });
});

describe('message settings', () => {
  const mail = { SMTP_URL: 'smtps://mail.example.com', MAIL_FROM: 'Example <no-reply@example.com>' };
  const findErrors = (environment: Record<string, string>): unknown => {
    try {
      return readManagementSettings({ ...MINIMAL, ...environment }).outbox;
    } catch (error) {
      return (error as { errors: string[] }).errors;
    }
  };

  it.each<[Record<string, string>, string[]]>([
    [PRODUCTION, ['SMTP_URL']],
    [{ ...PRODUCTION, SMS_PROVIDER: 'webhook' }, ['SMTP_URL', 'SMS_WEBHOOK_URL', 'SMS_WEBHOOK_SECRET']],
    [{ SMTP_URL: mail.SMTP_URL }, ['MAIL_FROM']],
    [{ SMS_PROVIDER: 'twilio' }, ['SMS_TWILIO_ACCOUNT_SID', 'SMS_TWILIO_AUTH_TOKEN', 'SMS_TWILIO_FROM']],
    [{ ...PRODUCTION, SMTP_URL: 'http://mail.example.com', AUTH_PORT: 'x' }, ['AUTH_PORT', 'SMTP_URL', 'MAIL_FROM']],
  ])('report for %j the missing %j', (environment, names) => {
    expect(findErrors(environment)).toEqual(names.map((name) => expect.stringMatching(new RegExp(`^${name}: `))));
  });

  it.each<[Record<string, string>, boolean]>([
    [{}, true],
    [{ SMS_PROVIDER: 'none' }, true],
    [mail, false],
    [{ SMS_PROVIDER: 'webhook', SMS_WEBHOOK_URL: 'http://127.0.0.1:1/', SMS_WEBHOOK_SECRET: 'x' }, false],
    [{ ...PRODUCTION, ...mail }, false],
  ])('decide for %j whether the outbox is enabled: %s', (environment, outbox) => {
    expect(findErrors(environment)).toBe(outbox);
  });
});

describe('DNS settings', () => {
  const tsig = { DNS_RFC2136_KEY_NAME: 'latchkey', DNS_RFC2136_KEY_SECRET: Buffer.alloc(32, 1).toString('base64') };
  const findErrors = (environment: Record<string, string>): unknown => {
    try {
      readManagementSettings({ ...MINIMAL, ...environment });
      return [];
    } catch (error) {
      return (error as { errors: string[] }).errors;
    }
  };

  it.each<[Record<string, string>, string[]]>([
    [{ DNS_PROVIDER: 'rfc2136' }, ['DNS_TARGET', 'DNS_RFC2136_SERVER', 'DNS_RFC2136_KEY_NAME', 'DNS_RFC2136_KEY_SECRET']],
    [{ DNS_PROVIDER: 'powerdns' }, ['DNS_TARGET', 'DNS_POWERDNS_URL', 'DNS_POWERDNS_API_KEY']],
    [{ DNS_PROVIDER: 'cloudflare' }, ['DNS_TARGET', 'DNS_CLOUDFLARE_TOKEN']],
    [{ DNS_PROVIDER: 'route53' }, ['DNS_TARGET']],
    [{ DNS_PROVIDER: 'route53', DNS_TARGET: 'edge.example.com', DNS_ROUTE53_ACCESS_KEY_ID: 'AK' }, ['DNS_ROUTE53_SECRET_ACCESS_KEY']],
    [{ DNS_PROVIDER: 'route53', DNS_TARGET: 'edge.example.com', DNS_ROUTE53_SECRET_ACCESS_KEY: 'sk' }, ['DNS_ROUTE53_ACCESS_KEY_ID']],
    [{ DNS_PROVIDER: 'rfc2136', DNS_WILDCARD: 'on', DNS_RFC2136_SERVER: '10.0.0.53' }, ['DNS_RFC2136_KEY_NAME', 'DNS_RFC2136_KEY_SECRET']],
    [{ DNS_PROVIDER: 'constructor' }, ['DNS_PROVIDER']],
    [{ DNS_PROVIDER: 'none', DNS_WILDCARD: 'on' }, []],
    [{ DNS_PROVIDER: 'rfc2136', DNS_RFC2136_SERVER: 'ns.example.com', DNS_TARGET: '203.0.113.1', ...tsig }, []],
  ])('report for %j the missing %j', (environment, names) => {
    expect(findErrors(environment)).toEqual(names.map((name) => expect.stringMatching(new RegExp(`^${name}: `))));
  });
});

describe('mtlsHostPrefixOf', () => {
  it.each([
    [undefined, ''],
    ['https://{domain}:8443', ''],
    ['https://mtls.{domain}', 'mtls.'],
    ['http://mtls-{domain}:3001', 'mtls-'],
  ])('returns for %s the prefix %j', (MTLS_AUTH_URL, prefix) => {
    expect(mtlsHostPrefixOf({ MTLS_AUTH_URL })).toBe(prefix);
  });
});

describe('mtlsUrlOf', () => {
  it('puts the domain into the template, and returns null without one', () => {
    const templates = ['https://mtls.{domain}', undefined];

    expect(templates.map((MTLS_AUTH_URL) => mtlsUrlOf({ MTLS_AUTH_URL }, 'auth.example.com'))).toEqual([
      'https://mtls.auth.example.com',
      null,
    ]);
  });
});

describe('authUrlOf', () => {
  it.each([
    ['http://{domain}:3001', 'acme.sandbox.localhost', 'http://acme.sandbox.localhost:3001'],
    ['https://{domain}', 'auth.example.com', 'https://auth.example.com'],
  ])('puts the domain into %s', (AUTH_URL, domain, url) => {
    expect(authUrlOf({ AUTH_URL }, domain)).toBe(url);
  });
});
