import { Inject, Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import type { SigningAlgorithm } from '@latchkey/crypto';
import { findClientIdViolation, type ClientType } from '@latchkey/oauth';
import type { Client, Domain } from '@latchkey/persistence';
import { createInvalidBodyProblem, type Violation } from '@latchkey/problem';
import { AuditLogService } from '../../audit-event/audit-log.service.js';
import { toConfiguration } from '../../client/client-configuration.js';
import type { ClientPart } from '../../client/client-part.js';
import { ClientSetService } from '../../client/client-set.service.js';
import { UpdateClientRequest } from '../../client/client.dto.js';
import type { ValidPart } from '../../http/checked-body.js';
import { isObject } from '../../http/merge-patch.js';
import { omitNulls, parseBody } from '../../http/parse-body.js';
import { ViolationCollector } from '../../http/violation-collector.js';
import { CLIENT_PART_INSTANCES } from '../client-parts.js';
import { compareMembers, sortMembers, type Section, type SectionChange, type Targets } from '../section.js';
import {
  findRepeatedWorkloads,
  getConfiguration,
  getPart,
  listAlgorithms,
  needsSecret,
  type ClientDocument,
  type Clients,
} from './client-document.js';
import { ClientViolationService } from './client-violation.service.js';

/** The number of clients of one document, which limits its time. */
export const MAX_CLIENTS = 20_000;

/** The OAuth clients of a domain with all their parts. */
@Injectable()
export class ClientSection implements Section<Clients> {
  readonly name = 'clients';
  readonly permission = 'client';

  constructor(
    @Inject(CLIENT_PART_INSTANCES) private readonly parts: readonly ClientPart[],
    private readonly clients: ClientSetService,
    private readonly violations: ClientViolationService,
    private readonly log: AuditLogService,
  ) {}

  async read(domain: Domain): Promise<Clients> {
    return this.describe(domain, await this.clients.list(domain));
  }

  async readAll(domain: Domain): Promise<Clients> {
    return this.describe(domain, await this.clients.listAll(domain));
  }

  private async describe(domain: Domain, clients: readonly Client[]): Promise<Clients> {
    const documents = new Map<string, [string, unknown][]>();
    for (const client of clients) {
      const configuration = omitNulls(toConfiguration(client as UpdateClientRequest));
      documents.set(client.clientId, Object.entries(configuration));
    }
    for (const part of this.parts) {
      for (const [clientId, document] of await part.list(domain, clients)) documents.get(clientId)?.push([part.name, document]);
    }
    return sortMembers([...documents].map(([clientId, members]) => [clientId, Object.fromEntries(members)] as const));
  }

  async parse(_domain: Domain, value: unknown, collector: ViolationCollector): Promise<Clients> {
    const rule = { pointer: '', max: MAX_CLIENTS, findNameViolation: findClientIdViolation };
    const clients = await collector.parseMembers(value, rule, (client) => this.parseClient(client));
    collector.add('', findRepeatedWorkloads(clients));
    return clients;
  }

  findViolations(change: SectionChange<Clients>): Promise<Violation[]> {
    return this.violations.find(change);
  }

  findReferenceViolations(sent: ValidPart<Clients>, targets: Targets): Violation[] {
    return this.violations.findReferences(sent, targets);
  }

  listAlgorithms({ after }: SectionChange<Clients>): SigningAlgorithm[] {
    return Object.values(after).flatMap(listAlgorithms);
  }

  async apply({ domain, before, after }: SectionChange<Clients>): Promise<ReadonlyMap<string, string>> {
    const { removed, changed } = compareMembers(before, after, isDeepStrictEqual);
    const secrets = await this.clients.replaceSome(domain, {
      removed,
      created: changed
        .filter(({ before: stored }) => stored === null)
        .map(({ name, after: client }) => ({ clientId: name, configuration: getConfiguration(client), withSecret: needsSecret(client) })),
      replaced: changed.flatMap(({ name, before: old, after: client }) => {
        if (old === null) return [];
        const [stored, configuration] = [getConfiguration(old), getConfiguration(client)];
        return isDeepStrictEqual(stored, configuration) ? [] : [{ clientId: name, stored, configuration }];
      }),
    });
    for (const part of this.parts) {
      const changes = changed
        .map(({ name, before: old, after: client }) => ({ clientId: name, before: getPart(old, part), after: getPart(client, part) }))
        .filter((change) => !isDeepStrictEqual(change.before, change.after));
      if (changes.length > 0) await this.log.recordAll(domain.id, await part.store(domain, changes));
    }
    return secrets;
  }

  private async parseClient(value: unknown): Promise<ClientDocument> {
    if (!isObject(value)) throw createInvalidBodyProblem([{ pointer: '', detail: 'must be an object' }]);
    const collector = new ViolationCollector();
    const names = new Set(this.parts.map(({ name }) => name));
    const own = Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name)));
    const configuration = await collector.attempt('', () => parseBody(UpdateClientRequest, own));
    const clientType: ClientType = own['clientType'] === 'Public' ? 'Public' : 'Confidential';
    const members: [string, unknown][] = configuration ? Object.entries(omitNulls(toConfiguration(configuration))) : [];
    for (const part of this.parts.filter(({ name }) => (value[name] ?? null) !== null)) {
      const document = await collector.attempt(`/${part.name}`, () => part.parse(value[part.name], clientType));
      if (document !== undefined && document !== null) members.push([part.name, document]);
    }
    if (collector.violations.length > 0) throw createInvalidBodyProblem(collector.violations);
    return Object.fromEntries(members);
  }
}
