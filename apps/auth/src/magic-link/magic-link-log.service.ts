import { Injectable } from '@nestjs/common';
import { LogRepository } from '@latchkey/persistence';

/** What became of a link. No address and no token is ever in it. */
export interface MagicLinkEvent {
  operation: 'magic-link.request' | 'magic-link.redeem' | 'magic-link.refuse' | 'user.sign-in';
  /** Whose link it is; null: nobody's, for a name that is nobody's was entered. */
  sub: string | null;
  requestId: string | null;
  /** How it was sent, what it changed, or by what somebody has signed in. */
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
