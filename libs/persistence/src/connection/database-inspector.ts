import { DataSource } from 'typeorm';
import { migrations } from '../migrations/index.js';
import { createDataSourceOptions } from './data-source.js';
import { listAppliedMigrations } from './has-every-migration.js';
import { initializeWithSessions } from './session-pooling.js';

/** The number of private keys encrypted with one master key, and one of them. */
export interface EncryptedSigningKeys {
  domainId: string;
  kid: string;
  privateKey: Buffer;
  /** The number of keys. */
  count: number;
}

/** A served domain. */
export interface ServedName {
  name: string;
  kind: 'sandbox' | 'custom';
}

/** The first four bytes of an encrypted value identify its master key. */
const SIGNING_KEYS = `
  SELECT DISTINCT ON (master_key) domain_id AS "domainId", kid, private_key AS "privateKey", (count(*) OVER (PARTITION BY master_key))::integer AS count
  FROM (SELECT *, substring(private_key FROM 1 FOR 4) AS master_key FROM signing_key) AS signing_key`;

/** Custom domains first, because each has its own certificate and DNS records. */
const SERVED_NAMES = `
  SELECT name, kind FROM domain WHERE verified_at IS NOT NULL AND status IN ('active', 'degraded') ORDER BY kind, created_at DESC LIMIT $1`;

/** Reads data that shows whether an installation works, from a database that may lack all tables. */
export class DatabaseInspector {
  private constructor(private readonly source: DataSource) {}

  /**
   * @param timeoutMs for a connection, and for each answer
   * @throws Error if the database cannot be used
   */
  static async open(url: string, timeoutMs: number): Promise<DatabaseInspector> {
    const timeouts = { connectionTimeout: timeoutMs, statementTimeout: timeoutMs, queryTimeout: timeoutMs };
    const source = new DataSource(createDataSourceOptions({ url, poolSize: 2, ...timeouts }));
    return new DatabaseInspector(await initializeWithSessions(source));
  }

  close(): Promise<void> {
    return this.source.destroy();
  }

  /** The version of PostgreSQL, such as `18.4`. */
  async readServerVersion(): Promise<string> {
    const [row]: [{ version: string }] = await this.source.query(`SELECT current_setting('server_version') AS version`);
    return row.version;
  }

  /** The names of the migrations of this release that have not been applied. */
  async listMissingMigrations(): Promise<string[]> {
    const applied = new Set(await listAppliedMigrations(this.source));
    return migrations.map(({ name }) => name).filter((name) => !applied.has(name));
  }

  /** The time of the database, in milliseconds since the epoch. */
  async readClock(): Promise<number> {
    const [row]: [{ now: number }] = await this.source.query('SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now');
    return row.now;
  }

  /** One entry for each master key that was used. */
  listSigningKeys(): Promise<EncryptedSigningKeys[]> {
    return this.source.query(SIGNING_KEYS);
  }

  /** The names of served domains, custom ones first. */
  listServedNames(limit: number): Promise<ServedName[]> {
    return this.source.query(SERVED_NAMES, [limit]);
  }
}
