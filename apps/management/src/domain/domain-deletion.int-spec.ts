import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { eventually } from '../../../../test/support/eventually.js';
import { fillStream } from '../../../../test/support/filled-stream.js';
import { insertAuthentication, insertResource } from '../../../../test/support/filled-domain.js';
import { kindOf } from '../../../../test/support/http.js';
import { startManagement, type Caller, type StartedManagement } from '../../../../test/support/management.js';
import { findTablesContaining } from '../../../../test/support/leftovers.js';
import { Rows } from '../../../../test/support/rows.js';
import { sql } from '../../../../test/support/sql.js';
import { createSubscription } from '../../../../test/support/subscription.js';
import type { DeletionReceipt } from './deletion/deletion-receipt.js';
import type { DeletionResponse } from './deletion/deletion.dto.js';

const CLIENT = { clientType: 'Confidential', grantType: 'ClientCredentials', scope: 'read' };
const OF_A_USER: ReadonlySet<string> = new Set(
  'message passkey recovery_code totp sign_in_progress federated_login user_activity user_erasure'.split(' '),
);
const BOOTSTRAP = { BOOTSTRAP_API_KEY: 'the-same-for-both' };

let database: TestDatabase;
/** Answers requests but leaves the purge to others, so that deletions do not end. */
let idle: StartedManagement;
let working: StartedManagement;
let caller: Caller;

beforeAll(async () => {
  database = await createTestDatabase();
  idle = await startManagement(database.url, { ...BOOTSTRAP, WORKER: 'off' });
});

afterAll(async () => {
  await Promise.all([idle.stop(), working.stop()]);
  await database.drop();
});

beforeEach(async () => {
  caller = idle.as((await createSubscription(database.url)).apiKey);
});

let names = 0;
/** Registers a domain with a client. @returns its name */
async function register(): Promise<string> {
  names += 1;
  const name = `deleted-${names}.example.com`;
  await caller.post('/v1/domain', { domain: name });
  await caller.put(`/v1/domain/${name}/client/app`, CLIENT);
  return name;
}

const NOT_FOUND = '404 /problems/domain-not-found';

describe('a domain that is being deleted', () => {
  it('answers the deletion with 204 and no body', async () => {
    const { status, text, headers } = await caller.delete(`/v1/domain/${await register()}`);

    expect({ status, text, type: headers['content-type'] }).toEqual({ status: 204, text: '', type: undefined });
  });

  it('is no longer listed, and is shown as being deleted', async () => {
    const name = await register();
    await caller.delete(`/v1/domain/${name}`);

    expect((await caller.get('/v1/domain')).json).toEqual([]);
    expect(await caller.get(`/v1/domain/${name}`)).toMatchObject({
      status: 200,
      json: {
        domain: name,
        status: 'deleting',
        statusDetail: null,
        nextCheckAt: null,
        jobs: [{ name: 'domain-deletion', state: 'waiting', attempts: 0, lastError: null, nextAttemptAt: null }],
      },
    });
  });

  it('returns 404 for other requests, including another deletion', async () => {
    const name = await register();
    await caller.delete(`/v1/domain/${name}`);

    expect(kindOf(await caller.delete(`/v1/domain/${name}`))).toBe(NOT_FOUND);
    for (const path of ['client', 'client/app']) expect(kindOf(await caller.get(`/v1/domain/${name}/${path}`))).toBe(NOT_FOUND);
    for (const body of [CLIENT, {}]) expect(kindOf(await caller.put(`/v1/domain/${name}/client/app`, body))).toBe(NOT_FOUND);
    expect(kindOf(await caller.delete(`/v1/domain/${name}/client/app`))).toBe(NOT_FOUND);
  });

  it('deletes the domain once for concurrent requests', async () => {
    const name = await register();

    const answers = await Promise.all(Array.from({ length: 8 }, () => caller.delete(`/v1/domain/${name}`)));

    expect(answers.map(kindOf).sort()).toEqual(['204', ...Array.from({ length: 7 }, () => NOT_FOUND)]);
  });

  it("raises the domain's revision, so that no cache serves it any more", async () => {
    const name = await register();
    const revision = (): Promise<{ revision: string }[]> => sql(database.url, 'SELECT revision FROM domain WHERE name = $1', [name]);
    const before = await revision();

    await caller.delete(`/v1/domain/${name}`);

    expect(await revision()).not.toEqual(before);
  });

  it("keeps the domain's name reserved", async () => {
    const name = await register();
    const stranger = idle.as((await createSubscription(database.url)).apiKey);
    await caller.delete(`/v1/domain/${name}`);

    expect(kindOf(await caller.post('/v1/domain', { domain: name }))).toBe('400 /problems/domain-exists');
    expect(kindOf(await stranger.post('/v1/domain', { domain: name }))).toBe('400 /problems/domain-unavailable');
  });

  it('accepts no client any more, even from concurrent requests', async () => {
    for (let round = 0; round < 5; round += 1) {
      const name = await register();
      const puts = Array.from({ length: 6 }, (_none, n) => caller.put(`/v1/domain/${name}/client/racer-${n}`, CLIENT));
      const [deleted, ...put] = await Promise.all([caller.delete(`/v1/domain/${name}`), ...puts]);

      expect(deleted!.status).toBe(204);
      for (const answer of put) expect(['200', NOT_FOUND]).toContain(kindOf(answer));
      const late = `SELECT count(*)::integer FROM client JOIN domain ON domain.id = domain_id WHERE name = $1 AND client_id LIKE 'racer-%'`;
      expect(await sql(database.url, late, [name])).toEqual([{ count: put.filter(({ status }) => status === 200).length }]);
    }
  });
});

describe('a deleted domain', () => {
  beforeAll(async () => {
    working = await startManagement(database.url, { ...BOOTSTRAP, WORKER: 'on', MANAGEMENT_URL: 'https://api.example.com' });
  });

  async function untilPurged(name: string): Promise<void> {
    await eventually(async () => kindOf(await caller.get(`/v1/domain/${name}`)) === NOT_FOUND, { timeoutMs: 20_000 });
  }

  /** Inserts a row into every table that can have rows of a domain. @returns the domain's id */
  async function fill(name: string): Promise<string> {
    const at = `/v1/domain/${name}`;
    const answers = [
      await caller.post(`${at}/client/app/secret`, { overlapSeconds: 60 }, { 'Idempotency-Key': `secret of ${name}`.replaceAll(' ', '-') }),
      await caller.put(`${at}/id_token/claims_supported`, [{ scope: 'profile', claims: ['name'] }]),
      await caller.post(`${at}/user`, { preferredUsername: 'somebody.else', name: 'Somebody Else' }),
    ];
    const { sub } = answers[2]!.json as { sub: string };
    answers.push(await caller.post(`${at}/user/${sub}/magiclink`, { redirectUri: 'https://app.example.com/' }));
    // The log begins before it gets a checkpoint below; otherwise it would not be continued.
    expect([...answers, await caller.get(`${at}/log`)].map(({ status }) => status)).toEqual([201, 204, 200, 201, 200]);
    const [row] = await sql<{ id: string }>(database.url, 'SELECT id FROM domain WHERE name = $1', [name]);
    const rows = new Rows(database.url);
    await rows.insert('backchannel_logout', { domain_id: row!.id, client_id: 'app' });
    await rows.insert('client_token_budget', { domain_id: row!.id, client_id: 'app' });
    await rows.insert('registered_client', { domain_id: row!.id, client_id: 'app' });
    const { id: import_id } = await rows.insert('user_import', { domain_id: row!.id });
    await rows.insert('user_import_line', { domain_id: row!.id, import_id });
    const { id: invitation_id } = await rows.insert('user_invitation', { domain_id: row!.id });
    await rows.insert('user_invitation_recipient', { domain_id: row!.id, invitation_id, sub });
    await insertAuthentication(rows, { domain_id: row!.id, client_id: 'app' });
    await insertResource(rows, { domain_id: row!.id, client_id: 'app' }, sub);
    await rows.insert('logout_notice', { domain_id: row!.id, client_id: 'app', next_attempt_at: new Date(Date.now() + 3_600_000) });
    // The notice is due later and the webhook is disabled, because due work has a job in the queue.
    const webhook = await rows.insert('webhook', { domain_id: row!.id, enabled: false });
    await rows.insert('webhook_delivery', { domain_id: row!.id, webhook_id: webhook.id });
    await fillStream(rows, { domain_id: row!.id, client_id: 'app' });
    for (const table of [
      'branding',
      'client_registration',
      'job_state',
      'domain_origin',
      'domain_verification',
      'identity_provider',
      'initial_access_token',
      'log_checkpoint',
      'log_removal',
      'log_retention',
      'mail_sender',
      'message',
      'page_text',
      'passkey',
      'passkey_challenge',
      'recovery_code',
      'totp',
      'sign_in_progress',
      'sign_up',
      'federation_request',
      'federated_login',
      'used_jti',
      'form_submission',
      'usage_count',
      'user_activity',
      'user_erasure',
    ] as const)
      await rows.insert(table, { domain_id: row!.id, ...(OF_A_USER.has(table) && { sub }) });
    await rows.end();
    await sql(
      database.url,
      `INSERT INTO oidc_payload (domain_id, model, hash, payload, client_id) SELECT $1, 'AccessToken', sha256(n::text::bytea), '{}', 'app' FROM generate_series(1, 5000) AS n`,
      [row!.id],
    );
    // The worker begins it within a second.
    await sql(database.url, 'INSERT INTO log_chain (domain_id) VALUES ($1) ON CONFLICT DO NOTHING', [row!.id]);
    await sql(
      database.url,
      `INSERT INTO client_secret_use (domain_id, client_id, secret_id, last_used_at)
       SELECT domain_id, client_id, id, now() FROM client_secret WHERE domain_id = $1`,
      [row!.id],
    );
    return row!.id;
  }

  it('leaves no row in any table, including the job tables', async () => {
    const name = await register();
    const id = await fill(name);
    // If this fails for a new table, fill that table above. The worker empties webhook_outbox within a second.
    const tables = await sql<{ name: string }>(
      database.url,
      `SELECT format('public.%s', table_name) AS name FROM information_schema.columns
       WHERE table_schema = 'public' AND column_name IN ('domain_id', 'domain_name') AND table_name <> 'webhook_outbox' AND table_name NOT IN (SELECT relname FROM pg_class WHERE relispartition)`,
    );
    const expected = ['public.domain', ...tables.map((table) => table.name)].toSorted();
    expect((await findTablesContaining(database.url, name, id)).toSorted()).toEqual(expected);

    await caller.delete(`/v1/domain/${name}`);
    await untilPurged(name);

    await eventually(async () => (await findTablesContaining(database.url, name, id)).join() === 'public.domain_deletion');
  });

  /** Waits for the receipt of a deletion, and verifies its signature with the published keys. */
  async function readReceipt(location: string) {
    const deletion = await eventually(async () => {
      const { json } = await caller.get(location);
      return (json as DeletionResponse).status === 'Done' ? (json as DeletionResponse) : null;
    });
    const { json: keys } = await caller.get('/v1/receipt-keys');
    const { payload } = await jwtVerify<DeletionReceipt>(deletion.receipt!, createLocalJWKSet(keys as JSONWebKeySet), {
      typ: 'deletion-receipt+jwt',
      issuer: 'https://api.example.com',
    });
    return { deletion, receipt: payload };
  }

  it('leaves a receipt of its rows, its times and the end of its log, signed with a published key', async () => {
    const name = await register();
    const domainId = await fill(name);
    const [last] = (await caller.get(`/v1/domain/${name}/log`)).json as [{ sequence: number; hash: string }];
    const location = (await caller.delete(`/v1/domain/${name}`)).headers['location']!;

    const { deletion, receipt } = await readReceipt(location);

    const { requestedAt, completedAt } = deletion;
    expect(receipt).toMatchObject({ sub: name, jti: deletion.id, domainId, requestedAt, completedAt });
    expect(receipt.log).toEqual({ sequence: last.sequence, hash: last.hash });
    expect(receipt.removed).toMatchObject({
      oidc_payload: 5_000,
      end_user: 1,
      client: 1,
      log_entry: last.sequence,
      log_chain: 1,
      domain: 1,
    });
    expect([requestedAt, receipt.startedAt, completedAt].toSorted()).toEqual([requestedAt, receipt.startedAt, completedAt]);
  });

  it('has a receipt for each time that its name was deleted', async () => {
    const name = await register();
    const first = (await caller.delete(`/v1/domain/${name}`)).headers['location']!;
    await untilPurged(name);
    await caller.post('/v1/domain', { domain: name });
    const second = (await caller.delete(`/v1/domain/${name}`)).headers['location']!;

    const receipts = [await readReceipt(first), await readReceipt(second)].map(({ receipt }) => receipt);

    expect(receipts.map(({ sub }) => sub)).toEqual([name, name]);
    expect(receipts.map(({ removed }) => removed['client'])).toEqual([1, undefined]);
    expect(new Set(receipts.map(({ domainId }) => domainId)).size).toBe(2);
  });

  it('leaves other domains unchanged', async () => {
    const [kept, gone] = [await register(), await register()];
    await caller.delete(`/v1/domain/${gone}`);
    await untilPurged(gone);

    expect((await caller.get('/v1/domain')).json).toEqual([{ domain: kept }]);
    expect((await caller.get(`/v1/domain/${kept}/client`)).json).toMatchObject([{ clientId: 'app' }]);
  });

  it('can be registered again, with other keys and without its clients', async () => {
    const name = await register();
    const keys = (): Promise<{ kid: string }[]> =>
      sql(database.url, 'SELECT kid FROM signing_key JOIN domain ON domain.id = domain_id WHERE name = $1', [name]);
    const before = await keys();
    await caller.delete(`/v1/domain/${name}`);
    await untilPurged(name);

    expect((await caller.post('/v1/domain', { domain: name })).status).toBe(201);

    expect((await caller.get(`/v1/domain/${name}/client`)).json).toEqual([]);
    const after = await keys();
    expect([before.length, after.length]).toEqual([1, 1]);
    expect(after).not.toEqual(before);
  });

  it('can be registered by another subscription', async () => {
    const name = await register();
    const stranger = idle.as((await createSubscription(database.url)).apiKey);
    await caller.delete(`/v1/domain/${name}`);
    await untilPurged(name);

    expect((await stranger.post('/v1/domain', { domain: name })).status).toBe(201);
    expect(kindOf(await caller.get(`/v1/domain/${name}`))).toBe(NOT_FOUND);
  });
});
