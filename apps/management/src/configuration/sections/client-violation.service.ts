import { Inject, Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import type { Violation } from '@latchkey/problem';
import type { ClientPart } from '../../client/client-part.js';
import { ClientSetService } from '../../client/client-set.service.js';
import { findDocumentSizeViolations } from '../../http/document-size.js';
import { joinPointer } from '../../http/json-pointer.js';
import { findMissing } from '../../resource/resource-reference.service.js';
import { CLIENT_PART_INSTANCES } from '../client-parts.js';
import { compareMembers, type Configuration, type Members, type SectionChange } from '../section.js';
import { getConfiguration, getPart, type ClientDocument, type Clients } from './client-document.js';

/** Finds what clients of a document violate in the domain as it is stored, and in the rest of the document. */
@Injectable()
export class ClientViolationService {
  constructor(
    @Inject(CLIENT_PART_INSTANCES) private readonly parts: readonly ClientPart[],
    private readonly clients: ClientSetService,
  ) {}

  /** @returns the errors, with pointers that begin with the id of a client */
  async find({ domain, before, after, configuration }: SectionChange<Clients>): Promise<Violation[]> {
    const { changed } = compareMembers(before, after, isDeepStrictEqual);
    const created = changed.filter((change) => change.before === null).map(({ name }) => name);
    const subs = await this.clients.listSubsOfUsers(domain, created);
    const own = changed.flatMap((change) => place(change.name, this.findChangeViolations(change, subs)));
    const findLost = this.createReferenceRule(configuration);
    return [...own, ...Object.entries(after).flatMap(([id, client]) => place(id, findLost(client)))];
  }

  private findChangeViolations(
    { name, before, after }: { name: string; before: ClientDocument | null; after: ClientDocument },
    subs: ReadonlySet<string>,
  ): Violation[] {
    const violations = findDocumentSizeViolations(getConfiguration(after), before && getConfiguration(before));
    if (before && before['clientType'] !== after['clientType'])
      violations.push({
        pointer: '/clientType',
        detail: `must stay ${before['clientType'] as string}: a client of another type needs another id`,
      });
    if (!before && subs.has(name)) violations.push({ pointer: '', detail: 'is the sub of a user of the domain: choose another id' });
    const sizes = this.parts.flatMap((part) => {
      const [old, now] = [getPart(before, part), getPart(after, part)];
      return now === null || !part.findSizeViolations ? [] : place(part.name, part.findSizeViolations(now, old));
    });
    return [...violations, ...sizes];
  }

  /** Requires that the resources, scopes and roles exist that clients refer to. */
  private createReferenceRule({ resources, roles }: Configuration): (client: ClientDocument) => Violation[] {
    const existing = new Map(Object.entries(resources as Members<{ scopes: [] }>));
    const names = new Set(Object.keys(roles as object));
    const findRoles = (list: readonly string[]): Violation[] =>
      list.flatMap((role, index) =>
        names.has(role) ? [] : [{ pointer: `/${index}`, detail: `must be a role of the domain, which has no ${role}` }],
      );
    return (client) =>
      this.parts.flatMap((part) => {
        const document = getPart(client, part);
        if (document === null || !part.listReferences) return [];
        const references = part.listReferences(document);
        // control: a client of a document gets nothing that does not exist
        const lost = (references.resources ?? []).flatMap((reference) => findMissing(reference, existing.get(reference.resourceId)));
        return place(part.name, [...lost, ...findRoles(references.roles ?? [])]);
      });
  }
}

function place(name: string, violations: readonly Violation[]): Violation[] {
  return violations.map(({ pointer, detail }) => ({ pointer: joinPointer('', name) + pointer, detail }));
}
