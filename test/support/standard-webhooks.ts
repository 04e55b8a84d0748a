import { createHmac, createPublicKey, verify } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { ReceivedText } from './text-receiver.js';

/** The DER of an Ed25519 public key before its 32 octets: RFC 8410 section 4. */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');
const TOLERANCE_SECONDS = 300;

export interface WebhookBody {
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}

/** A receiver's knowledge of a webhook. */
export interface WebhookReceiverKeys {
  /** `whsec_…` */
  secret: string;
  /** `whpk_…` */
  publicKey: string;
}

/**
 * Verifies a delivery as receivers do, with both kinds of signatures and with the Standard Webhooks library.
 *
 * @throws Error unless all are valid
 */
export function readWebhook({ headers, body }: ReceivedText, { secret, publicKey }: WebhookReceiverKeys): WebhookBody {
  const timestamp = String(headers['webhook-timestamp']);
  if (!(Math.abs(Date.now() / 1_000 - Number(timestamp)) <= TOLERANCE_SECONDS)) throw new Error(`not now: ${timestamp}`);
  const content = `${String(headers['webhook-id'])}.${timestamp}.${body}`;
  const signatures = String(headers['webhook-signature']).split(' ');
  const mac = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .update(content)
    .digest('base64');
  if (!signatures.includes(`v1,${mac}`)) throw new Error('no signature by the secret');
  const der = Buffer.concat([SPKI_PREFIX, Buffer.from(publicKey.slice('whpk_'.length), 'base64')]);
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
  const asymmetric = signatures.filter((each) => each.startsWith('v1a,')).map((each) => Buffer.from(each.slice('v1a,'.length), 'base64'));
  if (!asymmetric.some((signature) => verify(null, Buffer.from(content), key, signature))) throw new Error('no signature by the key');
  return new Webhook(secret).verify(body, headers as Record<string, string>) as WebhookBody;
}
