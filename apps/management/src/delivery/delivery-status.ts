import type { SsfEventDeliveryStatus, WebhookDeliveryStatus } from '@latchkey/persistence';

type StoredDeliveryStatus = WebhookDeliveryStatus & SsfEventDeliveryStatus;

export const DELIVERY_STATUSES = ['Delivered', 'Retrying', 'Failed'] as const;
/** The status of a delivery, as it is shown. */
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

const SHOWN: Readonly<Record<StoredDeliveryStatus, DeliveryStatus>> = { delivered: 'Delivered', pending: 'Retrying', failed: 'Failed' };

export function showDeliveryStatus(status: StoredDeliveryStatus): DeliveryStatus {
  return SHOWN[status];
}

export function parseDeliveryStatus(shown: DeliveryStatus): StoredDeliveryStatus {
  return (Object.keys(SHOWN) as StoredDeliveryStatus[]).find((status) => SHOWN[status] === shown)!;
}
