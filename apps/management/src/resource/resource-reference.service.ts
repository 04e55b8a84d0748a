import { Injectable } from '@nestjs/common';
import { ResourceRepository, type Resource } from '@latchkey/persistence';
import { Problem, type Violation } from '@latchkey/problem';
import type { ValidPart } from '../http/checked-body.js';

/** A resource and some of its scopes that a body names. */
export interface ResourceReference {
  resourceId: string;
  scopes: ValidPart<string[]>;
  /** Where the body names the resource. */
  pointer: string;
  /** Where it lists the scopes. */
  scopesPointer: string;
}

/** The scopes of resources by their ids. Null if they are unknown, because the request that changes them has errors there. */
export type ExistingScopes = ReadonlyMap<string, ReadonlySet<string> | null>;

/** Finds the resources to which other documents refer. */
@Injectable()
export class ResourceReferenceService {
  constructor(private readonly resources: ResourceRepository) {}

  /** @throws Problem resource-not-found */
  async get(domainId: string, resourceId: string): Promise<Resource> {
    const resource = await this.resources.find({ domainId, resourceId });
    if (!resource) throw createResourceNotFoundProblem(resourceId);
    return resource;
  }

  /** The violations of missing resources and scopes. The caller has locked the domain, so that the others still exist when it commits. */
  async findMissing(domainId: string, references: readonly ResourceReference[]): Promise<Violation[]> {
    const ids = [...new Set(references.map(({ resourceId }) => resourceId))];
    const resources = await this.resources.findAll(domainId, ids);
    const entries = resources.map(({ resourceId, scopes }) => [resourceId, new Set(scopes.map(({ scope }) => scope))] as const);
    return findMissing(references, new Map(entries));
  }
}

/** The violations of references to resources and scopes that are not among the existing ones. @param existing undefined if unknown */
export function findMissing(references: readonly ResourceReference[], existing: ExistingScopes | undefined): Violation[] {
  if (!existing) return [];
  return references.flatMap(({ resourceId, scopes, pointer, scopesPointer }) => {
    const known = existing.get(resourceId);
    if (known === undefined) return [{ pointer, detail: `must be a resource of the domain, which has no ${resourceId}` }];
    return scopes.flatMap((scope, index) =>
      scope === undefined || known === null || known.has(scope)
        ? []
        : [{ pointer: `${scopesPointer}/${index}`, detail: `must be a scope of the resource ${resourceId}, which has no ${scope}` }],
    );
  });
}

export function createResourceNotFoundProblem(resourceId: string): Problem {
  return new Problem('resource-not-found', `The domain has no resource ${resourceId}.`);
}
