import pg from 'pg';
import { DefaultNamingStrategy, type DataSource, type DataSourceOptions, type NamingStrategyInterface } from 'typeorm';
import { snakeCase } from 'typeorm/util/StringUtils.js';
import { migrations } from '../migrations/index.js';
import { ResilientPool } from './resilient-pool.js';

/** Time limits for the database, in milliseconds. */
export interface DatabaseTimeouts {
  /** Limit for getting a connection, from the pool or a new one. */
  connectionTimeout: number;
  /** Limit for a statement, enforced by the server. */
  statementTimeout: number;
  /** Limit for an answer, enforced by the client, in case the server does not respond at all. */
  queryTimeout: number;
}

/** Idle milliseconds after which the kernel probes a connection. */
const KEEPALIVE_DELAY_MS = 10_000;

export interface DatabaseOptions extends DatabaseTimeouts {
  url: string;
  /** The maximum number of connections of this process. */
  poolSize: number;
}

/** Derives time limits from a limit for answers: the server's limit for statements is a little shorter, that for connections about half. */
export function deriveTimeouts(queryTimeout: number): DatabaseTimeouts {
  return { connectionTimeout: Math.round((queryTimeout * 5) / 9), statementTimeout: Math.round((queryTimeout * 5) / 6), queryTimeout };
}

/** Milliseconds: see Timeouts. */
export function getQueryTimeoutMs({ options }: DataSource): number {
  return (options.extra as { query_timeout: number }).query_timeout;
}

/**
 * Sends SQL, because PgBouncer rejects these settings as startup parameters.
 *
 * @throws Error if the server does not answer within the time for a connection, so that the pool counts it as unreachable
 */
async function setStatementTimeouts(
  client: pg.ClientBase,
  { connectionTimeout, statementTimeout, queryTimeout }: DatabaseTimeouts,
): Promise<void> {
  const text = `SET statement_timeout = ${statementTimeout}; SET idle_in_transaction_session_timeout = ${queryTimeout * 2}`;
  try {
    await client.query({ text, query_timeout: connectionTimeout } as pg.QueryConfig);
  } catch (error) {
    if ((error as Error).message !== 'Query read timeout') throw error;
    throw new Error('timeout expired', { cause: error });
  }
}

/** TypeORM's options, without entities. */
export function createDataSourceOptions(options: DatabaseOptions) {
  return {
    type: 'postgres',
    url: options.url,
    driver: { ...pg, Pool: ResilientPool },
    migrations,
    migrationsTableName: 'migration',
    namingStrategy: new SnakeCaseNamingStrategy(),
    poolSize: options.poolSize,
    // PostgreSQL generates UUIDs itself with gen_random_uuid(), which TypeORM associates with the extension that it came from.
    uuidExtension: 'pgcrypto',
    installExtensions: false,
    // TypeORM's own logger prints the parameters of failing queries, which are hashes and attributes.
    logging: false,
    extra: {
      application_name: 'latchkey',
      connectionTimeoutMillis: options.connectionTimeout,
      query_timeout: options.queryTimeout,
      onConnect: (client: pg.ClientBase) => setStatementTimeouts(client, options),
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEPALIVE_DELAY_MS,
    },
    // The pool replaces a connection that breaks while idle; the next query reports the reason.
    poolErrorHandler: () => undefined,
  } satisfies DataSourceOptions;
}

/** Columns and tables are in snake_case, in entities as in hand-written SQL. */
class SnakeCaseNamingStrategy extends DefaultNamingStrategy implements NamingStrategyInterface {
  override tableName(className: string, customName: string | undefined): string {
    return customName ?? snakeCase(className);
  }

  override columnName(propertyName: string, customName: string | undefined): string {
    return customName ?? snakeCase(propertyName);
  }
}
