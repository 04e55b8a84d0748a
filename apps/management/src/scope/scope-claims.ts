import type { ScopeClaims } from '@latchkey/persistence';
import type { ScopeRequest, ScopeResponse } from './scope.dto.js';
import type { ListedScope } from './scope.service.js';

/** The claims of a scope in a request, under either of its names. */
export function toScopeClaims({ scope, claims, claimTypes }: ScopeRequest): ScopeClaims {
  return { scope, claims: claims ?? claimTypes ?? [] };
}

/** The claims of a scope as they are shown. */
export function toResponse({ scope, claims }: ListedScope): ScopeResponse {
  return { scope, claimTypes: [...claims] };
}
