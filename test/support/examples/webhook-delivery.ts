import { randomBytes, randomUUID } from 'node:crypto';
import {
  Encryptor,
  formatWebhookSecret,
  newWebhookKeyPair,
  newWebhookSecret,
  webhookKeyContext,
  webhookSecretContext,
} from '@latchkey/crypto';
import { readManagementSettings } from '@latchkey/config';
import { DeliveryClient } from '../../../apps/management/src/delivery/delivery.client.js';
import { WebhookSenderService } from '../../../apps/management/src/webhook/webhook-sender.service.js';
import { TextReceiver } from '../text-receiver.js';

/** A delivery as a receiver gets it. */
export interface ReceivedDelivery {
  headers: Record<string, string>;
  body: string;
  /** `whsec_…` */
  secret: string;
}

const EVENT = { type: 'user.created', timestamp: '2026-11-25T10:00:00.000000Z', data: { domain: 'shop.example.com', user: 'Zoë ✓' } };

/** Has the service send an event, and receives it. */
export async function receiveDelivery(): Promise<ReceivedDelivery> {
  const receiver = await TextReceiver.start();
  const settings = readManagementSettings({ DATABASE_URL: 'postgres://localhost', MASTER_KEY: randomBytes(32).toString('base64') });
  const client = new DeliveryClient(settings);
  const sender = new WebhookSenderService(settings, client);
  const [secret, { privateKey }] = [newWebhookSecret(), newWebhookKeyPair()];
  const key = { domainId: randomUUID(), id: randomUUID() };
  const encryptor = new Encryptor(settings.MASTER_KEY);
  const webhook = {
    ...key,
    domain: 'shop.example.com',
    lease: 1,
    url: receiver.url,
    secret: encryptor.encrypt(secret, webhookSecretContext(key.domainId, key.id)),
    previousSecret: null,
    privateKey: encryptor.encrypt(privateKey, webhookKeyContext(key.domainId, key.id)),
  };
  try {
    const { error } = await sender.send(webhook, randomUUID(), EVENT);
    if (error !== null) throw new Error(error);
    const { headers, body } = receiver.requests[0]!;
    return { headers: headers as Record<string, string>, body, secret: formatWebhookSecret(secret) };
  } finally {
    await Promise.all([client.onApplicationShutdown(), receiver.stop()]);
  }
}
