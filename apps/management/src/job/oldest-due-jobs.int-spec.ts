import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { readManagementSettings } from '@latchkey/config';
import { createLogger } from '@latchkey/observability';
import {
  BackchannelLogoutPersistenceModule,
  DatabaseModule,
  DomainVerificationPersistenceModule,
  JobStatePersistenceModule,
  JobStateRepository,
  MessagePersistenceModule,
  SharedSignalsPersistenceModule,
  WebhookPersistenceModule,
} from '@latchkey/persistence';
import { QUEUES, type QueueName } from '../queue/queues.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { eventually } from '../../../../test/support/eventually.js';
import { managementSettings, startManagement } from '../../../../test/support/management.js';
import { Rows, type Row } from '../../../../test/support/rows.js';
import { createDatabaseOptions } from '../database-options.js';
import { SettingsModule } from '../settings/settings.module.js';
import { OldestDueDeliveriesService } from './oldest-due-deliveries.service.js';
import { OldestDueJobsService } from './oldest-due-jobs.service.js';

const MINUTE_MS = 60_000;
const NONE = {
  [QUEUES.domainDeletion]: 0,
  [QUEUES.domainProvision]: 0,
  [QUEUES.domainVerification]: 0,
  [QUEUES.message]: 0,
  [QUEUES.logoutNotice]: 0,
  [QUEUES.webhook]: 0,
  [QUEUES.userImport]: 0,
};

let database: TestDatabase;
let rows: Rows;
let context: INestApplicationContext;

beforeAll(async () => {
  database = await createTestDatabase();
  rows = new Rows(database.url);
  context = await open({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'Example <no-reply@example.com>' });
});

afterAll(async () => {
  await Promise.all([context.close(), rows.end()]);
  await database.drop();
});

beforeEach(() => rows.query('TRUNCATE domain CASCADE').then(() => undefined));

const REPOSITORIES = [
  BackchannelLogoutPersistenceModule,
  DomainVerificationPersistenceModule,
  JobStatePersistenceModule,
  MessagePersistenceModule,
  SharedSignalsPersistenceModule,
  WebhookPersistenceModule,
];

function open(environment: Record<string, string>): Promise<INestApplicationContext> {
  const settings = readManagementSettings(managementSettings(database.url, environment));
  const logger = createLogger({ service: 'management', level: 'silent', format: 'json' });
  const imports = [SettingsModule.forRoot(settings), DatabaseModule.forRoot(createDatabaseOptions(settings, logger)), ...REPOSITORIES];
  class Root {}
  return NestFactory.createApplicationContext(
    { module: Root, imports, providers: [OldestDueDeliveriesService, OldestDueJobsService] },
    { logger: false, abortOnError: false },
  );
}

/** Whole minutes, by queue. */
async function measure({ in: opened = context } = {}): Promise<Record<string, number>> {
  const seconds = await opened.get(OldestDueJobsService).measure();
  return Object.fromEntries(Object.entries(seconds).map(([queue, age]) => [queue, Math.floor(age / 60)]));
}

const minutes = (n: number): Date => new Date(Date.now() + n * MINUTE_MS);

interface Due {
  domain: Row;
  /** Makes work of a domain due at a given time. */
  write: (domainId: string, at: Date) => Promise<unknown>;
}

const jobOf = (queue: QueueName) => (domain_id: string, next_attempt_at: Date) =>
  rows.insert('job_state', { domain_id, queue, next_attempt_at });

const WORK: Readonly<Record<QueueName, Due>> = {
  [QUEUES.domainDeletion]: { domain: { status: 'deleting' }, write: jobOf(QUEUES.domainDeletion) },
  [QUEUES.domainProvision]: { domain: { kind: 'sandbox' }, write: jobOf(QUEUES.domainProvision) },
  [QUEUES.domainVerification]: {
    domain: {},
    write: async (domain_id, at) => {
      await rows.query('UPDATE domain SET next_check_at = $2 WHERE id = $1', [domain_id, at]);
      await rows.insert('domain_verification', { domain_id });
    },
  },
  [QUEUES.message]: {
    domain: {},
    write: async (domain_id, next_attempt_at) => {
      const { sub } = await rows.insert('end_user', { domain_id });
      await rows.insert('message', { domain_id, sub, next_attempt_at, expires_at: minutes(10) });
    },
  },
  [QUEUES.logoutNotice]: {
    domain: {},
    write: async (domain_id, next_attempt_at) => {
      const { client_id } = await rows.insert('client', { domain_id });
      await rows.insert('backchannel_logout', { domain_id, client_id });
      await rows.insert('logout_notice', { domain_id, client_id, next_attempt_at, expires_at: minutes(10) });
    },
  },
  [QUEUES.webhook]: {
    domain: {},
    write: (domain_id, next_attempt_at) => rows.insert('webhook', { domain_id, next_attempt_at }),
  },
  [QUEUES.userImport]: { domain: {}, write: jobOf(QUEUES.userImport) },
};

describe('metric of the oldest due job', () => {
  it('covers every queue, in a process that runs jobs', async () => {
    const management = await startManagement(database.url);
    const shown = async (): Promise<string[]> => {
      const { text } = await management.send('/metrics');
      return [...text.matchAll(/^latchkey_oldest_due_job_seconds\{queue="([^"]+)"\} \d/gm)].map(([, queue]) => queue!);
    };

    const queues = await eventually(async () => ((await shown()).length > 0 ? shown() : null), { timeoutMs: 60_000 });

    expect(queues.toSorted()).toEqual(Object.values(QUEUES).toSorted());
    await management.stop();
  }, 60_000);
});

describe('age of the oldest due job', () => {
  it('is 0 for queues without due jobs', async () => {
    expect(await measure()).toEqual(NONE);
  });

  it.each(Object.entries(WORK))('measures %s: due jobs, not those scheduled later', async (queue, { domain, write }) => {
    await write(await rows.domain(domain), minutes(5));
    expect(await measure()).toEqual(NONE);

    await write(await rows.domain(domain), minutes(-2));
    await write(await rows.domain(domain), minutes(-7));

    expect(await measure()).toEqual({ ...NONE, [queue]: 7 });
  });

  it.each([QUEUES.domainProvision, QUEUES.domainVerification, QUEUES.message, QUEUES.logoutNotice, QUEUES.webhook])(
    'does not count %s jobs of a domain in deletion',
    async (queue) => {
      await WORK[queue].write(await rows.domain({ ...WORK[queue].domain, status: 'deleting' }), minutes(-7));

      expect(await measure()).toEqual(NONE);
    },
  );

  it('ignores messages without a configured channel', async () => {
    const outbox = await open({});
    await WORK[QUEUES.message].write(await rows.domain(), minutes(-7));

    expect(await measure({ in: outbox })).toEqual(NONE);
    await outbox.close();
  });

  it('counts from the sweep that found a job due that was never started, and does not show it as started', async () => {
    const states = context.get(JobStateRepository);
    const id = await rows.domain({ status: 'deleting' });
    await states.recordDue(QUEUES.domainDeletion, [id]);
    await rows.query(`UPDATE job_state SET next_attempt_at = next_attempt_at - interval '7 minutes'`);

    await states.recordDue(QUEUES.domainDeletion, [id]);

    expect(await measure()).toEqual({ ...NONE, [QUEUES.domainDeletion]: 7 });
    expect(await states.list(id)).toEqual([]);
    expect(await states.begin({ domainId: id, queue: QUEUES.domainDeletion }, 6)).toBe(1);
  });
});
