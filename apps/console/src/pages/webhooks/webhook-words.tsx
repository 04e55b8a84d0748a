import { i18n } from '@lingui/core';
import type { components } from '@latchkey/api-client';
import { Status } from '../../ui/status.js';

export type Webhook = components['schemas']['WebhookResponse'];
export type WebhookBody = components['schemas']['ReplaceWebhookRequest'];

/** Whether events are sent, and if the service stopped that, why. */
export function WebhookStatus({ webhook: { enabled, disabledReason }, isBrief = false }: { webhook: Webhook; isBrief?: boolean }) {
  if (enabled) return <Status tone="success">{i18n.t('Active')}</Status>;
  return disabledReason ? (
    <Status tone="danger" detail={isBrief ? null : disabledReason}>
      {i18n.t('Disabled by the service')}
    </Status>
  ) : (
    <Status tone="neutral">{i18n.t('Disabled')}</Status>
  );
}

/** The host of the URL, by which people know a webhook. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}

/** The writable part of a webhook, as the API has it. */
export const toBody = ({ url, eventTypes, enabled, description }: Webhook): WebhookBody => ({
  url,
  eventTypes: eventTypes as WebhookBody['eventTypes'] & object,
  enabled,
  description,
});

/** Event types in few words: "All events", or the names. */
export function EventTypes({ types }: { types: readonly string[] }) {
  return types.includes('*') ? i18n.t('All events') : <code>{types.join(', ')}</code>;
}
