import { Injectable } from '@nestjs/common';
import { EVENTS, type EventType } from '@latchkey/events';
import { Metrics } from '@latchkey/observability';
import {
  Database,
  LogQueryRepository,
  WebhookDeliveryRepository,
  WebhookOutboxRepository,
  type KeyedEntry,
  type NewWebhookDelivery,
  type Subscriber,
} from '@latchkey/persistence';
import { SignalAssignmentService } from '../shared-signals/signal-assignment.service.js';
import { selectsEventType } from './event-type.js';

const BATCH_SIZE = 500;

/** Assigns new log entries to the webhooks and the streams of security events that wait for them. */
@Injectable()
export class WebhookOutboxService {
  constructor(
    private readonly database: Database,
    private readonly outbox: WebhookOutboxRepository,
    private readonly entries: LogQueryRepository,
    private readonly deliveries: WebhookDeliveryRepository,
    private readonly signals: SignalAssignmentService,
    private readonly metrics: Metrics,
  ) {}

  /** Empties the outbox, unless another process is doing so. */
  async distribute(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.database.transaction(() => this.distributeBatch())) === BATCH_SIZE);
    this.metrics.webhookOutboxLag.set(await this.outbox.getLagSeconds());
  }

  /** @returns how many entries */
  private async distributeBatch(): Promise<number> {
    const keys = (await this.outbox.take(BATCH_SIZE)) ?? [];
    if (keys.length === 0) return 0;
    const subscribers = await this.outbox.lockSubscribers([...new Set(keys.map(({ domainId }) => domainId))]);
    const entries = await this.entries.listByKeys(keys.map(({ domainId, entryId }) => ({ domainId, id: entryId })));
    const deliveries = entries.flatMap((entry) => assign(entry, subscribers));
    if (deliveries.length > 0) {
      await this.deliveries.create(deliveries);
      await this.outbox.wake(subscribers.filter(({ id }) => deliveries.some(({ webhookId }) => webhookId === id)));
    }
    await this.signals.assign(entries);
    await this.outbox.delete(keys);
    return keys.length;
  }
}

function assign({ domainId, id: entryId, type, time }: KeyedEntry, subscribers: readonly Subscriber[]): NewWebhookDelivery[] {
  if (!EVENTS[type as EventType]?.webhooks) return [];
  return subscribers
    .filter((subscriber) => subscriber.domainId === domainId && selectsEventType(subscriber.eventTypes, type))
    .map(({ id }) => ({ domainId, webhookId: id, entryId, eventType: type, occurredAt: new Date(time) }));
}
