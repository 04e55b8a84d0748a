import { Module, type INestApplicationContext, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { readManagementSettings } from '@latchkey/config';
import { PersonalDataCipher } from '@latchkey/crypto';
import { ALL_ENTRIES, DatabaseModule, DomainPersistenceModule } from '@latchkey/persistence';
import { createTestDatabase, TEST_TIMEOUTS, type TestDatabase } from '../../../../../test/support/database.js';
import { managementSettings } from '../../../../../test/support/management.js';
import { Rows } from '../../../../../test/support/rows.js';
import type { Settings } from '../../../../../test/support/service-process.js';
import { SettingsModule } from '../../settings/settings.module.js';
import { AuditLogChainModule } from '../chain/audit-log-chain.module.js';
import { AuditLogChainService } from '../chain/audit-log-chain.service.js';
import { AuditLogQueryService } from '../audit-log-query.service.js';
import { AuditLogPartitionService } from './audit-log-partition.service.js';
import { AuditLogRemovalService } from './audit-log-removal.service.js';

const KEY = Buffer.alloc(32, 1);

const settingsOf = (url: string): Settings => managementSettings(url, { MASTER_KEY: KEY.toString('base64') });

function startReplica(url: string): Promise<INestApplicationContext> {
  const persistence = {
    url,
    poolSize: 3,
    ...TEST_TIMEOUTS,
    personalData: new PersonalDataCipher([KEY]),
    onWait: () => undefined,
  };
  @Module({
    imports: [
      SettingsModule.forRoot(readManagementSettings(settingsOf(url))),
      DatabaseModule.forRoot(persistence),
      DomainPersistenceModule,
      AuditLogChainModule,
    ],
    providers: [AuditLogPartitionService, AuditLogQueryService, AuditLogRemovalService],
  })
  class App {}
  return NestFactory.createApplicationContext(App, { logger: false });
}

/** Two processes of the log's background work on one database, which run only when the test says so. */
export class AuditLogPartitionFixture {
  private constructor(
    private readonly database: TestDatabase,
    readonly rows: Rows,
    readonly replicas: readonly INestApplicationContext[],
  ) {}

  static async start(): Promise<AuditLogPartitionFixture> {
    const database = await createTestDatabase();
    return new AuditLogPartitionFixture(
      database,
      new Rows(database.url),
      await Promise.all([startReplica(database.url), startReplica(database.url)]),
    );
  }

  async stop(): Promise<void> {
    await Promise.all(this.replicas.map((replica) => replica.close()));
    await this.rows.end();
    await this.database.drop();
  }

  /** For commands on its database. */
  get settings(): Settings {
    return settingsOf(this.database.url);
  }

  /** Gets a provider of the first replica. */
  get<T>(type: Type<T>): T {
    return this.replicas[0]!.get(type);
  }

  /** A domain with a retention. @returns its id */
  async domain({ days }: { days: number }): Promise<string> {
    const id = await this.rows.domain();
    await this.rows.insert('log_retention', { domain_id: id, days, personal_days: 30 });
    return id;
  }

  /** Logs entries as of the given days ago, each in the partition where it would be then. */
  async log(domainId: string, daysAgo: readonly number[], { chained } = { chained: true }): Promise<void> {
    for (const days of daysAgo)
      await this.rows.query(
        `INSERT INTO log_entry (domain_id, type, actor_type, client_id, at, removed_from)
         SELECT $1, 'client.deleted', 'operator', 'c', day, (day AT TIME ZONE 'UTC')::date + (SELECT days FROM log_retention WHERE domain_id = $1)
         FROM (SELECT now() - $2 * interval '24 hours' AS day) AS entry`,
        [domainId, days],
      );
    if (chained) await this.get(AuditLogChainService).catchUp(domainId);
  }

  /**
   * Logs entries whose month of removal has ended.
   * @returns their partition
   */
  async logExpired(domainId: string, entries: number, monthsAgo = 1): Promise<string> {
    const [{ month }] = (await this.rows.query(`SELECT (date_trunc('month', now()) - $1 * interval '1 month')::date::text AS month`, [
      monthsAgo,
    ])) as [{ month: string }];
    await this.rows.query('SELECT create_log_partition($1::date)', [month]);
    await this.rows.query(
      `INSERT INTO log_entry (domain_id, type, actor_type, at, removed_from)
       SELECT $1, 'client.deleted', 'operator', $2::date - 400, $2::date + 1 FROM generate_series(1, $3::integer)`,
      [domainId, month, entries],
    );
    await this.get(AuditLogChainService).catchUp(domainId);
    return `log_entry_${month.slice(0, 7).replace('-', '_')}`;
  }

  /** All visible entries, one per line. */
  async exportLog(domainId: string): Promise<string> {
    let text = '';
    for await (const lines of await this.get(AuditLogQueryService).stream(domainId, ALL_ENTRIES, null)) text += lines;
    return text;
  }

  /** The months with a partition, and whether the default partition exists. */
  async partitions(): Promise<{ months: string[]; hasDefault: boolean }> {
    const names = await this.rows.query<{ name: string }>(
      `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'log_entry'::regclass ORDER BY 1`,
    );
    const months = names.map(({ name }) => name.replace('log_entry_', ''));
    return { months: months.filter((month) => month !== 'default'), hasDefault: months.includes('default') };
  }
}
