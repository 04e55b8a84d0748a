import { z } from 'zod';
import { dnsDemands, dnsVariables } from './dns-variables.js';
import { readSettings, type Demands, type Environment, type Refusals } from './environment.js';
import { misspeltSettings, type MisspeltSetting } from './misspelt-settings.js';
import { outgoingAllow, outgoingProxy, zones } from './outgoing-variables.js';
import * as variable from './variables.js';

/** The headers in which proxies forward the certificate of a TLS client: of RFC 9440, Envoy, nginx (URL-encoded PEM) and Traefik. */
export const CLIENT_CERTIFICATE_HEADERS = [
  'client-cert',
  'x-forwarded-client-cert',
  'x-ssl-client-cert',
  'x-forwarded-tls-client-cert',
] as const;
/** The headers in which proxies name the country of a client, as ISO 3166-1 alpha-2. */
export const COUNTRY_HEADERS = ['cf-ipcountry', 'cloudfront-viewer-country', 'x-appengine-country', 'x-client-country'] as const;
export type ClientCertificateHeader = (typeof CLIENT_CERTIFICATE_HEADERS)[number];

/** The OpenTelemetry samplers that need at most a ratio. */
const TRACES_SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** The variables of every process. */
const shared = {
  NODE_ENV: variable.oneOf(['development', 'test', 'production']).default('development'),
  DATABASE_URL: variable.databaseUrl,
  DATABASE_POOL_SIZE: variable.wholeNumber({ min: 2, max: 500, default: 10 }),
  DATABASE_TIMEOUT: variable.wholeNumberWithin({ min: 500, max: 10_000 }).optional(),
  MASTER_KEY: variable.masterKeys,
  SANDBOX_ZONE: variable.zone.default('sandbox.localhost'),
  AUTH_PORT: variable.port(3001),
  // The auth server also reads the next three, because its requests on behalf of domains must not reach these ports.
  MANAGEMENT_PORT: variable.port(3000),
  DEMO_PORT: variable.port(3002),
  REDIS_URL: variable.redisUrl,
  AUTH_URL: variable.authUrlTemplate.optional(),
  MTLS_AUTH_URL: variable.mtlsUrlTemplate.optional(),
  LISTEN_ADDRESS: variable.listenAddress.optional(),
  METRICS_PORT: variable.portNumber.optional(),
  TRUST_PROXY: variable.trustedProxies,
  OUTGOING_ALLOW: outgoingAllow,
  OUTGOING_PROXY: outgoingProxy,
  LOG_LEVEL: variable.oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  LOG_FORMAT: variable.oneOf(['json', 'pretty']).optional(),
  RATE_LIMIT: variable.oneOf(['on', 'off']).default('on'),
  METRICS_DOMAINS: variable.domainNames,
  OTEL_EXPORTER_OTLP_ENDPOINT: variable.otlpEndpoint,
  OTEL_TRACES_SAMPLER: variable.oneOf(TRACES_SAMPLERS).default('traceidratio'),
  OTEL_TRACES_SAMPLER_ARG: variable.ratio(0.01),
  SMTP_URL: variable.smtpUrl,
  SMS_PROVIDER: variable.oneOf(['none', 'twilio', 'webhook']).default('none'),
};

const apiKeyVariable = z
  .string()
  .regex(/^[\x21-\x7e]{1,256}$/, 'must be 1 to 256 visible ASCII characters')
  .optional();

const managementSchema = z.object({
  ...shared,
  MANAGEMENT_URL: variable.webUrl.optional(),
  BOOTSTRAP_API_KEY: apiKeyVariable,
  PLATFORM_KEY: apiKeyVariable,
  MANAGEMENT_ISSUERS: variable.issuers,
  CONSOLE: variable.oneOf(['on', 'off']).default('off'),
  PRIVATE_ZONES: zones,
  ...dnsVariables,
  WORKER: variable.oneOf(['on', 'off']).default('on'),
  MAIL_FROM: variable.mailbox,
  SMS_TWILIO_ACCOUNT_SID: variable.credential,
  SMS_TWILIO_AUTH_TOKEN: variable.credential,
  SMS_TWILIO_FROM: variable.phoneNumber,
  SMS_WEBHOOK_URL: variable.webhookUrl,
  SMS_WEBHOOK_SECRET: variable.credential,
  RATE_LIMIT_PER_MINUTE: variable.wholeNumber({ min: 1, max: 10_000_000, default: 6_000 }),
  KEY_ROTATION_DAYS: variable.wholeNumber({ min: 1, max: 3_650, default: 90 }),
});

const authSchema = z.object({
  ...shared,
  CLIENT_CERT_HEADER: variable.oneOf(CLIENT_CERTIFICATE_HEADERS).optional(),
  COUNTRY_HEADER: variable.oneOf(COUNTRY_HEADERS).optional(),
  RSA_KEY_POOL_SIZE: variable.wholeNumber({ min: 0, max: 1_000, default: 4 }),
  TRUST_FORWARDED_HOST: variable.oneOf(['on', 'off']).default('off'),
  TLS_WILDCARD_ZONES: zones,
  PROVIDER_POOL_SIZE: variable.wholeNumber({ min: 1, max: 100_000, default: 500 }),
  SSF_STREAMS_PER_DOMAIN: variable.wholeNumber({ min: 1, max: 1_000, default: 20 }),
  SIGN_INS_PER_ADDRESS: variable.wholeNumber({ min: 1, max: 10_000_000, default: 1_000 }),
  SIGN_INS_PER_DOMAIN: variable.wholeNumber({ min: 10, max: 1_000_000, default: 20_000 }),
  MAGIC_LINKS_PER_USER: variable.wholeNumber({ min: 1, max: 100_000, default: 5 }),
  MAGIC_LINKS_PER_ADDRESS: variable.wholeNumber({ min: 1, max: 1_000_000, default: 30 }),
  MAGIC_LINKS_PER_DOMAIN: variable.wholeNumber({ min: 1, max: 100_000_000, default: 2_000 }),
});

const migrationSchema = z.object({ DATABASE_URL: shared.DATABASE_URL, MASTER_KEY: variable.masterKeys.optional() });

/** The variables that scripts/start and scripts/cli.mjs read before any process does. */
const NAMES_OF_SCRIPTS = ['DATA_DIR', 'DEMO'];

/** The variables of commands that use the management API over HTTP. */
const apiSchema = z.object({ LATCHKEY_URL: variable.webUrl.optional(), LATCHKEY_API_KEY: variable.credential });

/** Every setting of the product. A setting is not a mistake in a process that does not read it. */
export const SETTING_NAMES: ReadonlySet<string> = new Set(
  [managementSchema, authSchema, migrationSchema, apiSchema].flatMap(({ shape }) => Object.keys(shape)).concat(NAMES_OF_SCRIPTS),
);

/** Characters: 128 bits as hexadecimal digits. */
const MIN_API_KEY_LENGTH = 32;

/**
 * The defaults refer to this machine. In production the issuers would be unreachable for clients, or their tokens would travel unencrypted.
 */
const productionDemands: Demands = ({ NODE_ENV }) => ({
  ...(NODE_ENV === 'production' && {
    SANDBOX_ZONE: 'the zone of domains that are registered without a name, such as sandbox.example.com (in production)',
    AUTH_URL: 'how a domain is reached from outside, such as https://{domain} (in production)',
  }),
});

const KEY_TOO_SHORT = `must have at least ${MIN_API_KEY_LENGTH} characters in production, for example from: openssl rand -hex 32`;

function isTooShort(key: string | undefined): boolean {
  return key !== undefined && key.length < MIN_API_KEY_LENGTH;
}

const productionRefusals: Refusals = ({ NODE_ENV, AUTH_URL, MTLS_AUTH_URL, MANAGEMENT_ISSUERS, BOOTSTRAP_API_KEY, PLATFORM_KEY }) => ({
  ...(NODE_ENV === 'production' && AUTH_URL?.startsWith('http:') && { AUTH_URL: 'must use https in production' }),
  ...(NODE_ENV === 'production' && MTLS_AUTH_URL?.startsWith('http:') && { MTLS_AUTH_URL: 'must use https in production' }),
  ...(NODE_ENV === 'production' &&
    /(^|,)\s*http:/i.test(MANAGEMENT_ISSUERS ?? '') && { MANAGEMENT_ISSUERS: 'must use https in production' }),
  ...(NODE_ENV === 'production' && isTooShort(BOOTSTRAP_API_KEY) && { BOOTSTRAP_API_KEY: KEY_TOO_SHORT }),
  ...(PLATFORM_KEY !== undefined && PLATFORM_KEY === BOOTSTRAP_API_KEY && { PLATFORM_KEY: 'must differ from BOOTSTRAP_API_KEY' }),
  ...(NODE_ENV === 'production' && isTooShort(PLATFORM_KEY) && { PLATFORM_KEY: KEY_TOO_SHORT }),
});

/** A number in TRUST_PROXY trusts every peer, so anyone who reaches the port could claim to be a client. */
const authRefusals: Refusals = (values) => ({
  ...productionRefusals(values),
  ...(values['CLIENT_CERT_HEADER'] !== undefined &&
    /^(on|off|[1-9])$/.test(values['TRUST_PROXY'] ?? 'off') && {
      TRUST_PROXY:
        'must list the addresses of the proxies, such as 10.0.0.7, with CLIENT_CERT_HEADER: certificates from other peers are not trusted',
    }),
});

/** The channels for messages. Production has no development outbox. */
const messageDemands: Demands = ({ NODE_ENV, SMTP_URL, SMS_PROVIDER }) => ({
  ...(NODE_ENV === 'production' && { SMTP_URL: 'the mail server to use, as smtp://user:password@host:587 (in production)' }),
  ...(SMTP_URL !== undefined && { MAIL_FROM: 'whom mail is from, such as Example <no-reply@example.com> (with SMTP_URL)' }),
  ...(SMS_PROVIDER === 'twilio' && {
    SMS_TWILIO_ACCOUNT_SID: 'the account at Twilio (with SMS_PROVIDER=twilio)',
    SMS_TWILIO_AUTH_TOKEN: 'its token (with SMS_PROVIDER=twilio)',
    SMS_TWILIO_FROM: 'whom text messages are from (with SMS_PROVIDER=twilio)',
  }),
  ...(SMS_PROVIDER === 'webhook' && {
    SMS_WEBHOOK_URL: 'where text messages are handed over (with SMS_PROVIDER=webhook)',
    SMS_WEBHOOK_SECRET: 'what requests to the webhook are signed with (with SMS_PROVIDER=webhook)',
  }),
});

/** The console has no sign-in of its own. */
const consoleDemands: Demands = ({ CONSOLE }) => ({
  ...(CONSOLE === 'on' && {
    MANAGEMENT_ISSUERS: 'the issuer at which operators sign in, such as https://id.example.com (with CONSOLE=on)',
  }),
});

const managementDemands: Demands = (values) => ({
  ...productionDemands(values),
  ...messageDemands(values),
  ...dnsDemands(values),
  ...consoleDemands(values),
});

/**
 * Milliseconds. In production a request fails while its caller is still waiting. In development the first requests, and a machine that also
 * builds and tests, take longer.
 */
const DATABASE_TIMEOUT_MS = { production: 1_800, development: 5_000 };

/** Values derived from several variables, or from the terminal, for all processes. */
function complete<T extends z.output<z.ZodObject<typeof shared>>>(values: T) {
  const production = values.NODE_ENV === 'production';
  return {
    ...values,
    production,
    /** Whether messages stay in the development outbox, because no channel is configured. */
    outbox: !production && values.SMTP_URL === undefined && values.SMS_PROVIDER === 'none',
    DATABASE_TIMEOUT: values.DATABASE_TIMEOUT ?? DATABASE_TIMEOUT_MS[production ? 'production' : 'development'],
    AUTH_URL: values.AUTH_URL ?? `http://{domain}:${values.AUTH_PORT}`,
    LISTEN_ADDRESS: values.LISTEN_ADDRESS ?? (production ? '0.0.0.0' : '127.0.0.1'),
    LOG_FORMAT: values.LOG_FORMAT ?? (process.stdout.isTTY ? ('pretty' as const) : ('json' as const)),
  };
}

/**
 * The settings of the management API and the operator CLI.
 *
 * @throws SettingsError with all errors
 */
export function readManagementSettings(environment: Environment = process.env) {
  const values = complete(readSettings(managementSchema, environment, { demands: managementDemands, refusals: productionRefusals }));
  return { ...values, MANAGEMENT_URL: values.MANAGEMENT_URL ?? `http://localhost:${values.MANAGEMENT_PORT}` };
}

const LINK_LIMITS = ['MAGIC_LINKS_PER_USER', 'MAGIC_LINKS_PER_ADDRESS', 'MAGIC_LINKS_PER_DOMAIN'] as const;

/**
 * The settings of the auth server.
 *
 * @throws SettingsError with all errors
 */
export function readAuthSettings(environment: Environment = process.env) {
  const values = complete(readSettings(authSchema, environment, { demands: productionDemands, refusals: authRefusals }));
  const isLinkLimitSet = LINK_LIMITS.some((name) => values[name] !== authSchema.shape[name].parse(undefined));
  /**
   * Whether requests for sign-in links are limited. In development only if a limit is not the default, because developers request many
   * links.
   */
  const limitsMagicLinks = values.RATE_LIMIT === 'on' && (values.production || isLinkLimitSet);
  return { ...values, limitsMagicLinks };
}

const apiDemands: Demands = ({ LATCHKEY_URL }) => ({
  ...(LATCHKEY_URL !== undefined && { LATCHKEY_API_KEY: 'an API key of the subscription, or --api-key (with LATCHKEY_URL or --url)' }),
});

/**
 * Where commands find the management API.
 *
 * @param options of a command, which replace the variables
 * @throws SettingsError with all errors
 */
export function readApiSettings(environment: Environment = process.env, { url, apiKey }: { url?: string; apiKey?: string } = {}) {
  const given = {
    ...environment,
    ...(url !== undefined && { LATCHKEY_URL: url, LATCHKEY_URL_FILE: undefined }),
    ...(apiKey !== undefined && { LATCHKEY_API_KEY: apiKey, LATCHKEY_API_KEY_FILE: undefined }),
  };
  return readSettings(apiSchema, given, { demands: apiDemands });
}

/**
 * The settings of the migration job.
 *
 * @throws SettingsError with all errors
 */
export function readMigrationSettings(environment: Environment = process.env) {
  return readSettings(migrationSchema, environment);
}

/** The environment variables that were probably intended as settings. */
export function readMisspeltSettings(environment: Environment = process.env): MisspeltSetting[] {
  return misspeltSettings(environment, SETTING_NAMES);
}

export type ManagementSettings = ReturnType<typeof readManagementSettings>;
export type AuthSettings = ReturnType<typeof readAuthSettings>;

/** The issuer and base URL of a domain: RFC 8414 section 2, without a trailing slash. */
export function authUrlOf(settings: { AUTH_URL: string }, domain: string): string {
  return settings.AUTH_URL.replace('{domain}', domain);
}

/** The prefix of a domain's mTLS host: `mtls.` for `https://mtls.{domain}`. Empty if the host is the same, or there is none. */
export function mtlsHostPrefixOf({ MTLS_AUTH_URL: template }: { MTLS_AUTH_URL?: string | undefined }): string {
  return template?.slice(template.indexOf('//') + 2, template.indexOf('{domain}')) ?? '';
}

/** Whether a trusted proxy forwards the certificates of TLS clients. */
export function readsClientCertificates({
  CLIENT_CERT_HEADER,
  TRUST_PROXY,
}: Pick<AuthSettings, 'CLIENT_CERT_HEADER' | 'TRUST_PROXY'>): boolean {
  return CLIENT_CERT_HEADER !== undefined && TRUST_PROXY !== 0;
}

/** The base URL at which a domain requests certificates from TLS clients; null if it is the issuer. */
export function mtlsUrlOf({ MTLS_AUTH_URL: template }: { MTLS_AUTH_URL?: string | undefined }, domain: string): string | null {
  return template?.replace('{domain}', domain) ?? null;
}
