import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { PeriodicTask } from '@latchkey/server';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.js';
import { eventually } from '../../../test/support/eventually.js';
import { startManagement, type StartedManagement } from '../../../test/support/management.js';
import { Rows } from '../../../test/support/rows.js';

/** A domain's log is chained again a minute after a failure. */
const POLL_OPTIONS = { timeoutMs: 90_000, intervalMs: 100 };
/** The factor by which tasks run faster here. */
const SPEED = 5;
const AGES_AGO = new Date(Date.now() - 60 * 86_400_000);
/** Longer than results are kept. */
const LONG_AGO = new Date(Date.now() - 100 * 86_400_000);
/** Sorts before all other ids, so that a failure comes first. */
const FIRST_ID_PREFIX = '00000000-0000-4000-8000-';

/** Work of a periodic task. */
interface TaskCase {
  task: string;
  /** The change that PostgreSQL rejects for one domain. */
  refused: `${'INSERT' | 'UPDATE' | 'DELETE'} ON ${string}`;
  /** Adds work for a domain. */
  arrange: (domainId: string) => Promise<unknown>;
  /** SQL with the domain as $1 that returns whether the work is done. */
  isDone: string;
}

let database: TestDatabase;
let rows: Rows;
let management: StartedManagement;
let domains = 0;
const pairs = new Map<TaskCase, { failing: string; sound: string }>();

const isGone = (table: string): string => `NOT EXISTS (SELECT FROM ${table} WHERE domain_id = $1)`;
const addExpired = (table: 'oidc_payload' | 'used_jti' | 'message' | 'form_submission') => (domain_id: string) =>
  rows.insert(table, { domain_id, expires_at: AGES_AGO });

async function addUser(domain_id: string): Promise<{ domain_id: string; sub: string }> {
  const { sub } = await rows.insert<{ sub: string }>('end_user', { domain_id });
  return { domain_id, sub };
}

async function addClient(domain_id: string): Promise<{ domain_id: string; client_id: string }> {
  const { client_id } = await rows.insert<{ client_id: string }>('client', { domain_id });
  return { domain_id, client_id };
}

const CASES: TaskCase[] = [
  {
    task: 'LogChainSweeper',
    refused: 'UPDATE ON log_entry',
    arrange: (domain_id) => rows.insert('log_entry', { domain_id }),
    isDone: 'EXISTS (SELECT FROM log_entry WHERE domain_id = $1 AND sequence IS NOT NULL)',
  },
  {
    task: 'CheckpointSweeper',
    refused: 'INSERT ON log_checkpoint',
    arrange: (domain_id) => rows.insert('log_entry', { domain_id }),
    isDone: 'EXISTS (SELECT FROM log_checkpoint WHERE domain_id = $1)',
  },
  { task: 'ExpirySweeper', refused: 'DELETE ON oidc_payload', arrange: addExpired('oidc_payload'), isDone: isGone('oidc_payload') },
  { task: 'ExpirySweeper', refused: 'DELETE ON used_jti', arrange: addExpired('used_jti'), isDone: isGone('used_jti') },
  {
    task: 'ExpirySweeper',
    refused: 'DELETE ON magic_link',
    arrange: async (domainId) => rows.insert('magic_link', { ...(await addUser(domainId)), expires_at: AGES_AGO }),
    isDone: isGone('magic_link'),
  },
  {
    task: 'RegisteredClientSweeper',
    refused: 'DELETE ON registered_client',
    arrange: async (domainId) => rows.insert('registered_client', { ...(await addClient(domainId)), created_at: AGES_AGO }),
    isDone: isGone('registered_client'),
  },
  {
    task: 'SecretSweeper',
    refused: 'DELETE ON client_secret',
    arrange: async (domainId) => rows.insert('client_secret', { ...(await addClient(domainId)), expires_at: AGES_AGO }),
    isDone: isGone('client_secret'),
  },
  {
    task: 'SecretSweeper',
    refused: 'UPDATE ON recovery_code',
    arrange: async (domainId) => rows.insert('recovery_code', { ...(await addUser(domainId)), shown_until: AGES_AGO }),
    isDone: 'NOT EXISTS (SELECT FROM recovery_code WHERE domain_id = $1 AND shown_until IS NOT NULL)',
  },
  {
    task: 'SecretSweeper',
    refused: 'DELETE ON form_submission',
    arrange: addExpired('form_submission'),
    isDone: isGone('form_submission'),
  },
  {
    task: 'UserImportSweeper',
    refused: 'UPDATE ON user_import',
    arrange: (domain_id) => rows.insert('user_import', { domain_id, leased_until: AGES_AGO }),
    isDone: `NOT EXISTS (SELECT FROM user_import WHERE domain_id = $1 AND status = 'Uploading')`,
  },
  {
    task: 'UserImportSweeper',
    refused: 'DELETE ON user_import',
    arrange: (domain_id) => rows.insert('user_import', { domain_id, status: 'Completed', completed_at: AGES_AGO }),
    isDone: isGone('user_import'),
  },
  {
    task: 'UserInvitationSweeper',
    refused: 'UPDATE ON user_invitation',
    arrange: (domain_id) => rows.insert('user_invitation', { domain_id, next_step_at: AGES_AGO }),
    isDone: `EXISTS (SELECT FROM user_invitation WHERE domain_id = $1 AND status = 'Completed')`,
  },
  {
    task: 'UserInvitationSweeper',
    refused: 'DELETE ON user_invitation',
    arrange: (domain_id) => rows.insert('user_invitation', { domain_id, status: 'Completed', ended_at: LONG_AGO }),
    isDone: isGone('user_invitation'),
  },
  {
    task: 'MessageSweeper',
    refused: 'DELETE ON message',
    arrange: async (domainId) => rows.insert('message', { ...(await addUser(domainId)), expires_at: AGES_AGO }),
    isDone: isGone('message'),
  },
  {
    task: 'WebhookExpirySweeper',
    refused: 'DELETE ON webhook_delivery',
    arrange: async (domain_id) => {
      const { id } = await rows.insert('webhook', { domain_id, enabled: false });
      await rows.insert('webhook_delivery', { domain_id, webhook_id: id, entry_id: 1, status: 'delivered', occurred_at: AGES_AGO });
    },
    isDone: isGone('webhook_delivery'),
  },
  {
    task: 'SigningKeySweeper',
    refused: 'INSERT ON signing_key',
    arrange: async () => undefined,
    isDone: 'EXISTS (SELECT FROM signing_key WHERE domain_id = $1)',
  },
  {
    task: 'SigningKeySweeper',
    refused: 'DELETE ON signing_key',
    arrange: async (domain_id) => {
      await rows.insert('signing_key', { domain_id, kid: 'old', signs_from: new Date(AGES_AGO.getTime() - 1_000) });
      await rows.insert('signing_key', { domain_id, signs_from: AGES_AGO });
    },
    isDone: `NOT EXISTS (SELECT FROM signing_key WHERE domain_id = $1 AND kid = 'old')`,
  },
  {
    task: 'PersonalDataErasureSweeper',
    refused: 'DELETE ON log_key',
    arrange: async (domainId) => rows.insert('log_key', { ...(await addUser(domainId)), month: '2020-01-01' }),
    isDone: isGone('log_key'),
  },
  {
    task: 'LogPartitionSweeper',
    refused: 'UPDATE ON log_retention',
    arrange: (domain_id) => rows.insert('log_retention', { domain_id, placed_until: AGES_AGO }),
    isDone: 'EXISTS (SELECT FROM log_retention WHERE domain_id = $1 AND placed_until IS NULL)',
  },
  {
    task: 'SignalExpirySweeper',
    refused: 'UPDATE ON ssf_stream',
    arrange: async (domain_id) => {
      const { id } = await rows.insert('ssf_stream', { ...(await addClient(domain_id)), status: 'enabled' });
      await rows.insert('ssf_event', { domain_id, stream_id: id, created_at: AGES_AGO });
    },
    isDone: `EXISTS (SELECT FROM ssf_stream WHERE domain_id = $1 AND status = 'disabled')`,
  },
  {
    task: 'SignalExpirySweeper',
    refused: 'DELETE ON ssf_ended_event',
    arrange: async (domain_id) => {
      const { id } = await rows.insert('ssf_stream', await addClient(domain_id));
      await rows.insert('ssf_ended_event', { domain_id, stream_id: id, ended_at: AGES_AGO });
    },
    isDone: isGone('ssf_ended_event'),
  },
  {
    task: 'SignalExpirySweeper',
    refused: 'DELETE ON ssf_change',
    arrange: async (domain_id) => rows.insert('ssf_change', { domain_id }),
    isDone: isGone('ssf_change'),
  },
  {
    task: 'DomainSweeper',
    refused: 'INSERT ON job_state',
    arrange: (domainId) => rows.query(`UPDATE domain SET status = 'deleting' WHERE id = $1`, [domainId]),
    isDone: 'NOT EXISTS (SELECT FROM domain WHERE id = $1)',
  },
];

/** Makes PostgreSQL reject a change to the rows of domains in the table `failing_domain`, with a trigger per case. */
async function addTrigger(number: number, { refused }: TaskCase): Promise<void> {
  await rows.query(`CREATE TRIGGER refuse_${number} BEFORE ${refused} FOR EACH ROW EXECUTE FUNCTION refuse_failing_domain('${number}')`);
}

function hurryPeriodicTasks(): void {
  const start = PeriodicTask.prototype.onApplicationBootstrap;
  jest.spyOn(PeriodicTask.prototype, 'onApplicationBootstrap').mockImplementation(function (this: PeriodicTask) {
    Reflect.set(this, 'every', Number(Reflect.get(this, 'every')) / SPEED);
    start.call(this);
  });
}

beforeAll(async () => {
  hurryPeriodicTasks();
  database = await createTestDatabase();
  rows = new Rows(database.url);
  // The rows of this test use no master key, so it must be verified before.
  await (await startManagement(database.url, { WORKER: 'off' })).stop();
  await rows.query(`
    CREATE TABLE failing_domain (domain_id uuid, number text);
    CREATE FUNCTION refuse_failing_domain() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF EXISTS (SELECT FROM failing_domain WHERE domain_id = coalesce(NEW.domain_id, OLD.domain_id) AND number = TG_ARGV[0])
        THEN RAISE EXCEPTION 'refused'; END IF;
      IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
      RETURN NEW;
    END $$`);
  for (const [number, task] of CASES.entries()) {
    const failing = await rows.domain({ id: FIRST_ID_PREFIX + String((domains += 1)).padStart(12, '0') });
    const sound = await rows.domain();
    pairs.set(task, { failing, sound });
    for (const id of [failing, sound]) await task.arrange(id);
    await rows.query('INSERT INTO failing_domain VALUES ($1, $2)', [failing, String(number)]);
    await addTrigger(number, task);
  }
  management = await startManagement(database.url);
}, 60_000);

afterAll(async () => {
  await management.stop();
  await rows.end();
  await database.drop();
});

async function isDone({ isDone: condition }: TaskCase, domainId: string): Promise<boolean> {
  const [row] = await rows.query<{ done: boolean }>(`SELECT (${condition}) AS done`, [domainId]);
  return row!.done;
}

/** Checkpoints are due a minute after the first entry, and after a failure. */
const hurryCheckpoints = () => rows.query('UPDATE log_chain SET checkpoint_due_at = now() WHERE checkpoint_due_at IS NOT NULL');

async function untilDone(task: TaskCase, domainId: string): Promise<void> {
  await eventually(async () => {
    if (task.task === 'CheckpointSweeper') await hurryCheckpoints();
    return isDone(task, domainId);
  }, POLL_OPTIONS);
}

describe('a domain for which PostgreSQL rejects a change', () => {
  it.each(CASES)(
    'does not keep $task from other domains, and is named in the log: $refused',
    async (task) => {
      const { failing, sound } = pairs.get(task)!;
      const findFailure = () => management.events.find((event) => event['task'] === task.task && event['domain'] === failing) ?? null;

      await untilDone(task, sound);

      expect(await eventually(findFailure, POLL_OPTIONS)).toMatchObject({ level: 'error', msg: 'periodic task' });
      expect(await isDone(task, failing)).toBe(false);
    },
    120_000,
  );

  it('is served later', async () => {
    await rows.query('DELETE FROM failing_domain');

    // This task runs only once an hour.
    const tasks = CASES.filter(({ task }) => task !== 'PersonalDataErasureSweeper');
    await Promise.all(tasks.map((task) => untilDone(task, pairs.get(task)!.failing)));

    expect(await rows.count('log_checkpoint')).toBeGreaterThanOrEqual(2);
  }, 120_000);
});
