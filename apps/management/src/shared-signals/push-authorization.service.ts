import { Inject, Injectable } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { Encryptor, pushAuthorizationContext } from '@latchkey/crypto';
import { SsfStreamRepository } from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';
import { AuditLogService } from '../audit-event/audit-log.service.js';
import { SETTINGS } from '../settings/settings.module.js';
import { SignalStreamService, type SignalStreamPath } from './signal-stream.service.js';

/** The header that pushes of a stream have. */
@Injectable()
export class PushAuthorizationService {
  private readonly encryptor: Encryptor;

  constructor(
    @Inject(SETTINGS) settings: ManagementSettings,
    private readonly signals: SignalStreamService,
    private readonly streams: SsfStreamRepository,
    private readonly log: AuditLogService,
  ) {
    this.encryptor = new Encryptor(settings.MASTER_KEY);
  }

  /**
   * Replaces the header. Events that the receiver has not accepted with the old one are due immediately.
   *
   * @param authorization null for none
   *
   * @throws Problem domain-not-found, signal-stream-not-found, signal-stream-conflict
   */
  async replace(path: SignalStreamPath, authorization: string | null): Promise<void> {
    await this.signals.change(path, async (stream) => {
      const { domainId, id, eventsRequested, description, pushEndpoint } = stream;
      if (pushEndpoint === null) throw new Problem('signal-stream-conflict', 'The stream is polled. Only pushes have a header.');
      const context = pushAuthorizationContext(domainId, id);
      const authorizationHeader = authorization === null ? null : this.encryptor.encrypt(Buffer.from(authorization, 'ascii'), context);
      await this.streams.replace(stream, { eventsRequested, description, pushEndpoint, authorizationHeader });
      const data = { stream: id, changed: ['delivery'], pushOrigin: new URL(pushEndpoint).origin };
      await this.log.record(domainId, { type: 'ssf_stream.updated', client: stream.clientId, data });
    });
  }
}
