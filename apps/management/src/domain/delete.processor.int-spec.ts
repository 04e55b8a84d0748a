import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPostgresBackend, Queue, type JobsOptions } from 'bullmq';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { eventually } from '../../../../test/support/eventually.js';
import { startManagement, type Caller, type StartedManagement } from '../../../../test/support/management.js';
import { sql } from '../../../../test/support/sql.js';
import type { LogEvent } from '../../../../test/support/service-process.js';

const CLIENT = { clientType: 'Confidential', grantType: 'ClientCredentials', scope: 'read' };
/** No second attempt, so that a refusal need not be waited for. */
const ONCE: JobsOptions = { attempts: 1, removeOnComplete: true, removeOnFail: true };

let database: TestDatabase;
let management: StartedManagement;
let caller: Caller;
let queue: ReturnType<typeof openQueue>;
let jobs = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  management = await startManagement(database.url);
  caller = management.as(management.apiKey);
  queue = openQueue();
});

afterAll(async () => {
  await queue.close();
  await management.stop();
  await database.drop();
});

function openQueue() {
  const connection = { connectionString: database.url, schema: 'bullmq', max: 2, migrate: true };
  return new Queue('domain-deletion', { connection }, createPostgresBackend);
}

/** Puts a job into the queue behind the service's back, and waits for what its worker logs of it. */
async function work(data: unknown): Promise<LogEvent> {
  jobs += 1;
  const jobId = `test-${jobs}`;
  await queue.add('delete', data, { ...ONCE, jobId });
  return eventually(() => management.events.find(({ msg, job }) => msg === 'job' && job === jobId));
}

async function register(): Promise<{ id: string; name: string }> {
  const name = await caller.registerDomain();
  await caller.put(`/v1/domain/${name}/client/app`, CLIENT);
  const [row] = await sql<{ id: string }>(database.url, 'SELECT id FROM domain WHERE name = $1', [name]);
  return { id: row!.id, name };
}

async function exists({ name }: { name: string }): Promise<boolean> {
  return (await caller.get(`/v1/domain/${name}`)).status === 200;
}

describe('the job that purges a domain', () => {
  it('may come twice, also at the same time', async () => {
    const domain = await register();
    await sql(
      database.url,
      `INSERT INTO oidc_payload (domain_id, model, id, payload) SELECT $1, 'AccessToken', n::text, '{}' FROM generate_series(1, 20000) AS n`,
      [domain.id],
    );
    await sql(database.url, `UPDATE domain SET status = 'deleting' WHERE id = $1`, [domain.id]);

    const attempts = await Promise.all([work({ domainId: domain.id }), work({ domainId: domain.id }), work({ domainId: domain.id })]);

    expect(attempts.map(({ level }) => level)).toEqual(['info', 'info', 'info']);
    expect(await exists(domain)).toBe(false);
    expect(await work({ domainId: domain.id })).toMatchObject({ level: 'info' });
  });

  it('leaves a domain alone that is not being deleted', async () => {
    const domain = await register();

    expect(await work({ domainId: domain.id })).toMatchObject({ level: 'info', queue: 'domain-deletion', attempt: 1 });

    expect(await exists(domain)).toBe(true);
    expect((await caller.get(`/v1/domain/${domain.name}/client`)).json).toMatchObject([{ clientId: 'app' }]);
  });

  it('of a domain that never was does nothing', async () => {
    expect(await work({ domainId: '00000000-0000-4000-8000-000000000000' })).toMatchObject({ level: 'info' });
  });

  it('is refused if it is not one, and harms nothing', async () => {
    const domain = await register();
    await sql(database.url, `UPDATE domain SET status = 'active' WHERE id = $1`, [domain.id]);
    const garbage = [
      {},
      { domainId: 1 },
      { domainId: "'; DROP TABLE domain; --" },
      { domainId: domain.name },
      { domainId: domain.id, force: true },
      [],
    ];

    for (const attempt of await Promise.all(garbage.map(work)))
      expect(attempt).toMatchObject({ level: 'error', error: { type: 'ZodError' } });

    expect(await exists(domain)).toBe(true);
    expect(await work({ domainId: domain.id })).toMatchObject({ level: 'info' });
  });

  it('that fails is counted, and tried again until it succeeds', async () => {
    const domain = await register();
    await sql(database.url, 'ALTER TABLE client_secret RENAME TO client_secret_elsewhere');
    await caller.delete(`/v1/domain/${domain.name}`);
    const failed = (event: LogEvent): boolean => event.msg === 'job' && event['job'] === `delete-${domain.id}` && event.level === 'error';
    expect(await eventually(() => management.events.find(failed))).toMatchObject({
      error: { message: expect.stringContaining('client_secret') },
    });

    await sql(database.url, 'ALTER TABLE client_secret_elsewhere RENAME TO client_secret');

    await eventually(async () => !(await exists(domain)), { within: 20_000 });
    const { text } = await caller.get('/metrics');
    expect(text).toMatch(/latchkey_job_attempts_total\{queue="domain-deletion",outcome="failed"\} [1-9]/);
    expect(text).toMatch(/latchkey_job_attempts_total\{queue="domain-deletion",outcome="completed"\} [1-9]/);
  });
});
