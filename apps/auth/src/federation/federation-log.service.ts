import { Injectable } from '@nestjs/common';
import { LogRepository } from '@latchkey/persistence';
import { getRequestEvent } from '@latchkey/observability';
import type { DomainRequest } from '../domain/served-domain.service.js';

/** An audit event of a federated user. */
export interface FederationEvent {
  operation: 'user.sign-in-failed' | 'user.sign-out' | 'user.create';
  /** Name of the identity provider. */
  provider: string;
  sub: string | null;
  clientId: string | null;
  /** The failure reason. */
  changed?: readonly string[];
}

/** Writes audit events of federated users to the domain's log. */
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
