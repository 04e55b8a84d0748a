import { Injectable } from '@nestjs/common';
import { Metrics } from '@latchkey/observability';
import { SsfEventRepository, SsfPushRepository, type PendingSsfEvent, type PushingStream } from '@latchkey/persistence';
import { DeliveryWorker, type AttemptEnd, type DeliveryBatch, type DeliveryTurn } from '../delivery/delivery.worker.js';
import { PushEndingService, type PushOutcome } from './push-ending.service.js';
import { PushSenderService } from './push-sender.service.js';

const OUTCOMES: readonly PushOutcome[] = ['delivered', 'failed', 'refused'];

/** Pushes the pending events of a stream. */
@Injectable()
export class PushWorkerService extends DeliveryWorker<PushingStream, PendingSsfEvent> {
  constructor(
    streams: SsfPushRepository,
    private readonly events: SsfEventRepository,
    private readonly sender: PushSenderService,
    private readonly endings: PushEndingService,
    private readonly metrics: Metrics,
  ) {
    super(streams);
    // Initialized at the start, because an alert sees an increase only in existing series.
    for (const outcome of OUTCOMES) metrics.signalPushes.inc({ outcome }, 0);
  }

  protected async loadNext(stream: PushingStream, limit: number): Promise<DeliveryBatch<PendingSsfEvent>> {
    const { events: items, hasMore } = await this.events.list(stream, limit);
    return { items, hasMore };
  }

  protected async attempt(stream: PushingStream, event: PendingSsfEvent, { awaitReceiver }: DeliveryTurn): Promise<AttemptEnd> {
    const attempt = await awaitReceiver(this.sender.send(stream, event));
    const { outcome, retryInSeconds } = await this.endings.end(stream, event, attempt);
    if (outcome) this.metrics.signalPushes.inc({ outcome });
    return { hasTurn: outcome === 'delivered' || outcome === 'refused', retryInSeconds };
  }
}
