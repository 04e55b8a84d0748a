import { Injectable } from '@nestjs/common';
import { LogRepository } from '@latchkey/persistence';
import { requestEventOf } from '@latchkey/observability';
import type { Visit } from '../domain/served-domain.js';

/** What happened to somebody at a provider. */
export interface FederationEvent {
  operation: 'user.sign-in-failed' | 'user.sign-out' | 'user.create' | 'user.update';
  /** The name of the provider. */
  provider: string;
  sub: string | null;
  clientId: string | null;
  /** Why it failed, or the names of the attributes that changed. */
  changed?: readonly string[];
}

/** What the domain's log has of providers: who did it is the user, what vouches for them is the first word of what changed. */
@Injectable()
export class FederationLog {
  constructor(private readonly log: LogRepository) {}

  async record({ domain, response }: Visit, { operation, provider, sub, clientId, changed = [] }: FederationEvent): Promise<void> {
    await this.log.create({
      domainId: domain.id,
      operation,
      actorType: 'user',
      actorId: sub,
      actorName: null,
      requestId: requestEventOf(response).requestId,
      sub,
      clientId,
      changed: [`provider:${provider}`, ...changed],
    });
  }
}
