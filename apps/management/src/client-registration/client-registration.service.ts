import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import {
  ClientRegistrationRepository,
  DEFAULT_CLIENT_REGISTRATION,
  type ClientRegistrationSettings,
  type Domain,
  type Precondition,
} from '@latchkey/persistence';
import { AuditLogService } from '../audit-event/audit-log.service.js';
import { DomainChangeService } from '../current-domain/domain-change.service.js';
import { requireValid, type CheckedBody } from '../http/checked-body.js';
import { ResourceReferenceService } from '../resource/resource-reference.service.js';
import type { ClientRegistrationRequest } from './client-registration.dto.js';
import { listReferences, toSettings } from './client-registration-rules.js';

const PARTS = ['metadataDocuments', 'dynamicRegistration'] as const;

/** How clients come to a domain without an operator. The auth server applies a change from the next request. */
@Injectable()
export class ClientRegistrationService {
  constructor(
    private readonly changes: DomainChangeService,
    private readonly registrations: ClientRegistrationRepository,
    private readonly resources: ResourceReferenceService,
    private readonly log: AuditLogService,
  ) {}

  get({ id }: Domain): Promise<ClientRegistrationSettings> {
    return this.registrations.find(id);
  }

  /**
   * Replaces all settings.
   *
   * @throws Problem precondition-failed, invalid-request if a resource is missing
   */
  replace(
    domain: Domain,
    body: CheckedBody<ClientRegistrationRequest>,
    precondition: Precondition<ClientRegistrationSettings>,
  ): Promise<void> {
    return this.changes.changeAlone(domain, async () => {
      const before = await this.get(domain);
      await precondition(before, isDeepStrictEqual(before, DEFAULT_CLIENT_REGISTRATION));
      // control: registered clients reach no resource that does not exist
      const missing = await this.resources.findMissing(domain.id, listReferences(body.valid ?? {}));
      await this.store(domain, { before, after: toSettings(requireValid(body, missing)) });
    });
  }

  /** Stores settings without violations within the caller's transaction, which has locked the domain. */
  async store(domain: Domain, { before, after }: { before: ClientRegistrationSettings; after: ClientRegistrationSettings }): Promise<void> {
    const changed = listChangedProperties(before, after);
    if (changed.length === 0) return;
    await this.registrations.put(domain.id, after);
    await this.changes.raiseRevision(domain);
    await this.log.record(domain.id, { type: 'client_registration.updated', data: { changed } });
  }
}

/** The names of the changed properties, such as `metadataDocuments.hosts`. */
function listChangedProperties(before: ClientRegistrationSettings, after: ClientRegistrationSettings): string[] {
  return PARTS.flatMap((part) =>
    Object.entries(after[part])
      .filter(([name, value]) => !isDeepStrictEqual(value, (before[part] as unknown as Record<string, unknown>)[name]))
      .map(([name]) => `${part}.${name}`),
  );
}
