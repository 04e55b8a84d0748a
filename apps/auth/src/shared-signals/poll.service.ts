import { Injectable } from '@nestjs/common';
import { signSecurityEvent } from '@latchkey/crypto';
import { createSignalClaims, cutAnswer, describeRefusal, isRefusalCode } from '@latchkey/events';
import { isUuid } from '@latchkey/oauth';
import { Database, SsfEventRepository, type PendingSsfEvent, type SsfEnding, type SsfStream } from '@latchkey/persistence';
import { setTimeout as wait } from 'node:timers/promises';
import type { CachedDomain } from '../domain/cached-domain.js';
import { Violations, isObject, requireObject } from './violations.js';
import type { TokenHolder } from '../client-token/client-token.service.js';
import { SsfError } from './ssf.error.js';
import { StreamAuditLogService } from './stream-audit-log.service.js';
import { StreamService } from './stream.service.js';

const MAX_EVENTS = 100;
/** How long a poll waits for an event, and how often it looks for one. */
const WAIT_MS = 20_000;
const INTERVAL_MS = 1_000;

/** RFC 8936 section 2.3. */
export interface PollAnswer {
  /** Security event tokens by their `jti`. */
  sets: Record<string, string>;
  moreAvailable: boolean;
}

/** RFC 8936 section 2.6. */
interface SetError {
  err: string;
  description?: unknown;
}

interface PollRequest {
  maxEvents: number;
  returnImmediately: boolean;
  /** The `jti` of each event that the receiver has accepted or rejected. */
  acknowledged: string[];
  /** What the receiver says of each rejected event, keyed by its `jti`. */
  refused: ReadonlyMap<string, SetError>;
}

/** Returns events to polling receivers: RFC 8936. Events that are not acknowledged are returned again. */
@Injectable()
export class PollService {
  /** Waiting polls by stream. A second poll ends the first, so that a client holds at most one connection. */
  private readonly waiting = new Map<string, AbortController>();

  constructor(
    private readonly database: Database,
    private readonly streams: StreamService,
    private readonly events: SsfEventRepository,
    private readonly log: StreamAuditLogService,
  ) {}

  /** @param gone aborts when the client has closed its connection @throws SsfError invalid_request, not_found */
  async poll(receiver: TokenHolder, { id, body }: { id: string; body: unknown }, gone: AbortSignal): Promise<PollAnswer> {
    const request = parsePollRequest(body);
    const stream = await this.streams.get(receiver, id);
    if (stream.pushEndpoint !== null) throw new SsfError('invalid_request', 'This stream pushes its events. PATCH its delivery to poll.');
    if (request.acknowledged.length > 0) await this.database.transaction(() => this.acknowledge(receiver, stream, request));
    const { maxEvents, returnImmediately } = request;
    const answer = await this.read(receiver, id, maxEvents);
    const isDone = returnImmediately || maxEvents === 0 || Object.keys(answer.sets).length > 0;
    return isDone ? answer : this.readLater(receiver, { id, maxEvents }, gone);
  }

  /** Ends events, and records those that the receiver rejects. */
  private async acknowledge(receiver: TokenHolder, stream: SsfStream, { acknowledged, refused }: PollRequest): Promise<void> {
    const endings = acknowledged.map((id) => ({ id, push: null, ...describeAnswer(refused.get(id)) }));
    for (const { id, eventType } of await this.events.acknowledge(stream, endings)) {
      const reason = refused.get(id)?.err;
      if (reason === undefined) continue;
      await this.log.record(receiver, { type: 'ssf_stream.event_refused', data: { stream: stream.id, eventType, reason } });
    }
  }

  private async readLater(receiver: TokenHolder, target: { id: string; maxEvents: number }, gone: AbortSignal): Promise<PollAnswer> {
    const { id, maxEvents } = target;
    this.waiting.get(id)?.abort();
    const controller = new AbortController();
    this.waiting.set(id, controller);
    const end = AbortSignal.any([gone, controller.signal, AbortSignal.timeout(WAIT_MS)]);
    try {
      for (;;) {
        await wait(INTERVAL_MS, undefined, { signal: end }).catch(() => undefined);
        const answer = end.aborted ? { sets: {}, moreAvailable: false } : await this.read(receiver, id, maxEvents);
        if (end.aborted || Object.keys(answer.sets).length > 0) return answer;
      }
    } finally {
      if (this.waiting.get(id) === controller) this.waiting.delete(id);
    }
  }

  private async read(receiver: TokenHolder, id: string, maxEvents: number): Promise<PollAnswer> {
    const stream = await this.streams.get(receiver, id);
    const { events, hasMore } = await this.events.list(stream, maxEvents);
    const ids = events.map((event) => event.id);
    if (ids.length > 0) await this.events.markTaken(stream, ids);
    const sets = await Promise.all(events.map(async (event) => [event.id, await sign(receiver.domain, stream, event)] as const));
    return { sets: Object.fromEntries(sets), moreAvailable: hasMore };
  }
}

/** Reads RFC 8936 section 2.2. @throws SsfError invalid_request */
function parsePollRequest(body: unknown): PollRequest {
  const { maxEvents = MAX_EVENTS, returnImmediately = false, ack = [], setErrs = {} } = requireObject(body ?? {});
  const violations = new Violations();
  if (!Number.isInteger(maxEvents) || (maxEvents as number) < 0) violations.add('maxEvents', 'must be an integer that is not negative');
  if (typeof returnImmediately !== 'boolean') violations.add('returnImmediately', 'must be true or false');
  if (!Array.isArray(ack) || ack.some((each) => typeof each !== 'string')) violations.add('ack', 'must be a list of jti values');
  if (!isObject(setErrs) || Object.values(setErrs).some((each) => !isObject(each) || !isRefusalCode(each['err'])))
    violations.add('setErrs', 'must be an object keyed by jti, each with an err code of at most 64 visible ASCII characters');
  violations.refuseIfAny();
  const refused = new Map(Object.entries(setErrs as Record<string, SetError>).map(([jti, error]) => [jti.toLowerCase(), error]));
  const acknowledged = [...new Set([...(ack as string[]).map((jti) => jti.toLowerCase()), ...refused.keys()])].filter((jti) => isUuid(jti));
  return { maxEvents: Math.min(maxEvents as number, MAX_EVENTS), returnImmediately: returnImmediately as boolean, acknowledged, refused };
}

/** What operators see of an accepted or rejected event. */
function describeAnswer(error: SetError | undefined): Pick<SsfEnding, 'error' | 'responseBody'> {
  if (error === undefined) return { error: null, responseBody: null };
  const { err, description } = error;
  const answer = typeof description === 'string' ? { err, description } : { err };
  return { error: describeRefusal(err), responseBody: cutAnswer(JSON.stringify(answer), null) };
}

/** Signs an event with the domain's key for ID tokens: OpenID SSF 1.0 section 5.1. */
function sign(domain: CachedDomain, { id: streamId, clientId }: SsfStream, event: PendingSsfEvent): Promise<string> {
  const claims = createSignalClaims({ ...event, issuer: domain.issuer, streamId, clientId });
  const key = domain.idTokenKey(null, Date.now());
  return signSecurityEvent(claims, key, key.signer.privateKey);
}
