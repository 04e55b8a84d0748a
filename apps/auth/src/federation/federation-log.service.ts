import { Injectable } from '@nestjs/common';
import { LogRepository } from '@latchkey/persistence';
import { getRequestEvent } from '@latchkey/observability';
import type { DomainRequest } from '../domain/served-domain.service.js';

/** What happened to somebody at a provider. */
export interface FederationEvent {
  operation: 'user.sign-in-failed' | 'user.sign-out' | 'user.create';
  /** The name of the provider. */
  provider: string;
  sub: string | null;
  clientId: string | null;
  /** Why it failed. */
  changed?: readonly string[];
}

/** What the domain's log has of those who come by a provider. */
@Injectable()
export class FederationLogService {
  constructor(private readonly log: LogRepository) {}

  async record({ domain, response }: DomainRequest, { operation, provider, sub, clientId, changed = [] }: FederationEvent): Promise<void> {
    await this.log.create({
      domainId: domain.id,
      operation,
      actorType: 'user',
      actorId: sub,
      actorName: null,
      requestId: getRequestEvent(response).requestId,
      sub,
      clientId,
      identityProvider: provider,
      changed: [...changed],
    });
  }
}
