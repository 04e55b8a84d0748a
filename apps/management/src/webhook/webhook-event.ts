import { CHECKPOINT_EVENT_TYPE } from '@latchkey/events';
import type { ChainedEntry, StoredCheckpoint } from '@latchkey/persistence';

/** The body of a delivery: an event in the form that webhooks receive. */
export interface WebhookEvent {
  type: string;
  /** The time of the event: RFC 3339. */
  timestamp: string;
  data: { domain: string } & Record<string, unknown>;
}

export const TEST_EVENT_TYPE = 'webhook.tested';

/** The event of a log entry. @param domain its name */
export function createWebhookEvent({ type, time, ...entry }: ChainedEntry, domain: string): WebhookEvent {
  const { sequence, actor, user, client, data, requestId, traceId } = entry;
  // The salt is needed only to verify the log.
  const { salt: _salt, ...fields } = data;
  return { type, timestamp: time, data: { ...fields, domain, sequence, actor, user, client, requestId, traceId } };
}

/** The event of a new checkpoint. */
export function createCheckpointEvent({ sequence, jws, createdAt }: StoredCheckpoint & { createdAt: Date }, domain: string): WebhookEvent {
  return { type: CHECKPOINT_EVENT_TYPE, timestamp: createdAt.toISOString(), data: { domain, sequence, checkpoint: jws } };
}

/** The event of a webhook test. */
export function createTestEvent(occurredAt: Date, domain: string): WebhookEvent {
  return { type: TEST_EVENT_TYPE, timestamp: occurredAt.toISOString(), data: { domain } };
}
