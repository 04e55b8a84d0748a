import { Inject, Injectable } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { Encryptor, pushAuthorizationContext } from '@latchkey/crypto';
import { parseTraceparent } from '@latchkey/observability';
import type { DeliveryAttempt, PendingSsfEvent, PushingStream } from '@latchkey/persistence';
import { DeliveryClient } from '../delivery/delivery.client.js';
import { SETTINGS } from '../settings/settings.module.js';
import { findRefusal } from './push-refusal.js';
import { SecurityEventTokenService } from './security-event-token.service.js';

const ACCEPTED = 202;
const BAD_REQUEST = 400;

/** How a push ended. */
export interface PushAttempt extends DeliveryAttempt {
  /** The code with which the receiver permanently rejects the event; null if it does not. */
  refusal: string | null;
}

/** Posts security event tokens: RFC 8935 section 2. */
@Injectable()
export class PushSenderService {
  private readonly encryptor: Encryptor;

  constructor(
    @Inject(SETTINGS) settings: ManagementSettings,
    private readonly client: DeliveryClient,
    private readonly tokens: SecurityEventTokenService,
  ) {
    this.encryptor = new Encryptor(settings.MASTER_KEY);
  }

  /** Makes one attempt, with a newly signed token. @returns how it ended; it never throws because of the receiver */
  async send(stream: PushingStream, event: PendingSsfEvent): Promise<PushAttempt> {
    const body = await this.tokens.issue(stream, event);
    let refusal: string | null = null;
    const attempt = await this.client.attempt({
      name: 'push event',
      trace: parseTraceparent(event.traceparent),
      send: async (safeFetch) => {
        const request = { method: 'POST', headers: this.createHeaders(stream), body, owner: stream.domainId };
        const { error, ...notified } = await safeFetch.notifyForError(stream.pushEndpoint, request);
        if (notified.status === BAD_REQUEST) refusal = findRefusal(error);
        return notified;
      },
      // control: an event stays until its receiver has accepted it
      isTaken: (status) => status === ACCEPTED,
    });
    return { ...attempt, refusal };
  }

  private createHeaders({ domainId, id, authorizationHeader }: PushingStream): Record<string, string> {
    const headers = { 'Content-Type': 'application/secevent+jwt', Accept: 'application/json' };
    if (!authorizationHeader) return headers;
    const authorization = this.encryptor.decrypt(authorizationHeader, pushAuthorizationContext(domainId, id));
    return { ...headers, Authorization: authorization.toString('ascii') };
  }
}
