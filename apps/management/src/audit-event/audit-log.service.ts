import { Injectable } from '@nestjs/common';
import type { AttributeChanges, AuditEvent } from '@latchkey/events';
import { getCurrentTraceId } from '@latchkey/observability';
import { AuditLogRepository, type DomainSelection, type ImportedUser, type NewAuditLogEntry } from '@latchkey/persistence';
import type { ChangedDomain } from '@latchkey/user';
import { getCurrentActor } from './actor.js';

@Injectable()
export class AuditLogService {
  constructor(private readonly entries: AuditLogRepository) {}

  /**
   * Logs an event of a domain by the current actor. Called in the transaction of a change, it commits or rolls back with it.
   *
   * @param changes of attributes of its user, whose values security events may need
   */
  async record(domainId: string, event: AuditEvent, changes?: AttributeChanges): Promise<void> {
    await this.entries.create({ ...event, domainId, ...getCircumstances() }, changes);
  }

  /** A domain whose changes of users are logged as those of the current actor. */
  of({ id }: { id: string }): ChangedDomain {
    return { id, record: (event, changes) => this.record(id, event, changes) };
  }

  /** Logs an event of a subscription in the log of each of its domains that it concerns, however many there are. */
  async recordInDomains(domains: DomainSelection, event: AuditEvent): Promise<void> {
    await this.entries.createInDomains(domains, { ...event, ...getCircumstances() });
  }

  /** Logs that users were created, each with an event, in few statements. Called in the transaction that creates them. */
  async recordCreatedUsers(domainId: string, users: readonly ImportedUser[]): Promise<void> {
    const entries = users.map(({ sub, attributes, identity }) => ({
      sub,
      data: { changed: Object.keys(attributes).toSorted(), identityProvider: identity?.provider ?? null },
    }));
    await this.entries.createForNewUsers({ domainId, type: 'user.created', ...getCircumstances(), users: entries });
  }

  /** Logs many events without personal data, in this order, in few statements. */
  async recordAll(domainId: string, events: readonly AuditEvent[]): Promise<void> {
    const { type, id, name, requestId } = getCurrentActor();
    const circumstances = { domainId, actor: { type, id, name }, requestId, traceId: getCurrentTraceId() };
    await this.entries.createAll(events.map((event) => ({ ...event, ...circumstances })));
  }
}

function getCircumstances(): Pick<NewAuditLogEntry, 'actor' | 'requestId' | 'traceId'> {
  const { type, id, name, requestId } = getCurrentActor();
  return { actor: { type, id, name }, requestId, traceId: getCurrentTraceId() };
}
