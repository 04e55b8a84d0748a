import type { WebhookDeliveryStatus } from '@latchkey/persistence';

export const DELIVERY_STATUSES = ['Delivered', 'Retrying', 'Failed'] as const;
/** The status of a delivery, as it is shown. */
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

const SHOWN: Readonly<Record<WebhookDeliveryStatus, DeliveryStatus>> = { delivered: 'Delivered', pending: 'Retrying', failed: 'Failed' };

export function showDeliveryStatus(status: WebhookDeliveryStatus): DeliveryStatus {
  return SHOWN[status];
}

export function parseDeliveryStatus(shown: DeliveryStatus): WebhookDeliveryStatus {
  return (Object.keys(SHOWN) as WebhookDeliveryStatus[]).find((status) => SHOWN[status] === shown)!;
}
