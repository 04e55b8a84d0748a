import { Injectable } from '@nestjs/common';
import {
  BackchannelLogoutRepository,
  ClientRepository,
  Database,
  DomainRepository,
  type BackchannelLogout,
  type Domain,
  type Precondition,
} from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';
import { createClientNotFoundProblem } from '../client/client-change.service.js';
import { createDomainNotFoundProblem } from '../current-domain/domain-not-found.js';
import { AuditLogService } from '../audit-event/audit-log.service.js';

export type BackchannelLogoutSettings = Pick<BackchannelLogout, 'uri' | 'sessionRequired'>;

interface BackchannelLogoutKey {
  domain: Domain;
  clientId: string;
}

const PROPERTIES = ['uri', 'sessionRequired'] as const;

@Injectable()
export class BackchannelLogoutService {
  constructor(
    private readonly database: Database,
    private readonly domains: DomainRepository,
    private readonly clients: ClientRepository,
    private readonly logouts: BackchannelLogoutRepository,
    private readonly log: AuditLogService,
  ) {}

  /** @throws Problem client-not-found, backchannel-logout-not-found */
  async get(domain: Domain, clientId: string): Promise<BackchannelLogout> {
    const logout = await this.logouts.find(domain.id, clientId);
    if (logout) return logout;
    throw (await this.clients.find(domain.id, clientId)) ? createNotConfiguredProblem(clientId) : createClientNotFoundProblem(clientId);
  }

  /**
   * Sets the logout URI; the auth server uses it from the next request on.
   * @throws Problem client-not-found, precondition-failed
   */
  replace(key: BackchannelLogoutKey, settings: BackchannelLogoutSettings, precondition: Precondition<BackchannelLogout>): Promise<void> {
    const { domain, clientId } = key;
    return this.change(key, async () => {
      const before = await this.logouts.find(domain.id, clientId);
      await precondition(before);
      const changed = listChangedProperties(before, settings);
      if (changed.length === 0) return;
      await this.logouts.put({ domainId: domain.id, clientId, ...settings });
      await this.clients.raiseRevision(domain.id, clientId);
      await this.log.record(domain.id, { type: 'client.backchannel_logout.updated', client: clientId, data: { changed } });
    });
  }

  /**
   * Removes the logout URI, and the notices not yet sent.
   * @throws Problem client-not-found, backchannel-logout-not-found, precondition-failed
   */
  delete(key: BackchannelLogoutKey, precondition: Precondition<BackchannelLogout>): Promise<void> {
    const { domain, clientId } = key;
    return this.change(key, async () => {
      await precondition(await this.get(domain, clientId));
      await this.logouts.delete(domain.id, clientId);
      await this.clients.raiseRevision(domain.id, clientId);
      await this.log.record(domain.id, { type: 'client.backchannel_logout.deleted', client: clientId });
    });
  }

  private change({ domain, clientId }: BackchannelLogoutKey, work: () => Promise<void>): Promise<void> {
    return this.database.transaction(async () => {
      if (!(await this.domains.lockExistingShared(domain.id))) throw createDomainNotFoundProblem();
      if (!(await this.clients.lock(domain.id, clientId))) throw createClientNotFoundProblem(clientId);
      await work();
    });
  }
}

export function listChangedProperties(before: BackchannelLogoutSettings | null, settings: BackchannelLogoutSettings): string[] {
  return PROPERTIES.filter((property) => before?.[property] !== settings[property]);
}

function createNotConfiguredProblem(clientId: string): Problem {
  return new Problem('backchannel-logout-not-found', `${clientId} is not notified when sessions end. PUT a logout URI to change this.`);
}
