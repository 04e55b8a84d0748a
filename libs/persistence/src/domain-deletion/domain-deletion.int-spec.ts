import { describe, expect, it } from '@jest/globals';
import { insertAuthentication, insertResource } from '../../../../test/support/filled-domain.js';
import { JobStateRepository } from '../job-state/job-state.repository.js';
import { RateLimiter } from '../rate-limit/rate-limiter.js';
import { DomainDeletionRepository } from './domain-deletion.repository.js';
import type { CreateDeletionReceipt } from './domain-purge.js';
import { DOMAIN_TABLES } from './domain-tables.js';
import { useDomainFixture } from '../domain/domain.fixture.js';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
/** More than two batches of a purge, however large they become. */
const MANY = 5_000;
const QUEUE = 'domain-deletion';

const fixture = useDomainFixture();
const deletions = () => new DomainDeletionRepository(fixture.database);
const sign: CreateDeletionReceipt = async (deletion) => JSON.stringify(deletion);

const OF_A_USER =
  'magic_link message passkey passkey_challenge totp recovery_code sign_in_progress federated_login user_activity log_key user_erasure'.split(
    ' ',
  );
const OF_A_DOMAIN = [
  'used_jti',
  'sign_up',
  'page_text',
  'form_submission',
  'usage_count',
  'user_count',
  'identity_provider',
  'initial_access_token',
  'federation_request',
  'log_checkpoint',
  'log_removal',
  'log_entry',
  'job_state',
];
const SINGLE = ['branding', 'client_registration', 'domain_origin', 'domain_verification', 'log_chain', 'log_retention', 'mail_sender'];

/** A domain with two rows in every table that has rows of a domain, or one where only one is possible. */
async function filledDomain(status: string): Promise<string> {
  const id = await fixture.rows.domain({ status });
  for (const [client_id, kind] of Object.entries({ one: 'id_token', other: 'access_token' })) {
    await fixture.rows.insert('client', { domain_id: id, client_id });
    for (const table of ['backchannel_logout', 'logout_notice']) await fixture.rows.insert(table, { domain_id: id, client_id });
    const secret = await fixture.rows.insert('client_secret', { domain_id: id, client_id });
    await fixture.rows.insert('client_secret_use', { domain_id: id, client_id, secret_id: secret.id });
    await fixture.rows.insert('client_token_budget', { domain_id: id, client_id });
    await fixture.rows.insert('registered_client', { domain_id: id, client_id });
    const { id: import_id } = await fixture.rows.insert('user_import', { domain_id: id });
    await fixture.rows.insert('user_import_line', { domain_id: id, import_id });
    await insertAuthentication(fixture.rows, { domain_id: id, client_id });
    const stream = await fixture.rows.insert('ssf_stream', { domain_id: id, client_id });
    for (const table of ['ssf_event', 'ssf_ended_event', 'ssf_removed_subject'])
      await fixture.rows.insert(table, { domain_id: id, stream_id: stream.id });
    await fixture.rows.insert('signing_key', { domain_id: id });
    await fixture.rows.insert('oidc_payload', { domain_id: id, client_id });
    const { sub } = await fixture.rows.insert<{ sub: string }>('end_user', { domain_id: id });
    await insertResource(fixture.rows, { domain_id: id, client_id }, sub);
    const { id: invitation_id } = await fixture.rows.insert('user_invitation', {
      domain_id: id,
      status: kind === 'id_token' ? 'Running' : 'Completed',
    });
    await fixture.rows.insert('user_invitation_recipient', { domain_id: id, invitation_id, sub });
    for (const table of [...OF_A_USER, ...OF_A_DOMAIN])
      await fixture.rows.insert(table, { domain_id: id, ...(OF_A_USER.includes(table) && { sub }) });
    await fixture.rows.insert('scope_claims', { domain_id: id, kind });
    // Disabled, because an enabled one puts log entries into the outbox.
    const webhook = await fixture.rows.insert('webhook', { domain_id: id, enabled: false });
    await fixture.rows.insert('webhook_delivery', { domain_id: id, webhook_id: webhook.id });
    for (const table of ['webhook_outbox', 'ssf_change']) await fixture.rows.insert(table, { domain_id: id });
    if (kind === 'id_token') for (const table of SINGLE) await fixture.rows.insert(table, { domain_id: id });
  }
  return id;
}

/** The number of rows of a domain in each of its tables. */
async function contentOf(id: string): Promise<Record<string, number>> {
  const counts = await Promise.all(
    DOMAIN_TABLES.map(async (table) => [table, await fixture.rows.count(table, `domain_id = '${id}'`)] as const),
  );
  return { ...Object.fromEntries(counts), domain: await fixture.rows.count('domain', `id = '${id}'`) };
}

const ONE_EACH = Object.fromEntries([...SINGLE, 'domain'].map((table) => [table, 1]));
const FULL = { ...Object.fromEntries(DOMAIN_TABLES.map((table) => [table, 2])), ...ONE_EACH };
const GONE = { ...Object.fromEntries(DOMAIN_TABLES.map((table) => [table, 0])), domain: 0 };

describe('deletion of a domain', () => {
  it('stops the service immediately: state and revision change, and the name stays reserved', async () => {
    const id = await fixture.rows.domain({ status: 'failed', status_detail: 'No record was found.', next_check_at: new Date() });
    const before = await fixture.domains.find(id);

    const marked = await fixture.domains.markDeleting(id);

    const after = await fixture.domains.find(id);
    expect(marked).toBe(true);
    expect(after).toEqual({ ...before, status: 'deleting', statusDetail: null, nextCheckAt: null, revision: after!.revision });
    expect(Number(after!.revision)).toBeGreaterThan(Number(before!.revision));
  });

  it('starts once for concurrent requests', async () => {
    const id = await fixture.rows.domain();

    const marked = await Promise.all(Array.from({ length: 10 }, () => fixture.domains.markDeleting(id)));

    expect(marked.filter(Boolean)).toHaveLength(1);
    expect(await fixture.domains.markDeleting(id)).toBe(false);
  });

  it('does not begin for an unknown domain', async () => {
    expect(await fixture.domains.markDeleting(UNKNOWN_ID)).toBe(false);
  });

  it('is listed until it has ended', async () => {
    const [kept, deleting] = [await fixture.rows.domain(), await fixture.rows.domain({ status: 'deleting' })];

    const listed = await fixture.domains.listDeleting(QUEUE, 1_000);

    expect([kept, deleting].map((id) => listed.includes(id))).toEqual([false, true]);
    expect(listed).toEqual(listed.toSorted());
    expect(await fixture.domains.listDeleting(QUEUE, 1)).toEqual(listed.slice(0, 1));
  });

  it('is not listed while a worker runs it, or before its next attempt is due', async () => {
    const [running, killed, failed, due] = await Promise.all(Array.from({ length: 4 }, () => fixture.rows.domain({ status: 'deleting' })));
    const states = new JobStateRepository(fixture.database);
    for (const domainId of [running, killed, failed, due])
      await states.begin({ domainId: domainId!, queue: QUEUE }, domainId === killed ? 0 : 60);
    await states.fail({ domainId: failed!, queue: QUEUE }, { state: 'failed', lastError: 'It failed.', delay: 60 });
    await states.fail({ domainId: due!, queue: QUEUE }, { state: 'failed', lastError: 'It failed.', delay: 0 });

    const listed = await fixture.domains.listDeleting(QUEUE, 1_000);

    expect([running, killed, failed, due].map((id) => listed.includes(id!))).toEqual([false, true, false, true]);
  });
});

describe('lock on a domain', () => {
  it.each([
    ['pending', true],
    ['active', true],
    ['degraded', true],
    ['failed', true],
    ['deleting', false],
  ])('is granted depending on the status %s of the domain: %s', async (status, given) => {
    const id = await fixture.rows.domain({ status });

    expect(await fixture.database.transaction(() => fixture.domains.lockExisting(id))).toBe(given);
  });

  it('is not granted for an unknown domain', async () => {
    expect(await fixture.database.transaction(() => fixture.domains.lockExisting(UNKNOWN_ID))).toBe(false);
  });

  it('serializes the changes of one domain', async () => {
    const id = await fixture.rows.domain();
    const order: string[] = [];
    const first = await fixture.openTransaction(() => fixture.domains.lockExisting(id));
    const second = fixture.database.transaction(async () => {
      await fixture.domains.lockExisting(id);
      order.push('second has it');
    });
    await fixture.rows.untilBlocked(1);

    order.push('first is done');
    await first.end();

    await second;
    expect(order).toEqual(['first is done', 'second has it']);
  });

  it('is refused to a request that waited while the domain was marked for deletion', async () => {
    const id = await fixture.rows.domain();
    const deletion = await fixture.openTransaction(() => fixture.domains.markDeleting(id));
    const change = fixture.database.transaction(() => fixture.domains.lockExisting(id));
    await fixture.rows.untilBlocked(1);

    await deletion.end();

    expect(await change).toBe(false);
  });

  it('does not block other domains, or inserts into this one', async () => {
    const [id, other] = [await fixture.rows.domain(), await fixture.rows.domain()];

    const meanwhile = await fixture.database.transaction(async () => {
      await fixture.domains.lockExisting(id);
      await fixture.rows.query('SELECT FROM domain WHERE id = $1 FOR NO KEY UPDATE', [other]);
      return fixture.rows.insert('oidc_payload', { domain_id: id });
    });

    expect(meanwhile).toMatchObject({ domain_id: id });
  });
});

describe('purge of a domain', () => {
  it('removes every row of the domain, and no other row', async () => {
    const [deleted, other] = [await filledDomain('deleting'), await filledDomain('deleting')];
    const before = await contentOf(deleted);

    await deletions().purge(deleted, sign);

    expect([before, await contentOf(deleted), await contentOf(other)]).toEqual([FULL, GONE, FULL]);
  });

  it('releases the name', async () => {
    const id = await filledDomain('deleting');
    const { name, subscriptionId } = (await fixture.domains.find(id))!;

    await deletions().purge(id, sign);

    expect([await fixture.domains.findHolder(name), await fixture.domains.findByName(subscriptionId, name)]).toEqual([null, null]);
  });

  it.each(['pending', 'active', 'degraded', 'failed'])('deletes nothing from a domain with the status %s', async (status) => {
    const id = await filledDomain(status);

    await deletions().purge(id, sign);

    expect(await contentOf(id)).toEqual(FULL);
  });

  it('can be repeated, even if nothing is left', async () => {
    const id = await filledDomain('deleting');
    await deletions().purge(id, sign);

    await deletions().purge(id, sign);

    expect(await contentOf(id)).toEqual(GONE);
  });

  it('removes its rate limits and stored responses, and no others', async () => {
    const [deleted, other] = [await filledDomain('deleting'), await filledDomain('active')];
    const limiter = new RateLimiter(fixture.database, { name: 'test', requests: 5, window: 600 });
    await Promise.all([
      limiter.consumeInDomain(deleted, 'one'),
      limiter.consumeInDomain(deleted, 'two'),
      limiter.consumeInDomain(other, 'one'),
    ]);
    await limiter.consume('of no domain');
    for (const id of [deleted, other]) {
      const insert = `INSERT INTO idempotency_answer (subscription_id, key, fingerprint, domain_name)
                      SELECT subscription_id, 'key-' || n, '\\x00', name FROM domain, generate_series(1, 3) AS n WHERE id = $1`;
      await fixture.rows.query(insert, [id]);
    }

    await deletions().purge(deleted, sign);

    expect(await fixture.rows.query('SELECT key FROM rate_limit ORDER BY key')).toEqual([
      { key: `domain:${other}:test:one` },
      { key: 'test:of no domain' },
    ]);
    expect(await fixture.rows.count('idempotency_answer')).toBe(3);
  });

  it('keeps the state of its jobs until its own row is removed', async () => {
    const id = await filledDomain('deleting');
    const holder = await fixture.openTransaction(() =>
      fixture.database.manager.query('SELECT FROM domain WHERE id = $1 FOR KEY SHARE', [id]),
    );

    const purge = deletions().purge(id, sign);
    await fixture.rows.untilBlocked(1);

    expect(await contentOf(id)).toEqual({ ...GONE, job_state: 2, domain: 1 });
    await holder.end();
    await purge;
    expect(await contentOf(id)).toEqual(GONE);
  });

  it('continues after a kill', async () => {
    const id = await filledDomain('deleting');
    await fixture.rows.query('DELETE FROM oidc_payload WHERE domain_id = $1', [id]);
    await fixture.rows.query(`DELETE FROM client WHERE domain_id = $1 AND client_id = 'one'`, [id]);

    await deletions().purge(id, sign);

    expect(await contentOf(id)).toEqual(GONE);
  });

  it('removes more rows than fit into a batch, even with three concurrent replicas', async () => {
    const id = await filledDomain('deleting');
    await fixture.rows.query(
      `INSERT INTO oidc_payload (domain_id, model, hash, payload) SELECT $1, 'Session', sha256(('many-' || n)::bytea), '{}' FROM generate_series(1, ${MANY}) AS n`,
      [id],
    );

    await Promise.all([deletions().purge(id, sign), deletions().purge(id, sign), deletions().purge(id, sign)]);

    expect(await contentOf(id)).toEqual(GONE);
  });

  it('does not end while rows are still added: it fails, and succeeds the next time', async () => {
    const id = await filledDomain('deleting');
    const writer = await fixture.openTransaction(() =>
      fixture.database.manager.query(
        `INSERT INTO oidc_payload (domain_id, model, hash, payload) VALUES ($1, 'Session', sha256('late'), '{}')`,
        [id],
      ),
    );
    const purge = deletions()
      .purge(id, sign)
      .catch((error: unknown) => error);
    await fixture.rows.untilBlocked(1);

    await writer.end();

    expect(await purge).toMatchObject({ constraint: 'oidc_payload_domain' });
    await deletions().purge(id, sign);
    expect(await contentOf(id)).toEqual(GONE);
  });
});
