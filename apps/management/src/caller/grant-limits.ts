import { Problem } from '@latchkey/problem';
import type { Caller } from './caller.js';
import { isWithinNetworks } from './network.js';
import { includesPermission, type GrantedPermission } from './permission.js';

/** What a caller has, and may give to an API key or an operator. */
export type Rights = Pick<Caller, 'name' | 'permissions' | 'domains' | 'networks'>;

/** What a caller gives to an API key or an operator. */
export interface Grant {
  permissions: readonly string[];
  /** Normalized names; null for all domains of the subscription. */
  domains: readonly string[] | null;
  /** CIDR blocks; null for all addresses. Absent for an operator, who signs in elsewhere. */
  networks?: readonly string[] | null;
}

interface Excess {
  pointer: string;
  /** Such as `the permission client:write`. */
  missing: string;
}

/** Nobody can give more than they have. @throws Problem permission-denied that lists everything that the caller lacks */
export function requireGrantable(caller: Rights, grant: Grant): void {
  const excess = listExcess(caller, grant);
  if (excess.length === 0) return;
  const missing = excess.map((each) => each.missing).join(', ');
  const errors = excess.map((each) => ({ pointer: each.pointer, detail: `${caller.name} lacks ${each.missing}` }));
  throw new Problem('permission-denied', `${caller.name} can give only what it has, and lacks ${missing}. Nothing was changed.`, {
    errors,
  });
}

/** Whether the domains of a key or an operator all lie among those of a caller, who otherwise does not see it. */
export function isWithinDomains({ domains }: Pick<Caller, 'domains'>, granted: readonly string[] | null): boolean {
  return domains === null || (granted?.every((name) => domains.includes(name)) ?? false);
}

function listExcess({ permissions, domains, networks }: Rights, grant: Grant): Excess[] {
  const [ownDomains, ownNetworks] = [domains, networks];
  return [
    // control: nobody grants a permission that they do not have
    ...listMissing('permission', grant.permissions, (name) => includesPermission(permissions, name as GrantedPermission)),
    // control: nobody grants access to a domain that they may not use
    ...(ownDomains === null ? [] : listMissing('domain', grant.domains, (name) => ownDomains.includes(name))),
    // control: nobody grants use from a network that they may not use
    ...(ownNetworks === null ? [] : listMissing('network', grant.networks ?? null, (block) => isWithinNetworks(block, ownNetworks))),
  ];
}

/** @param granted null for all */
function listMissing(kind: string, granted: readonly string[] | null, isOwn: (each: string) => boolean): Excess[] {
  if (granted === null) return [{ pointer: `/${kind}s`, missing: `every ${kind} (null)` }];
  return granted.flatMap((each, index) => (isOwn(each) ? [] : [{ pointer: `/${kind}s/${index}`, missing: `the ${kind} ${each}` }]));
}
