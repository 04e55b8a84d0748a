import { Injectable } from '@nestjs/common';
import { EVENTS, type EventType } from '@latchkey/events';
import {
  WebhookDeliveryRepository,
  WebhookOutboxRepository,
  AuditLogQueryRepository,
  type KeyedEntry,
  type NewWebhookDelivery,
  type OutboxEntryKey,
  type Subscriber,
} from '@latchkey/persistence';
import { SignalAssignmentService } from '../shared-signals/signal-assignment.service.js';
import { selectsEventType } from './event-type.js';

/** Assigns log entries to the webhooks and the streams of security events that subscribe to them. */
@Injectable()
export class EventAssignmentService {
  constructor(
    private readonly outbox: WebhookOutboxRepository,
    private readonly entries: AuditLogQueryRepository,
    private readonly deliveries: WebhookDeliveryRepository,
    private readonly signals: SignalAssignmentService,
  ) {}

  /** Assigns entries from the outbox within the same transaction. */
  async assign(keys: readonly OutboxEntryKey[]): Promise<void> {
    const entries = await this.entries.listByKeys(keys.map(({ domainId, entryId }) => ({ domainId, id: entryId })));
    await this.assignEntries(entries);
    await this.outbox.delete(keys);
  }

  /** @param entries for each domain in the order of its log */
  private async assignEntries(entries: readonly KeyedEntry[]): Promise<void> {
    const subscribers = await this.outbox.lockSubscribers([...new Set(entries.map(({ domainId }) => domainId))]);
    const deliveries = entries.flatMap((entry) => createDeliveries(entry, subscribers));
    if (deliveries.length > 0) {
      await this.deliveries.create(deliveries);
      await this.outbox.wake(subscribers.filter(({ id }) => deliveries.some(({ webhookId }) => webhookId === id)));
    }
    await this.signals.assign(entries);
  }
}

function createDeliveries({ domainId, id: entryId, type, time }: KeyedEntry, subscribers: readonly Subscriber[]): NewWebhookDelivery[] {
  if (!EVENTS[type as EventType]?.webhooks) return [];
  return subscribers
    .filter((subscriber) => subscriber.domainId === domainId && selectsEventType(subscriber.eventTypes, type))
    .map(({ id }) => ({ domainId, webhookId: id, entryId, eventType: type, occurredAt: new Date(time) }));
}
