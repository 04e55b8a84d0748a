import { Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { readManagementSettings } from '@latchkey/config';
import { PersonalDataCipher } from '@latchkey/crypto';
import { DatabaseModule } from '@latchkey/persistence';
import { createTestDatabase, TEST_TIMEOUTS, type TestDatabase } from '../../../../../test/support/database.js';
import { managementSettings, startManagement, type Caller, type StartedManagement } from '../../../../../test/support/management.js';
import { Rows } from '../../../../../test/support/rows.js';
import { createSubscription } from '../../../../../test/support/subscription.js';
import { SettingsModule } from '../../settings/settings.module.js';
import { runAsActor } from '../../audit-event/actor.js';
import { hashEntry, type HashedEntry } from './entry-hash.js';
import { AuditLogChainModule } from './audit-log-chain.module.js';
import { AuditLogHeadAcceptanceService } from './audit-log-head-acceptance.service.js';
import { AuditLogStatementService } from './audit-log-statement.service.js';
import { AuditLogVerificationService } from './audit-log-verification.service.js';
import type { VerificationResult } from './verification-result.js';

export interface LoggedDomain {
  name: string;
  id: string;
}

/** The tables of a domain's log. */
const TABLES = ['log_entry', 'log_chain', 'log_checkpoint'];

/** Creates the services that verify logs, as the command line does. */
function startVerification(url: string): Promise<INestApplicationContext> {
  const settings = readManagementSettings(managementSettings(url));
  const personalData = new PersonalDataCipher(settings.MASTER_KEY);
  @Module({
    imports: [
      SettingsModule.forRoot(settings),
      DatabaseModule.forRoot({ url, poolSize: 2, ...TEST_TIMEOUTS, personalData, onWait: () => undefined }),
      AuditLogChainModule,
    ],
  })
  class App {}
  return NestFactory.createApplicationContext(App, { logger: false });
}

/** A running service, and an administrator of its database who has no master key. */
export class AuditLogTamperingFixture {
  private copies = 0;

  private constructor(
    readonly database: TestDatabase,
    readonly rows: Rows,
    readonly management: StartedManagement,
    readonly caller: Caller,
    private readonly verification: INestApplicationContext,
  ) {}

  static async start(): Promise<AuditLogTamperingFixture> {
    const database = await createTestDatabase();
    const management = await startManagement(database.url, { RATE_LIMIT: 'off' });
    const caller = management.as((await createSubscription(database.url)).apiKey);
    return new AuditLogTamperingFixture(database, new Rows(database.url), management, caller, await startVerification(database.url));
  }

  async stop(): Promise<void> {
    await this.verification.close();
    await this.management.stop();
    await this.rows.end();
    await this.database.drop();
  }

  /** A domain with nine chained entries, and checkpoints of the third, the sixth and the last. */
  async domain(): Promise<LoggedDomain> {
    const name = await this.caller.registerDomain();
    const [{ id }] = (await this.rows.query('SELECT id FROM domain WHERE name = $1', [name])) as [{ id: string }];
    await this.log({ name, id }, 2);
    await this.checkpoint({ name, id });
    for (let n = 0; n < 2; n += 1) {
      await this.log({ name, id }, 3);
      await this.checkpoint({ name, id });
    }
    return { name, id };
  }

  /** Adds entries, and waits until they are chained. */
  async log({ id }: LoggedDomain, count: number): Promise<void> {
    await this.rows.query(
      `INSERT INTO log_entry (domain_id, type, actor_type, client_id) SELECT $1, 'client.deleted', 'operator', 'c' || n FROM generate_series(1, $2::integer) AS n`,
      [id, count],
    );
    await this.untilChained(id);
  }

  private untilChained(id: string): Promise<void> {
    return this.rows.until(`NOT EXISTS (SELECT FROM log_entry WHERE domain_id = '${id}' AND sequence IS NULL)`);
  }

  /** Waits until the end of the log has a checkpoint. */
  async checkpoint({ id }: LoggedDomain): Promise<void> {
    await this.untilChained(id);
    await this.rows.query('UPDATE log_chain SET checkpoint_due_at = now() WHERE domain_id = $1', [id]);
    await this.rows.until(`(SELECT checkpoint_sequence = sequence FROM log_chain WHERE domain_id = '${id}')`);
  }

  /** Copies the log of a domain. @returns a function that replaces the log by the copy */
  async copy({ id }: LoggedDomain): Promise<() => Promise<void>> {
    const suffix = `copy_${(this.copies += 1)}`;
    for (const table of TABLES)
      await this.rows.query(`CREATE TABLE ${suffix}_${table} AS SELECT * FROM ${table} WHERE domain_id = '${id}'`);
    const restore = TABLES.map(
      (table) =>
        `DELETE FROM ${table} WHERE domain_id = '${id}'; INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM ${suffix}_${table}`,
    );
    return async () => void (await this.rows.query(restore.join('; ')));
  }

  /** Gives the entries of a log new consecutive numbers and new hashes, and the head the last of these: all that SQL can do. */
  async rechain({ name, id }: LoggedDomain): Promise<void> {
    const { text } = await this.caller.get(`/v1/domain/${name}/log`, { Accept: 'application/x-ndjson' });
    const entries = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as HashedEntry & { hash: string });
    let previousHash = entries[0]!.previousHash;
    for (const [index, { hash: _hash, ...entry }] of entries.entries()) {
      const sequence = index + 1;
      const hash = hashEntry({ ...entry, sequence, previousHash });
      await this.rows.query(
        `UPDATE log_entry SET sequence = $3, hash = decode($4, 'hex'), previous_hash = decode($5, 'hex') WHERE domain_id = $1 AND sequence = $2`,
        [id, entry.sequence, sequence, hash, previousHash],
      );
      previousHash = hash;
    }
    await this.rows.query(`UPDATE log_chain SET sequence = $2, hash = decode($3, 'hex') WHERE domain_id = $1`, [
      id,
      entries.length,
      previousHash,
    ]);
  }

  /** @param kept checkpoints that were kept outside of the database */
  verify(domain: LoggedDomain, kept?: readonly string[]): Promise<VerificationResult> {
    return this.verification.get(AuditLogVerificationService).verify(domain, kept && { checkpoints: kept, keys: [] });
  }

  /** Does the same as `log accept-head`. */
  accept(domain: LoggedDomain): Promise<{ sequence: number }> {
    const operator = { type: 'operator', id: null, name: null, requestId: null, address: null } as const;
    return runAsActor(operator, () => this.verification.get(AuditLogHeadAcceptanceService).accept(domain));
  }

  listCheckpoints(domain: LoggedDomain): Promise<string[]> {
    return this.verification.get(AuditLogStatementService).listCheckpoints(domain);
  }

  /** The number of invalid logs in the metric. */
  async countInvalid(): Promise<number> {
    const { text } = await this.management.send('/metrics');
    return Number(/^latchkey_log_invalid_heads (.*)$/m.exec(text)?.[1]);
  }
}
