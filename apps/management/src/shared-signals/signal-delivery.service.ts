import { Inject, Injectable } from '@nestjs/common';
import { authUrlOf, type ManagementSettings } from '@latchkey/config';
import { createSignalClaims } from '@latchkey/events';
import { isUuid } from '@latchkey/oauth';
import {
  SsfDeliveryRepository,
  type SsfEventDelivery,
  type SsfEventDeliveryDetails,
  type SsfEventDeliveryPage,
  type SsfStream,
  type SsfStreamKey,
} from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';
import { AuditLogService } from '../audit-event/audit-log.service.js';
import { SETTINGS } from '../settings/settings.module.js';
import { SignalStreamService, type SignalStreamPath } from './signal-stream.service.js';

const MAX_LISTED = 100;

/** A stream and one of its deliveries, as they were sent. */
export interface SignalDeliveryPath extends SignalStreamPath {
  deliveryId: string;
}

/** A delivery with the claims of its security event token; null if the values of its event are gone. */
export type SignalDelivery = Omit<SsfEventDeliveryDetails, 'event'> & { claims: object | null };

/** What became of the events of a stream, as operators see and repeat it. */
@Injectable()
export class SignalDeliveryService {
  constructor(
    @Inject(SETTINGS) private readonly settings: ManagementSettings,
    private readonly streams: SignalStreamService,
    private readonly deliveries: SsfDeliveryRepository,
    private readonly log: AuditLogService,
  ) {}

  /** At most 100 deliveries, newest first. @throws Problem signal-stream-not-found, invalid-request */
  async list(path: SignalStreamPath, { status, before }: Omit<SsfEventDeliveryPage, 'limit'>): Promise<SsfEventDelivery[]> {
    await this.streams.get(path);
    const { domain, id } = path;
    return this.deliveries.list({ domainId: domain.id, id }, { status, before, limit: MAX_LISTED });
  }

  /** @throws Problem signal-stream-not-found, signal-delivery-not-found */
  async get({ deliveryId, ...path }: SignalDeliveryPath): Promise<SignalDelivery> {
    const { id, clientId } = await this.streams.get(path);
    const { domain } = path;
    const { event, ...delivery } = await this.find({ domainId: domain.id, id }, deliveryId);
    const issued = { issuer: authUrlOf(this.settings, domain.name), streamId: id, clientId };
    return { ...delivery, claims: event && createSignalClaims({ ...event, ...issued }) };
  }

  /**
   * Sends an event again, with the same `jti`: it is a retransmission, so that a receiver that has it can drop it. An event that waits for
   * its next attempt is pushed immediately.
   *
   * @throws Problem domain-not-found, signal-stream-not-found, signal-delivery-not-found, signal-stream-conflict
   */
  async replay({ deliveryId, ...path }: SignalDeliveryPath): Promise<void> {
    await this.streams.change(path, async (stream) => {
      const { event, eventType } = await this.find(stream, deliveryId);
      requireEnabled(stream);
      if (!event) throw new Problem('signal-stream-conflict', 'The user was deleted, and with the user the values of this event.');
      await this.deliveries.replay(stream, deliveryId);
      const data = { stream: stream.id, eventType, delivery: event.id };
      await this.log.record(stream.domainId, { type: 'ssf_stream.event_replayed', client: stream.clientId, data });
    });
  }

  private async find(stream: SsfStreamKey, deliveryId: string): Promise<SsfEventDeliveryDetails> {
    const found = isUuid(deliveryId) ? await this.deliveries.find(stream, deliveryId) : null;
    if (!found) throw new Problem('signal-delivery-not-found', 'The stream has no delivery with this id, or it was more than a week ago.');
    return found;
  }
}

function requireEnabled({ status }: SsfStream): void {
  if (status === 'disabled') throw new Problem('signal-stream-conflict', 'The stream is disabled, so nothing is sent. Enable it first.');
}
