import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import type { AuditEvent } from '@latchkey/events';
import { ClientResourceRepository, ClientSetRepository, type Domain } from '@latchkey/persistence';
import { createInvalidBodyProblem } from '@latchkey/problem';
import type { ValidPart } from '../../http/checked-body.js';
import { findIdentifierViolation } from '../../http/identifier.pipe.js';
import { parseBody } from '../../http/parse-body.js';
import { joinPointer } from '../../http/json-pointer.js';
import { ViolationCollector } from '../../http/violation-collector.js';
import { MAX_RESOURCES } from '../../resource/resource.service.js';
import type { ClientPart, PartChange, PartReferences } from '../client-part.js';
import { ClientResourceRequest } from './client-resource.dto.js';

/** What clients may ask for, by the ids of the resources. */
type Grants = Record<string, { scopes: string[] }>;

/** What clients may ask for at resources in the configuration document. */
@Injectable()
export class ClientResourcePart implements ClientPart<Grants> {
  readonly name = 'resources';

  constructor(
    private readonly clients: ClientSetRepository,
    private readonly resources: ClientResourceRepository,
  ) {}

  async parse(value: unknown): Promise<Grants | null> {
    const collector = new ViolationCollector();
    const grants = await collector.parseMembers(
      value,
      { pointer: '', max: MAX_RESOURCES, findNameViolation: findIdentifierViolation },
      async (grant) => ({ scopes: (await parseBody(ClientResourceRequest, grant)).scopes }),
    );
    if (collector.violations.length > 0) throw createInvalidBodyProblem(collector.violations);
    return Object.keys(grants).length === 0 ? null : grants;
  }

  async list({ id }: Domain): Promise<ReadonlyMap<string, Grants>> {
    const entries = new Map<string, [string, { scopes: string[] }][]>();
    for (const { clientId, resourceId, scopes } of await this.resources.listAll(id)) {
      const grants = entries.get(clientId) ?? [];
      entries.set(clientId, [...grants, [resourceId, { scopes }]]);
    }
    return new Map([...entries].map(([clientId, grants]) => [clientId, Object.fromEntries(grants)]));
  }

  listReferences(grants: ValidPart<Grants>): PartReferences {
    return {
      resources: Object.entries(grants).flatMap(([resourceId, grant]) => {
        const pointer = joinPointer('', resourceId);
        return grant === undefined ? [] : [{ resourceId, scopes: grant.scopes ?? [], pointer, scopesPointer: `${pointer}/scopes` }];
      }),
    };
  }

  async store({ id }: Domain, changes: readonly PartChange<Grants>[]): Promise<AuditEvent[]> {
    const clientIds = changes.map(({ clientId }) => clientId);
    const grants = changes.flatMap(({ clientId, after }) =>
      Object.entries(after ?? {}).map(([resourceId, { scopes }]) => ({ clientId, resourceId, scopes })),
    );
    await this.resources.replaceAll(id, clientIds, grants);
    await this.clients.raiseRevisions(id, clientIds);
    return changes.flatMap(listEvents);
  }
}

function listEvents({ clientId: client, before, after }: PartChange<Grants>): AuditEvent[] {
  const [old, now] = [Object.entries(before ?? {}), new Map(Object.entries(after ?? {}))];
  const kept = new Map(old);
  const removed = old.filter(([resource]) => !now.has(resource));
  const changed = [...now].filter(([resource, grant]) => !isDeepStrictEqual(kept.get(resource), grant));
  return [
    ...removed.map(([resource]): AuditEvent => ({ type: 'client.resource.deleted', client, data: { resource } })),
    ...changed.map(([resource, { scopes }]): AuditEvent => ({ type: 'client.resource.updated', client, data: { resource, scopes } })),
  ];
}
