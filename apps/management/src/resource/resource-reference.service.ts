import { Injectable } from '@nestjs/common';
import { ResourceRepository, type Resource } from '@latchkey/persistence';
import { createInvalidBodyProblem, Problem, type Violation } from '@latchkey/problem';

/** A resource and some of its scopes that a body names. */
export interface ResourceReference {
  resourceId: string;
  scopes: readonly string[];
  /** Where the body names the resource. */
  pointer: string;
  /** Where it lists the scopes. */
  scopesPointer: string;
}

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

  /**
   * Requires that resources and scopes exist. The caller has locked the domain, so that they still exist when it commits.
   *
   * @throws Problem invalid-request that names each missing resource and scope
   */
  async requireExisting(domainId: string, references: readonly ResourceReference[]): Promise<void> {
    const ids = [...new Set(references.map(({ resourceId }) => resourceId))];
    const resources = await this.resources.findAll(domainId, ids);
    const byId = new Map(resources.map((resource) => [resource.resourceId, resource]));
    const errors = references.flatMap((reference) => findMissing(reference, byId.get(reference.resourceId)));
    if (errors.length > 0) throw createInvalidBodyProblem(errors);
  }
}

/** The violations of a reference. @param resource to which it refers, if there is one */
export function findMissing(
  { resourceId, scopes, pointer, scopesPointer }: ResourceReference,
  resource: Pick<Resource, 'scopes'> | undefined,
): Violation[] {
  if (!resource) return [{ pointer, detail: `must be a resource of the domain, which has no ${resourceId}` }];
  const existing = new Set(resource.scopes.map(({ scope }) => scope));
  return scopes.flatMap((scope, index) =>
    existing.has(scope)
      ? []
      : [{ pointer: `${scopesPointer}/${index}`, detail: `must be a scope of the resource ${resourceId}, which has no ${scope}` }],
  );
}

export function createResourceNotFoundProblem(resourceId: string): Problem {
  return new Problem('resource-not-found', `The domain has no resource ${resourceId}.`);
}
