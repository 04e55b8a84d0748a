import { Injectable } from '@nestjs/common';
import { Metrics } from '@latchkey/observability';
import { SsfEventRepository, SsfPushRepository, type PendingSsfEvent, type PushingStream } from '@latchkey/persistence';
import { DeliveryWorker, type DeliveryTurn } from '../delivery/delivery.worker.js';
import { PushEndingService, type PushOutcome } from './push-ending.service.js';
import { PushSenderService } from './push-sender.service.js';

const OUTCOMES: readonly PushOutcome[] = ['delivered', 'failed', 'refused'];

/** Pushes what is pending of a stream. */
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
    // Shown from the start: an alert sees an increase only of what was there before.
    for (const outcome of OUTCOMES) metrics.signalPushes.inc({ outcome }, 0);
  }

  protected loadNext(stream: PushingStream, limit: number): Promise<PendingSsfEvent[]> {
    return this.events.list(stream, limit);
  }

  protected async attempt(stream: PushingStream, event: PendingSsfEvent, { awaitReceiver }: DeliveryTurn): Promise<boolean> {
    const attempt = await awaitReceiver(this.sender.send(stream, event));
    const outcome = await this.endings.end(stream, event, attempt);
    if (outcome) this.metrics.signalPushes.inc({ outcome });
    return outcome === 'delivered' || outcome === 'refused';
  }
}
