import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '../../../../../test/support/eventually.js';
import { readWebhook, type WebhookReceiverKeys } from '../../../../../test/support/standard-webhooks.js';
import { TextReceiver } from '../../../../../test/support/text-receiver.js';
import { AuditLogTamperingFixture, type LoggedDomain } from './audit-log-tampering.fixture.js';

let fixture: AuditLogTamperingFixture;
let receiver: TextReceiver;

beforeAll(async () => {
  [fixture, receiver] = await Promise.all([AuditLogTamperingFixture.start(), TextReceiver.start()]);
});

afterAll(async () => {
  await fixture.stop();
  await receiver.stop();
});

async function createWebhook({ name }: LoggedDomain, eventType: string): Promise<WebhookReceiverKeys> {
  const { json } = await fixture.caller.post(`/v1/domain/${name}/webhook`, { url: receiver.url, eventTypes: [eventType] });
  return json as WebhookReceiverKeys;
}

it('sends each checkpoint to a webhook that subscribes to checkpoints', async () => {
  const domain = await fixture.domain();
  const webhook = await createWebhook(domain, 'log.*');
  await createWebhook(domain, 'user.*');
  await fixture.checkpoint(domain);
  await fixture.log(domain, 1);
  await fixture.checkpoint(domain);
  await eventually(() => receiver.requests.length >= 2, { timeoutMs: 25_000 });

  const bodies = receiver.requests.map((request) => readWebhook(request, webhook));

  const stored = (await fixture.listCheckpoints(domain)).slice(3);
  const timestamp: unknown = expect.stringMatching(/^\d{4}-.*Z$/);
  expect(bodies).toEqual(
    stored.map((checkpoint, n) => ({
      type: 'log.checkpoint.created',
      timestamp,
      data: { domain: domain.name, sequence: n === 0 ? 11 : 12, checkpoint },
    })),
  );
  expect(await fixture.rows.count('webhook_delivery', 'checkpoint_sequence IS NOT NULL')).toBe(2);
  expect(await fixture.verify(domain, stored)).toMatchObject({ valid: true, entries: 12, checkpoints: 5 });
});
