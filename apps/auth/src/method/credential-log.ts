import { Injectable } from '@nestjs/common';
import { LogRepository } from '@latchkey/persistence';

/** What became of a credential: resource and verb, such as `passkey.create`, and whose it is. */
export interface CredentialChange {
  operation: string;
  sub: string;
}

/** The domain's log of what users change about how they sign in. */
@Injectable()
export class CredentialLog {
  constructor(private readonly log: LogRepository) {}

  /** Takes note of a change that its user made. Called in the transaction of the change, it comes to be with it or not at all. */
  async record(domainId: string, { operation, sub }: CredentialChange): Promise<void> {
    await this.log.create({
      domainId,
      operation,
      actorType: 'user',
      actorId: sub,
      actorName: null,
      requestId: null,
      sub,
      clientId: null,
      changed: [],
    });
  }
}
