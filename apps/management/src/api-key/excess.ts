import type { ApiKeyConfiguration } from '@latchkey/persistence';
import type { Caller } from '../caller/caller.js';
import { includesPermission } from '../caller/permission.js';
import { isWithinNetworks } from './network.js';

/** What a caller may do, and where. */
export type Rights = Pick<Caller, 'permissions' | 'domains' | 'networks'>;

/** @returns what a key would have beyond the rights of the caller who grants it */
export function findExcess(caller: Rights, key: Pick<ApiKeyConfiguration, 'permissions' | 'domains' | 'networks'>): string[] {
  const { domains, networks } = caller;
  return [
    // control: a key gets no permission that its creator lacks
    ...key.permissions.filter((name) => !includesPermission(caller.permissions, name)).map((name) => `the permission ${name}`),
    // control: a key gets no domain that its creator lacks
    ...listExcess({ granted: key.domains, own: domains, kind: 'domain' }, (name) => domains!.includes(name)),
    // control: a key gets no network that its creator lacks
    ...listExcess({ granted: key.networks, own: networks, kind: 'network' }, (block) => isWithinNetworks(block, networks!)),
  ];
}

interface Grant {
  granted: readonly string[] | null;
  own: readonly string[] | null;
  kind: string;
}

/** @param isOwn only called if the caller is limited */
function listExcess({ granted, own, kind }: Grant, isOwn: (each: string) => boolean): string[] {
  if (own === null) return [];
  if (granted === null) return [`every ${kind} (null)`];
  return granted.filter((each) => !isOwn(each)).map((each) => `the ${kind} ${each}`);
}
