import type { DnsSnapshot, ServerView, Subject } from './dns-snapshot.js';

/** Why a name does not point to its target. */
export type TargetError =
  | 'no-such-name'
  | 'no-cname'
  | 'no-address'
  | 'cname-elsewhere'
  | 'cname-loop'
  | 'cname-doubled'
  | 'apex-cname'
  | 'cname-beside-others'
  | 'a-instead-of-cname'
  | 'address-elsewhere'
  | 'aaaa-elsewhere';

/** Whether a name points here according to one server of its zone. Not every problem keeps visitors away. */
export interface TargetCheck {
  leadsHere: boolean;
  error: TargetError | null;
}

type ExpectedTarget = Pick<DnsSnapshot, 'zone' | 'aliases' | 'targetAddresses'>;

/** Checks whether a name points to the targets, or at least to their addresses. */
export function checkTarget(view: ServerView, { name, targets }: Subject, world: ExpectedTarget): TargetCheck {
  if (targets.length === 0) return { leadsHere: true, error: null };
  if (view.alias !== null) return checkAliasTarget(view, { name, targets }, world);
  const byAlias = targets[0]!.type === 'CNAME' && name !== world.zone;
  if (!view.exists) return away('no-such-name');
  if (view.addresses.length === 0) return away(byAlias ? 'no-cname' : 'no-address');
  const elsewhere = view.addresses.filter((address) => !world.targetAddresses.includes(address));
  if (elsewhere.length === 0) return { leadsHere: true, error: byAlias ? 'a-instead-of-cname' : null };
  if (elsewhere.length < view.addresses.length && elsewhere.every((address) => address.includes(':'))) return away('aaaa-elsewhere');
  return away(byAlias ? 'a-instead-of-cname' : 'address-elsewhere');
}

function checkAliasTarget(view: ServerView, { name, targets }: Pick<Subject, 'name' | 'targets'>, world: ExpectedTarget): TargetCheck {
  if (name === world.zone) return away('apex-cname');
  if (view.types.length > 0) return away('cname-beside-others');
  const end = world.aliases[view.alias!];
  if (!end) return away('cname-elsewhere');
  const hosts = targets.filter(({ type }) => type === 'CNAME').map(({ value }) => value);
  if (hosts.some((host) => end.names.includes(host))) return { leadsHere: true, error: null };
  if (end.endless) return away('cname-loop');
  if (hosts.some((host) => view.alias === `${host}.${world.zone}`)) return away('cname-doubled');
  const elsewhere = end.addresses.filter((address) => !world.targetAddresses.includes(address));
  if (end.addresses.length === 0 || elsewhere.length === end.addresses.length) return away('cname-elsewhere');
  if (elsewhere.length === 0) return { leadsHere: true, error: null };
  return away(elsewhere.every((address) => address.includes(':')) ? 'aaaa-elsewhere' : 'cname-elsewhere');
}

function away(error: TargetError): TargetCheck {
  return { leadsHere: false, error };
}
