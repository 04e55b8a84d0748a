import { Injectable } from '@nestjs/common';
import { LogRepository } from '@latchkey/persistence';

/** An audit event of a link. It contains neither address nor token. */
export interface MagicLinkEvent {
  operation: 'magic-link.request' | 'magic-link.redeem' | 'magic-link.refuse' | 'user.sign-in';
  /** The link's user; null if the username is unknown. */
  sub: string | null;
  requestId: string | null;
  /** The channel, the reset credentials, or the sign-in method. */
  changed: string[];
}

@Injectable()
export class MagicLinkLogService {
  constructor(private readonly log: LogRepository) {}

  async record(domainId: string, { operation, sub, requestId, changed }: MagicLinkEvent): Promise<void> {
    await this.log.create({
      domainId,
      operation,
      actorType: 'user',
      actorId: sub,
      actorName: null,
      requestId,
      sub,
      clientId: null,
      changed,
    });
  }
}
