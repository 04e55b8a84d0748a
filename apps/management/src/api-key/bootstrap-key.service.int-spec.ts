import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { readManagementSettings } from '@latchkey/config';
import { createLogger, Metrics, ObservabilityModule } from '@latchkey/observability';
import { DatabaseModule } from '@latchkey/persistence';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { ManagementProcess, managementSettings } from '../../../../test/support/management.js';
import { freePort } from '../../../../test/support/service-process.js';
import { sql } from '../../../../test/support/sql.js';
import { createSubscription } from '../../../../test/support/subscription.js';
import { createDatabaseOptions } from '../database-options.js';
import { SettingsModule } from '../settings/settings.module.js';
import { ApiKeyModule } from './api-key.module.js';
import { ApiKeyService } from './api-key.service.js';

let database: TestDatabase;
let started: INestApplicationContext[];

beforeEach(async () => {
  database = await createTestDatabase();
  started = [];
});

afterEach(async () => {
  await Promise.all(started.map((context) => context.close()));
  await database.drop();
});

/** Runs the start-up of a process with this setting. */
async function start(apiKey?: string): Promise<ApiKeyService> {
  const settings = readManagementSettings(managementSettings(database.url, apiKey === undefined ? {} : { BOOTSTRAP_API_KEY: apiKey }));
  const logger = createLogger({ service: 'management', level: 'silent', format: 'json' });
  const imports = [
    SettingsModule.forRoot(settings),
    ObservabilityModule.forRoot(logger, new Metrics()),
    DatabaseModule.forRoot(createDatabaseOptions(settings, logger)),
    ApiKeyModule,
  ];
  class Root {}
  const root = { module: Root, imports };
  const context = await NestFactory.createApplicationContext(root, { logger: false, abortOnError: false });
  started.push(context);
  return context.get(ApiKeyService);
}

interface Key {
  id: string;
  subscriptionId: string;
  subscription: string;
  name: string;
  revoked: boolean;
}

function keys(): Promise<Key[]> {
  return sql(
    database.url,
    `SELECT api_key.id, subscription_id AS "subscriptionId", subscription.name AS subscription, api_key.name, revoked_at IS NOT NULL AS revoked
     FROM api_key JOIN subscription ON subscription.id = subscription_id ORDER BY api_key.created_at`,
  );
}

describe('BOOTSTRAP_API_KEY', () => {
  it('is accepted for a subscription named bootstrap, which is created if missing', async () => {
    const service = await start('one');

    const [key] = await keys();
    expect(key).toMatchObject({ subscription: 'bootstrap', name: 'BOOTSTRAP_API_KEY', revoked: false });
    expect(await service.authenticate('one')).toMatchObject({ id: key!.id, subscriptionId: key!.subscriptionId });
  });

  it('works for any number of replicas, even if they start at the same time', async () => {
    await Promise.all([start('one'), start('one'), start('one')]);
    await start('one');

    expect(await keys()).toHaveLength(1);
  });

  it("replaces the previous bootstrap key, and keeps the subscription's other keys", async () => {
    const before = await start('one');
    const [{ subscriptionId }] = (await keys()) as [Key];
    const { apiKey: further } = await before.issue(subscriptionId, { name: 'further' });

    const after = await start('two');

    for (const service of [before, after]) {
      expect(await service.authenticate('one')).toBeNull();
      expect(await service.authenticate('two')).toMatchObject({ subscriptionId });
      expect(await service.authenticate(further)).toMatchObject({ subscriptionId });
    }
  });

  it('is accepted again by the next start after it was revoked', async () => {
    const service = await start('one');
    const [key] = await keys();
    await service.revoke(key!.id);
    expect(await service.authenticate('one')).toBeNull();

    await start('one');

    expect(await service.authenticate('one')).toMatchObject({ id: key!.id });
    expect(await keys()).toEqual([key]);
  });

  it('is optional', async () => {
    await start();

    expect(await sql(database.url, 'SELECT FROM subscription')).toEqual([]);
  });

  it('must not be a key of another subscription: the process exits with one line, and nothing changes', async () => {
    const { apiKey } = await createSubscription(database.url);
    const before = await keys();

    const management = new ManagementProcess(await freePort(), managementSettings(database.url, { BOOTSTRAP_API_KEY: apiKey }));

    expect(await management.process.ended).toEqual({ code: 1, signal: null });
    expect(management.process.stderr).toBe('BOOTSTRAP_API_KEY: belongs to another subscription; choose a new key\n');
    expect(await keys()).toEqual(before);
  });
});

describe('a process that cannot start', () => {
  it('reports each missing, wrong and misspelt setting in one line', async () => {
    const management = new ManagementProcess(0, { WORKER: 'sometimes', DATABASE_POOL_SIZE: 'many', MASTERKEY: 'x' });

    expect(await management.process.ended).toEqual({ code: 1, signal: null });
    const lines = management.process.stderr.trim().split('\n');
    expect(lines.map((line) => line.split(':')[0]).sort()).toEqual([
      'DATABASE_POOL_SIZE',
      'DATABASE_URL',
      'MANAGEMENT_PORT',
      'MASTERKEY',
      'MASTER_KEY',
      'WORKER',
    ]);
    expect(lines).toContain('MASTERKEY: is no setting; is MASTER_KEY meant?');
    expect(management.process.stdout).toBe('');
  });

  it('reports in one line that its port is taken, and which variable sets it', async () => {
    const occupant = createServer().listen(0, '127.0.0.1');
    await once(occupant, 'listening');
    const { port } = occupant.address() as AddressInfo;

    const management = new ManagementProcess(port, managementSettings(database.url));

    expect(await management.process.ended).toEqual({ code: 1, signal: null });
    expect(management.process.stderr).toBe(`port ${port} is taken: free it, or set MANAGEMENT_PORT to another port\n`);
    occupant.close();
  });
});
