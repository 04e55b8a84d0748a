import { z } from 'zod';
import { readSettings, type Environment } from './environment.js';
import * as variable from './variables.js';

/** What every process needs. The names are those of the environment variables. */
const shared = {
  NODE_ENV: variable.oneOf(['development', 'test', 'production']).default('development'),
  DATABASE_URL: variable.databaseUrl,
  DATABASE_POOL_SIZE: variable.wholeNumber({ least: 2, most: 500, standard: 10 }),
  MASTER_KEY: variable.masterKeys,
  SANDBOX_ZONE: variable.zone.default('sandbox.localhost'),
  AUTH_PORT: variable.port(3001),
  AUTH_URL: variable.authUrlTemplate.optional(),
  LISTEN_ADDRESS: variable.listenAddress.optional(),
  TRUST_PROXY: variable.trustedProxies,
  LOG_LEVEL: variable.oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  LOG_FORMAT: variable.oneOf(['json', 'pretty']).optional(),
};

const managementSchema = z.object({
  ...shared,
  REDIS_URL: variable.redisUrl,
  MANAGEMENT_PORT: variable.port(3000),
  MANAGEMENT_URL: variable.webUrl.optional(),
  BOOTSTRAP_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,256}$/, 'must be 1 to 256 visible ASCII characters')
    .optional(),
  DNS_PROVIDER: variable.oneOf(['none']).default('none'),
  WORKER: variable.oneOf(['on', 'off']).default('on'),
  RATE_LIMIT: variable.oneOf(['on', 'off']).default('on'),
  RATE_LIMIT_PER_MINUTE: variable.wholeNumber({ least: 1, most: 10_000_000, standard: 6_000 }),
  KEY_ROTATION_DAYS: variable.wholeNumber({ least: 1, most: 3_650, standard: 90 }),
});

const authSchema = z.object({ ...shared, PROVIDER_POOL_SIZE: variable.wholeNumber({ least: 1, most: 100_000, standard: 500 }) });

const migrationSchema = z.object({ DATABASE_URL: shared.DATABASE_URL });

/** What follows from several variables, or from the terminal, once for all processes. */
function complete<T extends z.output<z.ZodObject<typeof shared>>>(values: T) {
  const production = values.NODE_ENV === 'production';
  return {
    ...values,
    production,
    AUTH_URL: values.AUTH_URL ?? `http://{domain}:${values.AUTH_PORT}`,
    LISTEN_ADDRESS: values.LISTEN_ADDRESS ?? (production ? '0.0.0.0' : '127.0.0.1'),
    LOG_FORMAT: values.LOG_FORMAT ?? (process.stdout.isTTY ? ('pretty' as const) : ('json' as const)),
  };
}

/**
 * The settings of the management API and of the operator CLI.
 * @throws SettingsError with every fault at once
 */
export function readManagementSettings(environment: Environment = process.env) {
  const values = complete(readSettings(managementSchema, environment));
  return { ...values, MANAGEMENT_URL: values.MANAGEMENT_URL ?? `http://localhost:${values.MANAGEMENT_PORT}` };
}

/**
 * The settings of the auth server.
 * @throws SettingsError with every fault at once
 */
export function readAuthSettings(environment: Environment = process.env) {
  return complete(readSettings(authSchema, environment));
}

/**
 * The settings of the migration job.
 * @throws SettingsError with every fault at once
 */
export function readMigrationSettings(environment: Environment = process.env) {
  return readSettings(migrationSchema, environment);
}

export type ManagementSettings = ReturnType<typeof readManagementSettings>;
export type AuthSettings = ReturnType<typeof readAuthSettings>;

/** The issuer and base URL of a domain: RFC 8414 section 2, without a trailing slash. */
export function authUrlOf(settings: { AUTH_URL: string }, domain: string): string {
  return settings.AUTH_URL.replace('{domain}', domain);
}
