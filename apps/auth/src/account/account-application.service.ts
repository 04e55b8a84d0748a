import { Injectable } from '@nestjs/common';
import { splitScope } from '@latchkey/oauth';
import { getCurrentTraceId } from '@latchkey/observability';
import { AuditLogRepository, Database, OidcPayloadRepository, type StoredAccess } from '@latchkey/persistence';
import { getRequestContext } from '../authentication-method/request-context.js';
import { ACCOUNT_CLIENT_ID } from '../client/account-client.js';
import { getClientName } from '../client/client-name.js';
import type { CachedDomain } from '../domain/cached-domain.js';
import type { ApplicationItem } from '../pages/views/account-view-models.js';
import { AccountClientService } from './account-client.service.js';
import type { AccountContext } from './account-context.js';

/** The applications that may act for the signed-in user. Removing one needs no recent sign-in, as for sessions. */
@Injectable()
export class AccountApplicationService {
  constructor(
    private readonly database: Database,
    private readonly payloads: OidcPayloadRepository,
    private readonly clients: AccountClientService,
    private readonly log: AuditLogRepository,
  ) {}

  /** The applications with what they may do, by name. */
  async list({ domain, session }: AccountContext): Promise<ApplicationItem[]> {
    const stored = await this.payloads.listAccess(domain.id, session.sub);
    const items = await Promise.all(
      stored.filter(({ clientId }) => clientId !== ACCOUNT_CLIENT_ID).map((access) => this.describe(domain, access)),
    );
    return items.toSorted((one, other) => one.name.localeCompare(other.name));
  }

  /** Revokes everything that was issued to an application for the user. @returns false if it had no access */
  remove({ domain, session: { sub } }: AccountContext, clientId: string): Promise<boolean> {
    return this.database.transaction(async () => {
      if (!(await this.payloads.removeAccess(domain.id, sub, clientId))) return false;
      await this.log.create({
        type: 'client.access_removed',
        user: sub,
        client: clientId,
        domainId: domain.id,
        actor: { type: 'user', id: sub, name: null },
        requestId: getRequestContext().requestId,
        traceId: getCurrentTraceId(),
      });
      return true;
    });
  }

  private async describe(domain: CachedDomain, { clientId, grantedAt, scopes, resources }: StoredAccess): Promise<ApplicationItem> {
    const client = (await this.clients.find(domain, clientId))?.client;
    return {
      name: client ? getClientName(client) : clientId,
      logo: client?.presentation?.logoUri ?? null,
      scopes: listUnique(scopes),
      apis: resources
        .flatMap((granted) => Object.entries(granted ?? {}))
        .flatMap(([audience, scope]) => describeApi(domain, audience, scope)),
      since: grantedAt,
      remove: `/account/applications/${encodeURIComponent(clientId)}/remove`,
    };
  }
}

function listUnique(scopes: readonly (string | null)[]): string[] {
  return [...new Set(scopes.flatMap((scope) => splitScope(scope ?? '')))];
}

function describeApi({ resources }: CachedDomain, audience: string, scope: string): ApplicationItem['apis'] {
  const api = resources.get(audience);
  const granted = new Set(splitScope(scope));
  const descriptions = api?.scopes.filter((each) => granted.has(each.scope)).map(({ description }) => description) ?? [];
  return api && descriptions.length > 0 ? [{ name: api.name, descriptions }] : [];
}
