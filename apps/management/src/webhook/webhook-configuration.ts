import type { WebhookConfiguration } from '@latchkey/persistence';
import type { WebhookRequest } from './webhook.dto.js';

/** The configuration in a request. Absent and null are the same. */
export function readConfiguration({ url, eventTypes, enabled, description }: WebhookRequest): WebhookConfiguration {
  return { url, eventTypes: eventTypes ?? ['*'], enabled: enabled ?? true, description: description ?? null };
}
