import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { Encryptor, pushAuthorizationContext, randomId } from '@latchkey/crypto';
import { SafeFetchClient } from '@latchkey/outgoing';
import { Database, SsfStreamRepository, type SsfDelivery, type SsfStream, type SsfStreamKey } from '@latchkey/persistence';
import { SETTINGS } from '../settings/settings.module.js';
import { requireObject } from './violations.js';
import type { TokenHolder } from '../client-token/client-token.service.js';
import { createStreamNotFoundError, requireStreamId, SsfError } from './ssf.error.js';
import { getPushOrigin, listChangedMembers } from './stream-changes.js';
import { DEFAULT_CONFIGURATION, parseConfiguration, type SentConfiguration } from './stream-configuration.js';
import type { SentDelivery } from './stream-delivery.js';
import { StreamAuditLogService } from './stream-audit-log.service.js';
import { describeStream } from './transmitter.js';

/** The streams of clients, as their owners read and change them: OpenID SSF 1.0 section 8.1.1. */
@Injectable()
export class StreamService {
  private readonly encryptor: Encryptor;
  private readonly findUrlViolation: (url: string) => string | null;
  private readonly maxStreams: number;

  constructor(
    @Inject(SETTINGS) { MASTER_KEY, SSF_STREAMS_PER_DOMAIN: maxStreams }: AuthSettings,
    safeFetch: SafeFetchClient,
    private readonly database: Database,
    private readonly streams: SsfStreamRepository,
    private readonly log: StreamAuditLogService,
  ) {
    this.encryptor = new Encryptor(MASTER_KEY);
    this.findUrlViolation = (url) => safeFetch.findUrlViolation(url);
    this.maxStreams = maxStreams;
  }

  /** @throws SsfError invalid_request, conflict */
  async create(receiver: TokenHolder, body: unknown): Promise<SsfStream> {
    const sent = parseConfiguration(requireObject(body ?? {}), null, this.findUrlViolation);
    const { delivery, ...configuration } = { ...DEFAULT_CONFIGURATION, ...sent };
    const owner = { ...toOwner(receiver), id: randomId() };
    const encrypted = { ...configuration, ...this.encryptDelivery(owner, delivery) };
    return this.database.transaction(async () => {
      if ((await this.streams.lockCreation(owner)) >= this.maxStreams) throw createTooManyStreamsError(this.maxStreams);
      const created = await this.streams.create(owner, encrypted);
      if (!created) throw new SsfError('conflict', 'The client already has a stream. GET it, and PATCH, PUT or DELETE it.');
      await this.log.record(receiver, { type: 'ssf_stream.created', data: { stream: created.id, pushOrigin: getPushOrigin(created) } });
      return created;
    });
  }

  /** A client's streams: one or none. */
  async list(receiver: TokenHolder): Promise<SsfStream[]> {
    const stream = await this.streams.find(toOwner(receiver));
    return stream ? [stream] : [];
  }

  /** @throws SsfError invalid_request, not_found */
  async get(receiver: TokenHolder, id: unknown): Promise<SsfStream> {
    requireStreamId(id);
    const stream = await this.streams.find(toOwner(receiver));
    if (!stream || stream.id !== id) throw createStreamNotFoundError();
    return stream;
  }

  /** Changes only the properties in the body. @throws SsfError invalid_request, not_found */
  update(receiver: TokenHolder, body: unknown): Promise<SsfStream> {
    return this.configure(receiver, body, {});
  }

  /**
   * Replaces everything that clients can set; properties missing from the body get their defaults. @throws SsfError invalid_request,
   * not_found
   */
  replace(receiver: TokenHolder, body: unknown): Promise<SsfStream> {
    return this.configure(receiver, body, DEFAULT_CONFIGURATION);
  }

  /** Removes a stream with its events. @throws SsfError invalid_request, not_found */
  async delete(receiver: TokenHolder, id: unknown): Promise<void> {
    await this.change(receiver, id, async (stream) => {
      await this.streams.delete(stream);
      await this.log.record(receiver, { type: 'ssf_stream.deleted', data: { stream: stream.id } });
    });
  }

  /** Runs work while the stream is locked, in one transaction. @throws SsfError invalid_request, not_found */
  async change<T>(receiver: TokenHolder, id: unknown, work: (stream: SsfStream) => Promise<T>): Promise<T> {
    requireStreamId(id);
    return this.database.transaction(async () => {
      const stream = await this.streams.lock(toOwner(receiver));
      if (!stream || stream.id !== id) throw createStreamNotFoundError();
      return work(stream);
    });
  }

  private configure(receiver: TokenHolder, body: unknown, defaults: SentConfiguration): Promise<SsfStream> {
    const sent = requireObject(body);
    return this.change(receiver, sent['stream_id'], async (stream) => {
      const parsed = parseConfiguration(sent, describeStream(stream, receiver.domain.issuer), this.findUrlViolation);
      const { delivery, ...configuration } = { ...defaults, ...parsed };
      const changed: SsfStream = { ...stream, ...configuration, ...(delivery && this.encryptDelivery(stream, delivery)) };
      const { eventsRequested, description, pushEndpoint, authorizationHeader } = changed;
      await this.streams.replace(stream, { eventsRequested, description, pushEndpoint, authorizationHeader });
      await this.recordUpdate(receiver, stream, changed);
      return changed;
    });
  }

  private async recordUpdate(receiver: TokenHolder, before: SsfStream, after: SsfStream): Promise<void> {
    const changed = listChangedMembers(before, after);
    const data = { stream: after.id, changed, pushOrigin: getPushOrigin(after) };
    if (changed.length > 0) await this.log.record(receiver, { type: 'ssf_stream.updated', data });
  }

  /** The header is never shown, so a client cannot send it back. It stays with its endpoint, and is sent to no other. */
  private encryptDelivery(stream: SsfStreamKey & Partial<SsfDelivery>, { pushEndpoint, authorization }: SentDelivery): SsfDelivery {
    // control: the header of pushes goes to no other endpoint
    const kept = stream.pushEndpoint === pushEndpoint ? (stream.authorizationHeader ?? null) : null;
    const context = pushAuthorizationContext(stream.domainId, stream.id);
    if (authorization === null) return { pushEndpoint, authorizationHeader: null };
    if (authorization === undefined || (kept && this.isEncryptionOf(authorization, kept, context)))
      return { pushEndpoint, authorizationHeader: kept };
    return { pushEndpoint, authorizationHeader: this.encryptor.encrypt(Buffer.from(authorization, 'ascii'), context) };
  }

  /** Each encryption of a text differs. A text encrypted with an unknown key matches nothing. */
  private isEncryptionOf(text: string, encrypted: Buffer, context: string): boolean {
    return this.encryptor.isKeyKnown(encrypted) && this.encryptor.decrypt(encrypted, context).toString('ascii') === text;
  }
}

function createTooManyStreamsError(max: number): SsfError {
  return new SsfError('conflict', `The domain has the maximum of ${max} streams. DELETE the stream of another client first.`);
}

function toOwner({ domain, clientId }: TokenHolder): { domainId: string; clientId: string } {
  return { domainId: domain.id, clientId };
}
