import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ClientRepository } from './client/client.repository.js';
import type { LeasedTarget } from './delivery-lease.repository.js';
import { AuditLogChainRepository } from './audit-log/audit-log-chain.repository.js';
import { createPersistenceFixture, type PersistenceFixture } from './persistence.fixture.js';
import { WebhookLeaseRepository } from './webhook/webhook-lease.repository.js';
import { WebhookOutboxRepository } from './webhook/webhook-outbox.repository.js';

let persistence: PersistenceFixture;

beforeAll(async () => {
  persistence = await createPersistenceFixture();
});

afterAll(() => persistence.end());

it('locks a client for one change at a time', async () => {
  const clients = new ClientRepository(persistence.database);
  const domainId = await persistence.rows.domain();
  await persistence.rows.insert('client', { domain_id: domainId, client_id: 'billing' });
  const first = await persistence.openTransaction(() => clients.lock(domainId, 'billing'));

  const next = clients.lock(domainId, 'billing');
  await persistence.rows.untilBlocked(1);
  await first.end();
  expect(await next).toMatchObject({ clientId: 'billing' });
});

it('lets one worker at a time distribute entries to webhooks', async () => {
  const outbox = new WebhookOutboxRepository(persistence.database);
  const take = () => persistence.database.transaction(() => outbox.take([]));
  const first = await persistence.openTransaction(() => outbox.take([]));

  expect(await take()).toBeNull();
  await first.end();
  expect(await take()).toEqual([]);
});

it("gives the head of a log's chain to one worker, while others skip it or wait", async () => {
  const chains = new AuditLogChainRepository(persistence.database);
  const domainId = await persistence.rows.domain();
  await chains.createHeads([{ domainId, mac: Buffer.alloc(32) }]);
  const first = await persistence.openTransaction(() => chains.lockHeads([domainId], true));

  expect(await chains.lockHeads([domainId], false)).toEqual([]);
  const next = chains.lockHeads([domainId], true);
  await persistence.rows.untilBlocked(1);
  await first.end();
  expect(await next).toMatchObject([{ domainId }]);
});

it('begins no chain for a domain that is meanwhile marked for deletion', async () => {
  const chains = new AuditLogChainRepository(persistence.database);
  const domainId = await persistence.rows.domain();
  const deletion = await persistence.openTransaction(() =>
    persistence.database.manager.query(`UPDATE domain SET status = 'deleting' WHERE id = $1`, [domainId]),
  );

  const created = chains.createHeads([{ domainId, mac: Buffer.alloc(32) }]);
  await persistence.rows.untilBlocked(1);
  await deletion.end();
  await created;
  expect(await chains.find(domainId)).toBeNull();
});

it('lets one worker at a time create a checkpoint of a chain', async () => {
  const chains = new AuditLogChainRepository(persistence.database);
  const domainId = await persistence.rows.domain();
  await chains.createHeads([{ domainId, mac: Buffer.alloc(32) }]);
  await persistence.rows.query('UPDATE log_chain SET checkpoint_due_at = now() WHERE domain_id = $1', [domainId]);
  const first = await persistence.openTransaction(() => chains.lockDue(10));

  expect(await chains.lockDue(10)).toEqual([]);
  await first.end();
  expect(await chains.lockDue(10)).toMatchObject([{ domainId }]);
});

async function leaseWebhook() {
  const domainId = await persistence.rows.domain();
  const { id } = await persistence.rows.insert<{ id: string }>('webhook', { domain_id: domainId, leases: 1 });
  return { domainId, id, lease: 1 };
}

it.each([
  ['the end of a delivery is stored', (leases, target) => leases.lock(target)],
  ['deliveries are added', (_leases, { domainId }) => new WebhookOutboxRepository(persistence.database).lockSubscribers([domainId])],
] satisfies [string, (leases: WebhookLeaseRepository, target: LeasedTarget) => Promise<unknown>][])(
  'keeps a leased webhook locked while %s',
  async (_what, lock) => {
    const leases = new WebhookLeaseRepository(persistence.database);
    const target = await leaseWebhook();
    const first = await persistence.openTransaction(() => lock(leases, target));

    const next = leases.lock(target);
    await persistence.rows.untilBlocked(1);
    await first.end();
    expect(await next).toBe(true);
  },
);
