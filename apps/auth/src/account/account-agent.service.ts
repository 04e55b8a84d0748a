import { Injectable } from '@nestjs/common';
import { splitScope } from '@latchkey/oauth';
import { getCurrentTraceId } from '@latchkey/observability';
import { AgentRepository, AuditLogRepository, Database } from '@latchkey/persistence';
import { getRequestContext } from '../authentication-method/request-context.js';
import { getClientName } from '../client/client-name.js';
import type { CachedDomain } from '../domain/cached-domain.js';
import type { CachedClient } from '../client/cached-client.js';
import type { AgentItem } from '../pages/views/account-view-models.js';
import { AccountClientService } from './account-client.service.js';
import type { AccountContext } from './account-context.js';

/** The agents of the signed-in user. Ending one needs no recent sign-in, as for sessions. */
@Injectable()
export class AccountAgentService {
  constructor(
    private readonly database: Database,
    private readonly agents: AgentRepository,
    private readonly clients: AccountClientService,
    private readonly log: AuditLogRepository,
  ) {}

  /** The agents that have not ended, with what they may do. */
  async list({ domain, session }: AccountContext): Promise<AgentItem[]> {
    const ids = await this.agents.list(domain.id, session.sub);
    const clients = await Promise.all(ids.map((id) => this.clients.find(domain, id)));
    return clients.flatMap((client) => (client?.client.active ? [toItem(client, domain)] : []));
  }

  /** @returns false if the user has no such agent, or it has ended */
  end({ domain, session: { sub } }: AccountContext, clientId: string): Promise<boolean> {
    return this.database.transaction(async () => {
      if (!(await this.agents.end(domain.id, sub, clientId))) return false;
      await this.log.create({
        type: 'client.active.updated',
        user: sub,
        client: clientId,
        data: { active: false },
        domainId: domain.id,
        actor: { type: 'user', id: sub, name: null },
        requestId: getRequestContext().requestId,
        traceId: getCurrentTraceId(),
      });
      return true;
    });
  }
}

function toItem({ client }: CachedClient, { resources }: CachedDomain): AgentItem {
  const apis = [...resources.values()].map((api) => {
    const granted = new Set(api.listScopesOf(client));
    return { name: api.name, descriptions: api.scopes.filter(({ scope }) => granted.has(scope)).map(({ description }) => description) };
  });
  return {
    name: getClientName(client),
    scopes: splitScope(client.scope),
    apis: apis.filter(({ descriptions }) => descriptions.length > 0),
    expiresAt: client.expiresAt === null ? null : new Date(client.expiresAt),
    end: `/account/agents/${encodeURIComponent(client.clientId)}/end`,
  };
}
