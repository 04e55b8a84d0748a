import type { RoleWithPermissions } from '@latchkey/persistence';
import type { ValidPart } from '../http/checked-body.js';
import type { ResourceReference } from '../resource/resource-reference.service.js';
import type { ListedRoleResponse, RoleRequest } from './role.dto.js';

export type RoleConfiguration = Omit<RoleWithPermissions, 'role'>;

/** The configuration in a request, sorted by resources. Absent and null are the same. */
export function readConfiguration({ description, permissions }: RoleRequest): RoleConfiguration {
  const sorted = (permissions ?? []).toSorted((a, b) => (a.resource < b.resource ? -1 : 1));
  return {
    description: description ?? null,
    permissions: sorted.map(({ resource, scopes }) => ({ resourceId: resource, scopes })),
  };
}

/** The resources and scopes that a request names. */
export function listReferences({ permissions }: ValidPart<RoleRequest>): ResourceReference[] {
  return (permissions ?? []).flatMap((permission, index) => {
    if (permission?.resource === undefined) return [];
    const [resourceId, at] = [permission.resource, `/permissions/${index}`];
    return [{ resourceId, scopes: permission.scopes ?? [], pointer: `${at}/resource`, scopesPointer: `${at}/scopes` }];
  });
}

export function toListedResponse({ role, description, permissions }: RoleWithPermissions): ListedRoleResponse {
  return { role, description, permissions: permissions.map(({ resourceId, scopes }) => ({ resource: resourceId, scopes })) };
}
