import { Module, type INestApplicationContext, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { readAuthSettings } from '@latchkey/config';
import { PersonalDataCipher } from '@latchkey/crypto';
import { createLogger, Metrics, ObservabilityModule } from '@latchkey/observability';
import { DatabaseModule } from '@latchkey/persistence';
import { createTestDatabase, TEST_TIMEOUTS, type TestDatabase } from '../../../../test/support/database.js';
import { MASTER_KEY } from '../../../../test/support/management.js';
import { Rows } from '../../../../test/support/rows.js';
import { SettingsModule } from '../settings/settings.module.js';
import type { CredentialDomain } from './credential-change.service.js';

/** The number of concurrent requests in tests of races. */
const POOL_SIZE = 10;

/** Runs the module of one kind of credential in this process, with its own database. */
export class CredentialsFixture {
  private constructor(
    private readonly database: TestDatabase,
    private readonly context: INestApplicationContext,
    readonly rows: Rows,
  ) {}

  /** @param credentialModule module of the kind of credential */
  static async start(credentialModule: Type): Promise<CredentialsFixture> {
    const database = await createTestDatabase();
    @Module({
      imports: [
        SettingsModule.forRoot(readAuthSettings({ DATABASE_URL: database.url, MASTER_KEY })),
        ObservabilityModule.forRoot(createLogger({ service: 'auth', level: 'fatal', format: 'json' }), new Metrics()),
        DatabaseModule.forRoot({
          url: database.url,
          poolSize: POOL_SIZE,
          ...TEST_TIMEOUTS,
          personalData: new PersonalDataCipher([Buffer.alloc(32)]),
          onWait: () => undefined,
        }),
        credentialModule,
      ],
    })
    class App {}
    const context = await NestFactory.createApplicationContext(App, { logger: false });
    return new CredentialsFixture(database, context, new Rows(database.url));
  }

  get url(): string {
    return this.database.url;
  }

  get<T>(service: Type<T>): T {
    return this.context.get(service, { strict: false });
  }

  async domain(): Promise<CredentialDomain> {
    const name = `d${Math.random().toString(36).slice(2)}.example.com`;
    return { id: await this.rows.domain({ name }), name, issuer: `https://${name}` };
  }

  /** @returns the new user's `sub` */
  async user({ id }: Pick<CredentialDomain, 'id'>, values: Record<string, unknown> = {}): Promise<string> {
    return (await this.rows.insert<{ sub: string }>('end_user', { domain_id: id, ...values })).sub;
  }

  async stop(): Promise<void> {
    await this.context.close();
    await this.rows.end();
    await this.database.drop();
  }
}
