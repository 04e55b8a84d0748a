import { Inject, Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import type { ClientPresentation } from '@latchkey/persistence';
import type { Violation } from '@latchkey/problem';
import type { ClientPart } from '../../client/client-part.js';
import { ClientSetService } from '../../client/client-set.service.js';
import type { ValidPart } from '../../http/checked-body.js';
import { findDocumentSizeViolations } from '../../http/document-size.js';
import { joinPointer } from '../../http/json-pointer.js';
import { findMissing } from '../../resource/resource-reference.service.js';
import { findMissingRoles } from '../../role/role-reference.service.js';
import { CLIENT_PART_INSTANCES } from '../client-parts.js';
import { compareMembers, type SectionChange, type Targets } from '../section.js';
import { getConfiguration, getPart, type ClientDocument, type Clients } from './client-document.js';

/** Finds what clients of a document violate in the domain as it is stored, and in the rest of the document. */
@Injectable()
export class ClientViolationService {
  constructor(
    @Inject(CLIENT_PART_INSTANCES) private readonly parts: readonly ClientPart[],
    private readonly clients: ClientSetService,
  ) {}

  /** @returns the errors, with pointers that begin with the id of a client */
  async find({ domain, before, after }: SectionChange<Clients>): Promise<Violation[]> {
    const { changed } = compareMembers(before, after, isDeepStrictEqual);
    const created = changed.filter((change) => change.before === null).map(({ name }) => name);
    const subs = await this.clients.listSubsOfUsers(domain, created);
    const registered = await this.clients.listRegistered(domain, created);
    const owners = await this.clients.findOwnerViolations(
      domain,
      changed.map(({ name, after: { presentation } }) => ({
        name,
        owner: (presentation as ClientPresentation | undefined)?.owner ?? null,
      })),
    );
    const detail = 'is the id of a client that registered itself: choose another id, or delete that client first';
    return [
      ...changed.flatMap((change) => place(change.name, this.findChangeViolations(change, subs))),
      ...owners.flatMap((owner) => place(owner.name, [{ pointer: '/presentation/owner', detail: owner.detail }])),
      ...created.filter((name) => registered.has(name)).flatMap((name) => place(name, [{ pointer: '', detail }])),
    ];
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

  /** The references to resources, scopes and roles that do not exist. @param clients the valid part of the section of a request */
  findReferences(clients: ValidPart<Clients>, { resources, roles }: Targets): Violation[] {
    const find = (part: ClientPart, document: unknown): Violation[] => {
      if (document === null || document === undefined || !part.listReferences) return [];
      const references = part.listReferences(document);
      // control: a client of a document gets nothing that does not exist
      const missing = findMissing(references.resources ?? [], resources);
      return place(part.name, [...missing, ...findMissingRoles(references.roles ?? [], roles)]);
    };
    return Object.entries(clients).flatMap(([id, client]) =>
      place(
        id,
        this.parts.flatMap((part) => find(part, client?.[part.name])),
      ),
    );
  }
}

function place(name: string, violations: readonly Violation[]): Violation[] {
  return violations.map(({ pointer, detail }) => ({ pointer: joinPointer('', name) + pointer, detail }));
}
