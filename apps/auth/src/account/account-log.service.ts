import { Injectable } from '@nestjs/common';
import { getCurrentTraceId } from '@latchkey/observability';
import { AuditLogRepository } from '@latchkey/persistence';
import type { ChangedDomain } from '@latchkey/user';
import { getRequestContext } from '../authentication-method/request-context.js';
import type { CachedDomain } from '../domain/cached-domain.js';

/** The log of a domain for changes that a signed-in user makes to the own account. */
@Injectable()
export class AccountLogService {
  constructor(private readonly log: AuditLogRepository) {}

  of({ domain, session: { sub } }: { domain: CachedDomain; session: { sub: string } }): ChangedDomain {
    const actor = { type: 'user', id: sub, name: null } as const;
    return {
      id: domain.id,
      record: async (event, changes) => {
        const { requestId } = getRequestContext();
        await this.log.create({ ...event, domainId: domain.id, actor, requestId, traceId: getCurrentTraceId() }, changes);
      },
    };
  }
}
