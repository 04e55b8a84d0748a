import { Injectable } from '@nestjs/common';
import { LogRepository } from '@latchkey/persistence';
import type { Method } from '../../assurance/assurance.js';
import { getRequestId, type SignInContext } from '../context/sign-in-context.js';

/** What became of a sign-in, and by which methods. */
export interface SignInEvent {
  operation: 'user.sign-in' | 'user.sign-in-failed';
  /** Null: nobody knows who it was. */
  sub: string | null;
  methods: readonly Method[];
  /** The name of the provider that has vouched for them. */
  identityProvider?: string | null;
}

/** The domain's log of who signs in, and who fails to. */
@Injectable()
export class SignInLogService {
  constructor(private readonly log: LogRepository) {}

  async record(requestContext: SignInContext, { operation, sub, methods, identityProvider = null }: SignInEvent): Promise<void> {
    await this.log.create({
      domainId: requestContext.domain.id,
      operation,
      actorType: 'user',
      actorId: sub,
      actorName: null,
      requestId: getRequestId(requestContext),
      sub,
      clientId: requestContext.interaction.client.clientId,
      identityProvider,
      changed: [...methods],
    });
  }
}
