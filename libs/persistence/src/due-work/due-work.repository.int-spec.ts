import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { sql } from '../../../../test/support/sql.js';
import { createPersistenceFixture, type PersistenceFixture } from '../persistence.fixture.js';
import { DueWorkRepository, type DueKind } from './due-work.repository.js';

const MINUTE_MS = 60_000;
const PAST = new Date(Date.now() - MINUTE_MS);
const FUTURE = new Date(Date.now() + 60 * MINUTE_MS);

const octets = Buffer.alloc(32);

let fixture: PersistenceFixture;
let work: DueWorkRepository;

beforeAll(async () => {
  fixture = await createPersistenceFixture();
  work = new DueWorkRepository(fixture.database);
});

afterAll(() => fixture.end());

type Make = (domain_id: string) => Promise<unknown>;

/** Rows of each kind, due and not. */
const ROWS: Readonly<Record<DueKind, [due: Make, other: Make]>> = {
  chain: [insert('log_entry', {}), insert('log_entry', { sequence: 1, hash: octets, previous_hash: octets })],
  checkpoint: [insert('log_chain', { checkpoint_due_at: PAST }), insert('log_chain', { checkpoint_due_at: FUTURE })],
  outbox: [insert('webhook_outbox', {}), insert('webhook', { next_attempt_at: FUTURE })],
  webhook: [insert('webhook', { next_attempt_at: PAST }), insert('webhook', { next_attempt_at: FUTURE })],
  stream: [insertOfClient('ssf_stream', { next_attempt_at: PAST }), insertOfClient('ssf_stream', { next_attempt_at: FUTURE })],
  message: [insertOfUser('message', { next_attempt_at: PAST }), insertOfUser('message', { next_attempt_at: FUTURE })],
  logoutNotice: [insertNotice({ next_attempt_at: PAST }), insertNotice({ next_attempt_at: FUTURE })],
  verification: [set({ next_check_at: PAST }), set({ next_check_at: FUTURE })],
  deletion: [set({ status: 'deleting' }), set({ status: 'active' })],
  abandonedImport: [set({ status: 'importing', importing_until: PAST }), set({ status: 'importing', importing_until: FUTURE })],
  userImport: [insert('user_import', { status: 'Running' }), insert('user_import', { status: 'Completed' })],
  userInvitation: [insert('user_invitation', { next_step_at: PAST }), insert('user_invitation', { next_step_at: FUTURE })],
  dnsAttempt: [insertAttempt({ next_look_at: PAST }), insertAttempt({ next_look_at: FUTURE })],
  removedUsers: [
    insert('job_state', { queue: 'former-users:acme', next_attempt_at: PAST }),
    insert('job_state', { queue: 'domain-deletion', next_attempt_at: PAST }),
  ],
};

function insert(table: Parameters<typeof fixture.rows.insert>[0], values: object): Make {
  return (domain_id) => fixture.rows.insert(table, { domain_id, ...values });
}

function insertOfClient(table: string, values: object): Make {
  return async (domain_id) => {
    const { client_id } = await fixture.rows.insert('client', { domain_id });
    await fixture.rows.insert(table, { domain_id, client_id, ...values });
  };
}

function insertOfUser(table: string, values: object): Make {
  return async (domain_id) => {
    const { sub } = await fixture.rows.insert('end_user', { domain_id });
    await fixture.rows.insert(table, { domain_id, sub, ...values });
  };
}

function insertNotice(values: object): Make {
  return async (domain_id) => {
    const { client_id } = await fixture.rows.insert('client', { domain_id });
    await fixture.rows.insert('backchannel_logout', { domain_id, client_id });
    await fixture.rows.insert('logout_notice', { domain_id, client_id, ...values });
  };
}

function insertAttempt(values: object): Make {
  return () => fixture.rows.insert('dns_attempt', { owner: randomUUID(), ...values });
}

function set(values: Record<string, unknown>): Make {
  const assignments = Object.keys(values).map((column, index) => `${column} = $${index + 2}`);
  return (id) => fixture.rows.query(`UPDATE domain SET ${assignments.join()} WHERE id = $1`, [id, ...Object.values(values)]);
}

describe('the look for due work', () => {
  it.each(Object.keys(ROWS) as DueKind[])('finds rows of the kind %s that are due, and only these', async (kind) => {
    const [due, other] = ROWS[kind];
    await sql(fixture.url, 'TRUNCATE domain, dns_attempt, log_entry, webhook_outbox CASCADE');
    await other(await fixture.rows.domain());
    expect((await work.find([])).kinds).not.toContain(kind);

    await due(await fixture.rows.domain());

    expect((await work.find([])).kinds).toContain(kind);
  });

  it('finds queues whose jobs wait, are due, or have a worker', async () => {
    await fixture.rows.query(
      `INSERT INTO bullmq.job (queue, id, seq, name, state, process_at_ms, added_at_ms) VALUES ('a', '1', 1, 'job', 'waiting', NULL, 0),
         ('b', '1', 2, 'job', 'delayed', $1, 0), ('c', '1', 3, 'job', 'delayed', $2, 0), ('d', '1', 4, 'job', 'active', NULL, 0),
         ('e', '1', 5, 'job', 'failed', NULL, 0)`,
      [PAST.getTime(), FUTURE.getTime()],
    );

    expect((await work.find(['a', 'b', 'c', 'd', 'e', 'f'])).queues.toSorted()).toEqual(['a', 'b', 'd']);
  });
});
