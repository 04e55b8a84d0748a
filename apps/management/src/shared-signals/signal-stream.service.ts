import { Injectable } from '@nestjs/common';
import { newTokenId } from '@latchkey/crypto';
import { getVerificationWait, MIN_VERIFICATION_INTERVAL_SECONDS, STREAM_SIGNALS } from '@latchkey/events';
import { isUuid } from '@latchkey/oauth';
import {
  Database,
  DomainRepository,
  SsfEventRepository,
  SsfStreamRepository,
  type Domain,
  type SsfStream,
  type SsfStreamStatus,
  type SsfStreamSummary,
} from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';
import { AuditLogService } from '../audit-event/audit-log.service.js';
import { createDomainNotFoundProblem } from '../current-domain/domain-not-found.js';

/** A stream's domain, and its id as it was sent. */
export interface SignalStreamPath {
  domain: Domain;
  id: string;
}

/** The streams of security events of a domain, as operators see and control them. Only clients create and configure them. */
@Injectable()
export class SignalStreamService {
  constructor(
    private readonly database: Database,
    private readonly domains: DomainRepository,
    private readonly streams: SsfStreamRepository,
    private readonly events: SsfEventRepository,
    private readonly log: AuditLogService,
  ) {}

  list(domain: Domain): Promise<SsfStreamSummary[]> {
    return this.streams.list(domain.id);
  }

  /** @throws Problem signal-stream-not-found */
  async get({ domain, id }: SignalStreamPath): Promise<SsfStreamSummary> {
    const stream = isUuid(id) ? await this.streams.findSummary({ domainId: domain.id, id }) : null;
    if (!stream) throw createStreamNotFoundProblem();
    return stream;
  }

  /**
   * Sets the status. The receiver learns of another status by an event, as OpenID SSF 1.0 section 8.1.5 requires.
   *
   * @throws Problem domain-not-found, signal-stream-not-found, and those of the precondition
   */
  async setStatus(
    path: SignalStreamPath,
    { status, reason }: { status: SsfStreamStatus; reason: string | null },
    precondition: (current: SsfStream) => void | Promise<void>,
  ): Promise<void> {
    await this.change(path, async (stream) => {
      await precondition(stream);
      if (stream.status === status && stream.statusReason === reason) return;
      await this.streams.setStatus(stream, status, reason);
      if (stream.status === status) return;
      const payload = { status, ...(reason !== null && { reason }) };
      await this.events.createForStream(stream, { eventType: STREAM_SIGNALS.streamUpdated, payload, txn: newTokenId() });
      const data = { stream: stream.id, status, changedBy: 'operator', reason };
      await this.log.record(stream.domainId, { type: 'ssf_stream.status_changed', client: stream.clientId, data });
    });
  }

  /**
   * Queues a verification event: OpenID SSF 1.0 section 8.1.4.
   *
   * @throws Problem domain-not-found, signal-stream-not-found, signal-stream-conflict, too-many-requests
   */
  async verify(path: SignalStreamPath): Promise<void> {
    await this.change(path, async (stream) => {
      requireVerifiable(stream);
      await this.events.createForStream(stream, { eventType: STREAM_SIGNALS.verification, payload: {}, txn: newTokenId() });
      await this.streams.setVerified(stream);
    });
  }

  /** Removes a stream with its events. @throws Problem domain-not-found, signal-stream-not-found, and those of the precondition */
  async delete(path: SignalStreamPath, precondition: (current: SsfStream) => void | Promise<void>): Promise<void> {
    await this.change(path, async (stream) => {
      await precondition(stream);
      await this.streams.delete(stream);
      await this.log.record(stream.domainId, { type: 'ssf_stream.deleted', client: stream.clientId, data: { stream: stream.id } });
    });
  }

  /** Runs work in a transaction that has locked the stream. @throws Problem domain-not-found, signal-stream-not-found */
  change(path: SignalStreamPath, work: (stream: SsfStream) => Promise<void>): Promise<void> {
    const { domain, id } = path;
    return this.database.transaction(async () => {
      if (!(await this.domains.lockExistingShared(domain.id))) throw createDomainNotFoundProblem();
      const stream = isUuid(id) ? await this.streams.lock({ domainId: domain.id, id }) : null;
      if (!stream) throw createStreamNotFoundProblem();
      await work(stream);
    });
  }
}

/** The interval is that of the receiver's own requests. @throws Problem signal-stream-conflict, too-many-requests */
function requireVerifiable({ status, verifiedAt }: SsfStream): void {
  if (status === 'disabled') throw new Problem('signal-stream-conflict', 'The stream is disabled, so nothing is sent. Enable it first.');
  const wait = getVerificationWait(verifiedAt);
  if (wait === 0) return;
  const detail = `A stream sends a verification event every ${MIN_VERIFICATION_INTERVAL_SECONDS} seconds at most. Try again in ${wait} seconds.`;
  throw new Problem('too-many-requests', detail, { headers: { 'Retry-After': String(wait) } });
}

/** The same response for an unknown id and a stream of another domain. */
function createStreamNotFoundProblem(): Problem {
  return new Problem('signal-stream-not-found', 'The domain has no stream with this id.');
}
