import type { ResourceConfiguration } from '@latchkey/persistence';
import type { ResourceRequest } from './resource.dto.js';

/** The configuration in a request. Absent and null are the same. */
export function readConfiguration(request: ResourceRequest): ResourceConfiguration {
  return {
    audience: request.audience,
    name: request.name,
    scopes: (request.scopes ?? []).map(({ scope, description }) => ({ scope, description: description ?? scope })),
    accessTokenExpiry: request.accessTokenExpiry ?? null,
    tokenFormat: request.tokenFormat ?? 'Jwt',
    signingAlgorithm: request.signingAlgorithm ?? null,
    enforceRoles: request.enforceRoles ?? false,
  };
}
