import { Injectable } from '@nestjs/common';
import { newTokenId } from '@latchkey/crypto';
import { getVerificationWait, MIN_VERIFICATION_INTERVAL_SECONDS, STREAM_SIGNALS } from '@latchkey/events';
import { SsfEventRepository, SsfStreamRepository, type SsfStream, type SsfStreamStatus } from '@latchkey/persistence';
import { Violations, isObject, requireObject, type JsonBody } from './violations.js';
import type { TokenHolder } from '../client-token/client-token.service.js';
import { SsfError } from './ssf.error.js';
import { StreamAuditLogService } from './stream-audit-log.service.js';
import { StreamService } from './stream.service.js';

const STATUSES: readonly unknown[] = ['enabled', 'paused', 'disabled'] satisfies SsfStreamStatus[];
const MAX_REASON_LENGTH = 1_000;
/** Maximum length in code points of a logged reason. */
const MAX_LOGGED_REASON_LENGTH = 200;
const MAX_STATE_LENGTH = 1_024;
const MAX_IDENTIFIER_LENGTH = 2_048;
/** Maximum number of users that one stream can omit. */
const MAX_REMOVED_SUBJECTS = 10_000;

/** The status of streams, their subjects and verification: OpenID SSF 1.0 sections 8.1.2 to 8.1.4. */
@Injectable()
export class StreamControlService {
  constructor(
    private readonly owned: StreamService,
    private readonly streams: SsfStreamRepository,
    private readonly events: SsfEventRepository,
    private readonly log: StreamAuditLogService,
  ) {}

  /** @throws SsfError invalid_request, not_found */
  async setStatus(receiver: TokenHolder, body: unknown): Promise<SsfStream> {
    const sent = requireObject(body);
    const violations = new Violations();
    if (!STATUSES.includes(sent['status'])) violations.add('status', 'must be enabled, paused or disabled');
    violations.checkText(sent, 'reason', MAX_REASON_LENGTH);
    violations.refuseIfAny();
    const [status, statusReason] = [sent['status'] as SsfStreamStatus, (sent['reason'] as string | undefined) ?? null];
    return this.owned.change(receiver, sent['stream_id'], async (stream) => {
      await this.streams.setStatus(stream, status, statusReason);
      if (status !== stream.status) await this.recordStatus(receiver, stream.id, { status, statusReason });
      return { ...stream, status, statusReason };
    });
  }

  private async recordStatus(
    receiver: TokenHolder,
    stream: string,
    { status, statusReason }: Pick<SsfStream, 'status' | 'statusReason'>,
  ): Promise<void> {
    const reason = statusReason === null ? null : Array.from(statusReason).slice(0, MAX_LOGGED_REASON_LENGTH).join('');
    const data = { stream, status, changedBy: 'receiver', reason };
    await this.log.record(receiver, { type: 'ssf_stream.status_changed', data });
  }

  /** Resumes sending events of a user. An unknown user is silently ignored, so that clients cannot probe for users: section 9.1. */
  async addSubject(receiver: TokenHolder, body: unknown): Promise<void> {
    const sent = requireObject(body);
    const sub = parseSubject(receiver, sent);
    await this.owned.change(receiver, sent['stream_id'], async (stream) => {
      if (sub !== null) await this.streams.addSubject(stream, sub);
    });
  }

  /** Stops sending events of a user. @throws SsfError invalid_request, not_found, too_many_requests */
  async removeSubject(receiver: TokenHolder, body: unknown): Promise<void> {
    const sent = requireObject(body);
    const sub = parseSubject(receiver, sent);
    await this.owned.change(receiver, sent['stream_id'], async (stream) => {
      if (sub === null || (await this.streams.removeSubject(stream, sub, MAX_REMOVED_SUBJECTS))) return;
      throw new SsfError('too_many_requests', `A stream can omit at most ${MAX_REMOVED_SUBJECTS} users. Add one again first.`);
    });
  }

  /** Queues a verification event. @throws SsfError invalid_request, not_found, too_many_requests */
  async verify(receiver: TokenHolder, body: unknown): Promise<void> {
    const sent = requireObject(body);
    const violations = new Violations();
    violations.checkText(sent, 'state', MAX_STATE_LENGTH);
    violations.refuseIfAny();
    const { stream_id: id, state } = sent;
    await this.owned.change(receiver, id, async (stream) => {
      refuseVerification(stream);
      const payload = state === undefined ? {} : { state };
      await this.events.createForStream(stream, { eventType: STREAM_SIGNALS.verification, payload, txn: newTokenId() });
      await this.streams.setVerified(stream);
    });
  }
}

/** @throws SsfError invalid_request, too_many_requests */
function refuseVerification({ status, verifiedAt }: SsfStream): void {
  if (status === 'disabled') throw new SsfError('invalid_request', 'The stream is disabled. Enable it at the status endpoint first.');
  const wait = getVerificationWait(verifiedAt);
  if (wait === 0) return;
  const description = `Wait ${MIN_VERIFICATION_INTERVAL_SECONDS} seconds between verification requests.`;
  throw new SsfError('too_many_requests', description, { 'Retry-After': String(wait) });
}

/** Parses a subject of the format `iss_sub`, RFC 9493 section 3.2.3. @returns null if it cannot be a user of the domain */
function parseSubject({ domain }: TokenHolder, body: JsonBody): string | null {
  const subject = isObject(body['subject']) ? body['subject'] : {};
  const violations = new Violations();
  if (subject['format'] !== 'iss_sub') violations.add('subject.format', 'must be iss_sub');
  for (const member of ['iss', 'sub']) {
    violations.checkText(subject, member, MAX_IDENTIFIER_LENGTH);
    if (subject[member] === undefined) violations.add(member, 'is missing in subject');
  }
  if (body['verified'] !== undefined && typeof body['verified'] !== 'boolean') violations.add('verified', 'must be true or false');
  violations.refuseIfAny();
  const { iss, sub } = subject as { iss: string; sub: string };
  return iss === domain.issuer ? sub : null;
}
