import type { RoleWithPermissions } from '@latchkey/persistence';
import type { ListedRoleResponse, RoleRequest } from './role.dto.js';
import type { RoleConfiguration } from './role.service.js';

/** The configuration in a request. Absent and null are the same. */
export function readConfiguration({ description, permissions }: RoleRequest): RoleConfiguration {
  return {
    description: description ?? null,
    permissions: (permissions ?? []).map(({ resource, scopes }) => ({ resourceId: resource, scopes })),
  };
}

export function toListedResponse({ role, description, permissions }: RoleWithPermissions): ListedRoleResponse {
  return { role, description, permissions: permissions.map(({ resourceId, scopes }) => ({ resource: resourceId, scopes })) };
}
