import type { ManagementSettings } from '@latchkey/config';
import type { ServedName } from '@latchkey/persistence';
import { addressesOf } from '../domain-verification/alias-chain.js';
import { directoryOf } from '../domain-verification/name-check.service.js';
import { findPrivateZone } from '../domain-verification/private-zone.js';
import { QueryBudget } from '../domain-verification/query-budget.js';
import { failed, ok, skipped, summarize, type Finding } from './check-result.js';

/** RFC 6761 section 6.3: every program resolves these names to its own machine. */
const LOCAL_ZONE = /(^|\.)localhost$/;

/** A name and its addresses; empty if it does not resolve. */
export interface ResolvedName {
  name: string;
  addresses: string[];
}

/** Resolves names with DNS_RESOLVERS within some seconds. Skips names under `localhost` and in PRIVATE_ZONES. */
export async function resolveNames(settings: ManagementSettings, names: readonly ServedName[]): Promise<ResolvedName[]> {
  const budget = new QueryBudget(directoryOf(settings));
  const inDns = names.filter(({ name }) => !LOCAL_ZONE.test(name) && findPrivateZone(name, settings.PRIVATE_ZONES) === null);
  return Promise.all(inDns.map(async ({ name }) => ({ name, addresses: await addressesOf(budget, name) })));
}

/** @param privateZones whose names were not resolved */
export function checkHostNames(resolved: readonly ResolvedName[], privateZones: readonly string[] = []): Finding {
  const unchecked = privateZones.length === 0 ? '' : `; names in ${privateZones.join(', ')} are not looked up`;
  if (resolved.length === 0) return skipped(`no domain is served under a name in the DNS${unchecked}`);
  const missing = resolved.filter(({ addresses }) => addresses.length === 0).map(({ name }) => name);
  if (missing.length === 0) return ok(`${resolved.length} names resolve${unchecked}`);
  const hint = missing.length === resolved.length ? 'check DNS_RESOLVERS, and the records of the domains' : 'check their records';
  return failed(`${missing.length} of ${resolved.length} names do not resolve: ${summarize(missing)}: ${hint}`);
}
