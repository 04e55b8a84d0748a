import { Inject, Injectable } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { Encryptor, pushAuthorizationContext } from '@latchkey/crypto';
import { cutAnswer, describeRefusal } from '@latchkey/events';
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
  /** The beginning of the response body; null if it is empty or the receiver accepts the event. */
  responseBody: string | null;
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
    const authorization = this.readAuthorization(stream);
    let answer = '';
    const attempt = await this.client.attempt({
      name: 'push event',
      trace: parseTraceparent(event.traceparent),
      send: async (safeFetch) => {
        const request = { method: 'POST', headers: createHeaders(authorization), body, owner: stream.domainId };
        const { body: answered, ...notified } = await safeFetch.notifyForError(stream.pushEndpoint, request);
        answer = answered;
        return notified;
      },
      // control: an event stays until its receiver has accepted it
      isTaken: (status) => status === ACCEPTED,
    });
    const refusal = attempt.responseStatus === BAD_REQUEST ? findRefusal(answer) : null;
    const error = refusal === null ? attempt.error : describeRefusal(refusal);
    return { ...attempt, error, refusal, responseBody: cutAnswer(answer, authorization) };
  }

  private readAuthorization({ domainId, id, authorizationHeader }: PushingStream): string | null {
    if (!authorizationHeader) return null;
    return this.encryptor.decrypt(authorizationHeader, pushAuthorizationContext(domainId, id)).toString('ascii');
  }
}

function createHeaders(authorization: string | null): Record<string, string> {
  const headers = { 'Content-Type': 'application/secevent+jwt', Accept: 'application/json' };
  return authorization === null ? headers : { ...headers, Authorization: authorization };
}
