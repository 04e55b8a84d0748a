import { Injectable } from '@nestjs/common';
import { Metrics } from '@latchkey/observability';
import { LogRepository } from '@latchkey/persistence';
import type { Method } from '../../assurance/assurance.js';
import { UsageService } from '../../usage/usage.service.js';
import { getRequestId, type SignInContext } from '../context/sign-in-context.js';

/** The result of a sign-in. */
export interface SignInEvent {
  operation: 'user.sign-in' | 'user.sign-in-failed';
  /** Null if the user is unknown. */
  sub: string | null;
  methods: readonly Method[];
  /** The name of the identity provider that authenticated the user. */
  identityProvider?: string | null;
}

/** Records successful and failed sign-ins in the audit log of the domain, and counts them. */
@Injectable()
export class SignInLogService {
  constructor(
    private readonly log: LogRepository,
    private readonly metrics: Metrics,
    private readonly usage: UsageService,
  ) {}

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
    const [method] = methods;
    if (operation === 'user.sign-in') this.usage.countSignIn(requestContext.domain, method!, sub!);
    else this.metrics.countSignIn(requestContext.domain.name, method!, 'failed');
  }
}
