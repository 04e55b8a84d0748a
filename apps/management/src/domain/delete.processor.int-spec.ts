import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { JobsOptions } from 'bullmq';
import pg from 'pg';
import { runCli } from '../../../../test/support/cli.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { eventually } from '../../../../test/support/eventually.js';
import { managementSettings, startManagement, type Caller, type StartedManagement } from '../../../../test/support/management.js';
import { QUEUE_BACKENDS, type QueueBackend, type TestQueue } from '../../../../test/support/queue-backend.js';
import { findTablesContaining } from '../../../../test/support/leftovers.js';
import { sql } from '../../../../test/support/sql.js';
import type { LogEvent } from '../../../../test/support/service-log.js';

const CLIENT = { clientType: 'Confidential', grantType: 'ClientCredentials', scope: 'read' };
/** No retry, so that the test need not wait for a failure. */
const ONCE: JobsOptions = { attempts: 1, removeOnComplete: true, removeOnFail: true };

describe.each(QUEUE_BACKENDS)('with jobs on %s', (_name, startBackend) => {
  let database: TestDatabase;
  let backend: QueueBackend;
  let management: StartedManagement;
  let caller: Caller;
  let queue: TestQueue;
  let jobs = 0;

  beforeAll(async () => {
    database = await createTestDatabase();
    backend = await startBackend(database.url);
    management = await startManagement(database.url, backend.settings);
    caller = management.as(management.apiKey);
    queue = backend.open('domain-deletion');
  }, 60_000);

  afterAll(async () => {
    await queue.close();
    await management.stop();
    await backend.stop();
    await database.drop();
  });

  /** Adds a job to the queue directly, and waits for its worker's log event. */
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

  describe('purge job', () => {
    it('can run twice, even concurrently', async () => {
      const domain = await register();
      await sql(
        database.url,
        `INSERT INTO oidc_payload (domain_id, model, hash, payload) SELECT $1, 'AccessToken', sha256(n::text::bytea), '{}' FROM generate_series(1, 5000) AS n`,
        [domain.id],
      );
      await sql(database.url, `UPDATE domain SET status = 'deleting' WHERE id = $1`, [domain.id]);

      const attempts = await Promise.all([work({ domainId: domain.id }), work({ domainId: domain.id }), work({ domainId: domain.id })]);

      expect(attempts.map(({ level }) => level)).toEqual(['info', 'info', 'info']);
      expect(await exists(domain)).toBe(false);
      expect(await work({ domainId: domain.id })).toMatchObject({ level: 'info' });
    });

    it('does nothing to a domain that is not being deleted', async () => {
      const domain = await register();

      expect(await work({ domainId: domain.id })).toMatchObject({ level: 'info', queue: 'domain-deletion', attempt: 1 });

      expect(await exists(domain)).toBe(true);
      expect((await caller.get(`/v1/domain/${domain.name}/client`)).json).toMatchObject([{ clientId: 'app' }]);
    });

    it('does nothing for an unknown domain', async () => {
      expect(await work({ domainId: '00000000-0000-4000-8000-000000000000' })).toMatchObject({ level: 'info' });
    });

    it('rejects malformed job data without harm', async () => {
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

    it('counts a failing job, and retries it until it succeeds', async () => {
      const domain = await register();
      await sql(database.url, 'ALTER TABLE client_secret RENAME TO client_secret_elsewhere');
      await caller.delete(`/v1/domain/${domain.name}`);
      const failed = (event: LogEvent): boolean => event.msg === 'job' && event['domain'] === domain.id && event.level === 'error';
      expect(await eventually(() => management.events.find(failed))).toMatchObject({
        error: { message: expect.stringContaining('client_secret') },
      });

      await sql(database.url, 'ALTER TABLE client_secret_elsewhere RENAME TO client_secret');

      await eventually(async () => !(await exists(domain)), { timeoutMs: 20_000 });
      const { text } = await caller.get('/metrics');
      expect(text).toMatch(/latchkey_job_attempts_total\{queue="domain-deletion",outcome="failed"\} [1-9]/);
      expect(text).toMatch(/latchkey_job_attempts_total\{queue="domain-deletion",outcome="completed"\} [1-9]/);
    });
  });

  /** Makes every attempt at a purge fail, until it is undone. */
  async function poison(): Promise<() => Promise<unknown>> {
    await sql(database.url, 'ALTER TABLE client_secret RENAME TO client_secret_elsewhere');
    return () => sql(database.url, 'ALTER TABLE client_secret_elsewhere RENAME TO client_secret');
  }

  /** Ends the pause until the next attempt. */
  function passPause({ id }: { id: string }): Promise<unknown> {
    return sql(database.url, 'UPDATE job_state SET next_attempt_at = now() WHERE domain_id = $1', [id]);
  }

  interface Standing {
    state: string;
    attempts: number;
    lastError: string | null;
    nextAttemptAt: string | null;
  }

  async function standing({ name }: { name: string }): Promise<Standing> {
    const { json } = await caller.get(`/v1/domain/${name}`);
    return (json as { jobs: Standing[] }).jobs[0]!;
  }

  async function failedJobs(): Promise<number> {
    const { text } = await caller.get('/metrics');
    return Number(/latchkey_jobs_failed\{queue="domain-deletion"\} (\d+)/.exec(text)?.[1]);
  }

  describe('repeatedly failing jobs', () => {
    it('are shown as failed, counted, and retried much later; their state is removed when they succeed', async () => {
      const domain = await register();
      const cure = await poison();
      await caller.delete(`/v1/domain/${domain.name}`);

      const findFailed = async () => {
        // Ends the pauses of the queue between its attempts.
        await queue.promoteJobs();
        return (await standing(domain)).state === 'failed' ? standing(domain) : null;
      };
      const failed = await eventually(findFailed, { timeoutMs: 40_000 });
      const pause = Date.parse(failed.nextAttemptAt!) - Date.now();
      expect(failed).toEqual({
        name: 'domain-deletion',
        state: 'failed',
        attempts: 5,
        lastError: 'Something failed that was not expected to. The log of the service says what.',
        nextAttemptAt: expect.any(String),
      });
      expect(pause).toBeGreaterThan(10_000);
      await eventually(async () => (await failedJobs()) === 1, { timeoutMs: 30_000 });
      const { stdout } = await runCli(managementSettings(database.url), 'domain', 'jobs', domain.name, '--json');
      expect(JSON.parse(stdout)).toMatchObject([{ status: 'deleting', job: 'domain-deletion', state: 'failed', attempts: 5 }]);

      await cure();
      await passPause(domain);
      await eventually(async () => !(await exists(domain)), { timeoutMs: 20_000 });
      await eventually(async () => (await failedJobs()) === 0, { timeoutMs: 30_000 });
    }, 150_000);
  });

  describe('a queue that loses all jobs', () => {
    it('loses no deletion while jobs wait and one is in progress', async () => {
      const domains = [await register(), await register(), await register(), await register()];
      // The transaction that links them to the chain locks the domains. It must not wait for the lock holder while this test waits for it.
      const isLinked = async () => (await sql(database.url, 'SELECT FROM log_entry WHERE sequence IS NULL')).length === 0;
      await eventually(isLinked);
      const holder = new pg.Client(database.url);
      await holder.connect();
      await holder.query('BEGIN; LOCK TABLE log_entry IN SHARE MODE');
      for (const { id } of domains) await sql(database.url, `UPDATE domain SET status = 'deleting' WHERE id = $1`, [id]);
      for (const { id } of domains) await queue.add('delete', { domainId: id }, ONCE);
      await eventually(async () => (await standing(domains[0]!)).state === 'running');
      await backend.flush();

      await holder.query('COMMIT');
      await holder.end();

      for (const domain of domains) await eventually(async () => !(await exists(domain)), { timeoutMs: 40_000 });
      const later = await register();
      await caller.delete(`/v1/domain/${later.name}`);
      expect(await eventually(async () => !(await exists(later)), { timeoutMs: 20_000 })).toBe(true);
    }, 120_000);

    it('stores no name or id of the domain in its finished jobs', async () => {
      const domain = await register();
      await caller.delete(`/v1/domain/${domain.name}`);
      await eventually(async () => !(await exists(domain)), { timeoutMs: 20_000 });
      // The job is finished a moment after the domain is gone.
      await eventually(async () => !(await backend.remembers(domain.id)));

      expect(await findTablesContaining(database.url, domain.name, domain.id)).toEqual(['public.domain_deletion']);
    });
  });
});
