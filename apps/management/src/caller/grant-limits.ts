import type { Violation } from '@latchkey/problem';
import type { Caller } from './caller.js';
import { includesPermission, type GrantedPermission } from './permission.js';

/** What a caller gives to a key or an operator. */
export interface Grant {
  permissions: readonly GrantedPermission[];
  /** Normalized names; null for all domains of the subscription. */
  domains: readonly string[] | null;
}

/** Everything in a grant that its giver does not have, with pointers into the body. Nobody can give more than they have. */
export function findGrantViolations({ permissions, domains }: Pick<Caller, 'permissions' | 'domains'>, grant: Grant): Violation[] {
  const excess = grant.permissions.flatMap((wanted, index) => {
    // control: nobody grants a permission that they do not have
    if (includesPermission(permissions, wanted)) return [];
    return [{ pointer: `/permissions/${index}`, detail: `must be a permission that you have. Received: ${wanted}` }];
  });
  return [...excess, ...findDomainViolations(domains, grant.domains)];
}

/** Whether the domains of a key or an operator all lie among those of a caller, who otherwise does not see it. */
export function isWithinDomains({ domains }: Pick<Caller, 'domains'>, granted: readonly string[] | null): boolean {
  return findDomainViolations(domains, granted).length === 0;
}

function findDomainViolations(own: readonly string[] | null, granted: readonly string[] | null): Violation[] {
  // control: nobody grants access to a domain that they may not use
  if (own === null) return [];
  if (granted === null)
    return [{ pointer: '/domains', detail: 'must name domains, because you may not use all domains of the subscription' }];
  return granted.flatMap((name, index) =>
    own.includes(name) ? [] : [{ pointer: `/domains/${index}`, detail: `must be a domain that you may use. Received: ${name}` }],
  );
}
