import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import { Database, SsfPushRepository, type PendingSsfEvent, type PushingStream, type SsfEnding } from '@latchkey/persistence';
import { AuditLogService } from '../audit-event/audit-log.service.js';
import type { PushAttempt } from './push-sender.service.js';

/** `failed`: the push is repeated; `refused`: the event was dropped. */
export type PushOutcome = 'delivered' | 'failed' | 'refused';

/** How a push has ended. */
export interface PushEnd {
  /** Null if the lease is lost, so that nothing is recorded. */
  outcome: PushOutcome | null;
  /** After a failure: seconds until the next attempt. */
  retryInSeconds: number | null;
}

/** Ends attempts to push an event, and continues with the next event or the next attempt. */
@Injectable()
export class PushEndingService {
  constructor(
    private readonly database: Database,
    private readonly streams: SsfPushRepository,
    private readonly log: AuditLogService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async end(stream: PushingStream, event: PendingSsfEvent, attempt: PushAttempt): Promise<PushEnd> {
    if (attempt.error === null)
      return {
        outcome: (await this.streams.endEvent(stream, toEnding(stream, event, attempt))) ? 'delivered' : null,
        retryInSeconds: null,
      };
    const { refusal } = attempt;
    if (refusal !== null) return { outcome: await this.drop(stream, event, { ...attempt, refusal }), retryInSeconds: null };
    const retryInSeconds = await this.streams.fail(stream, { ...attempt, eventId: event.id });
    if (retryInSeconds === null) return { outcome: null, retryInSeconds };
    this.logger.warn({ domain: stream.domainId, stream: stream.id, reason: attempt.error }, 'push of a security event failed');
    return { outcome: 'failed', retryInSeconds };
  }

  /** The receiver rejects the event: RFC 8935 section 2.3. The next one follows. */
  private async drop(
    stream: PushingStream,
    event: PendingSsfEvent,
    attempt: PushAttempt & { refusal: string },
  ): Promise<PushOutcome | null> {
    return this.database.transaction(async () => {
      if (!(await this.streams.endEvent(stream, toEnding(stream, event, attempt)))) return null;
      const data = { stream: stream.id, eventType: event.eventType, reason: attempt.refusal };
      await this.log.record(stream.domainId, { type: 'ssf_stream.event_refused', client: stream.clientId, data });
      return 'refused';
    });
  }
}

function toEnding({ pushEndpoint: endpoint }: PushingStream, { id }: PendingSsfEvent, attempt: PushAttempt): SsfEnding {
  const { error, responseBody, responseStatus, durationMs } = attempt;
  return { id, error, responseBody, push: { endpoint, responseStatus, durationMs } };
}
