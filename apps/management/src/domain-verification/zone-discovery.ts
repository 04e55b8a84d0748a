import ipaddr from 'ipaddr.js';
import { getDomain } from 'tldts';
import type { Reply, ResourceRecord } from './dns-message.js';
import type { Endpoint } from './dns-transport.js';
import { isWithin, lineageOf, parentOf } from './domain-tree.js';
import { isUnusable, type QueryBudget } from './query-budget.js';

/** A server of a zone, with its name in the zone. */
export interface ZoneServer {
  name: string;
  /** Empty if the name has no address, or no permitted one. */
  endpoints: Endpoint[];
}

/** A zone of the DNS with its own servers. */
export interface Zone {
  name: string;
  servers: ZoneServer[];
  /** Whether resolvers can resolve names in it. */
  resolvable: boolean;
}

const MAX_SERVERS = 8;
const MAX_ADDRESSES = 2;
const MAX_REFERRALS = 8;

/**
 * Finds the zone of a name, existing or not, with its servers.
 *
 * @returns null if no resolver answers
 */
export async function findZone(inquiry: QueryBudget, name: string): Promise<Zone | null> {
  let resolvable = true;
  for (const candidate of lineageOf(name)) {
    const reply = await inquiry.resolve({ name: candidate, type: 'SOA', unchecked: true });
    if (!reply) return findSilentZone(inquiry, name);
    if (isUnusable(reply)) resolvable = false;
    const apex = apexIn(reply, candidate);
    if (apex === null) continue;
    // A resolver that answers authoritatively for the zone is one of its servers. Some resolvers claim authority for cached records.
    const self = reply.authoritative && !reply.recursive && { name: reply.resolver.address, endpoints: [reply.resolver] };
    const servers = self ? [self] : await serversOf(inquiry, apex);
    const zone = { name: apex, servers, resolvable };
    return resolvable ? zone : followReferrals(inquiry, zone, name);
  }
  return { name: '', servers: [], resolvable };
}

/**
 * Finds a zone for which resolvers do not answer in time, because they wait too long for its servers. They do answer for its parent.
 *
 * @returns null if they do not answer at all
 */
async function findSilentZone(inquiry: QueryBudget, name: string): Promise<Zone | null> {
  const registry = parentOf(getDomain(name, { allowPrivateDomains: true }) ?? name);
  const reply = await inquiry.resolveElsewhere({ name: registry, type: 'SOA', unchecked: true });
  const apex = reply && apexIn(reply, registry);
  if (!apex) return null;
  return followReferrals(inquiry, { name: apex, servers: await serversOf(inquiry, apex), resolvable: false }, name);
}

/** The zone of a name, from the SOA record in a response: RFC 2308 section 2. */
function apexIn(reply: Reply, name: string): string | null {
  // The zone would be that of the alias's target.
  if (reply.answers.some(({ type }) => type === 'CNAME')) return null;
  const soa = [...reply.answers, ...reply.authorities].find((record) => record.type === 'SOA' && isWithin(name, record.name));
  return soa && soa.name !== '' && soa.name !== '.' ? soa.name : null;
}

async function serversOf(inquiry: QueryBudget, zone: string): Promise<ZoneServer[]> {
  const reply = await inquiry.resolve({ name: zone, type: 'NS', unchecked: true });
  return reply ? namedServers(inquiry, namesIn(reply.answers, zone), []) : [];
}

function namesIn(records: readonly ResourceRecord[], zone: string): string[] {
  const names = records.filter(({ type, name }) => type === 'NS' && name === zone).map(({ value }) => value);
  return [...new Set(names)].toSorted().slice(0, MAX_SERVERS);
}

/** @param glue addresses that came with the names */
function namedServers(inquiry: QueryBudget, names: readonly string[], glue: readonly ResourceRecord[]): Promise<ZoneServer[]> {
  return Promise.all(
    names.map(async (name) => {
      const given = glue.filter((record) => record.name === name && isAddress(record)).map(({ value }) => value);
      const addresses = given.length > 0 ? given : await addressesOf(inquiry, name);
      const askable = addresses.filter((address) => isQueryable(address, inquiry)).slice(0, MAX_ADDRESSES);
      return { name, endpoints: askable.map((address) => ({ address, port: inquiry.directory.authoritativePort })) };
    }),
  );
}

/** The addresses of a host: only the IPv4 addresses if it has any, because not every machine has IPv6. */
async function addressesOf(inquiry: QueryBudget, name: string): Promise<string[]> {
  for (const type of ['A', 'AAAA'] as const) {
    const reply = await inquiry.resolve({ name, type, unchecked: true });
    const addresses = reply?.answers.filter((record) => record.type === type).map(({ value }) => value) ?? [];
    if (addresses.length > 0) return addresses;
  }
  return [];
}

function isAddress({ type }: ResourceRecord): boolean {
  return type === 'A' || type === 'AAAA';
}

/** The owner of a zone chooses its servers, which must not be machines in the local network. */
function isQueryable(address: string, { directory }: QueryBudget): boolean {
  return directory.authoritativePort !== 53 || ipaddr.process(address).range() === 'unicast';
}

/** Follows delegations from a resolvable zone down to one that is not: RFC 1034 section 4.3.2. */
async function followReferrals(inquiry: QueryBudget, above: Zone, name: string): Promise<Zone> {
  let zone = above;
  for (let step = 0; step < MAX_REFERRALS; step += 1) {
    const referral = await referralOf(inquiry, zone, name);
    if (!referral) break;
    zone = referral;
  }
  return zone;
}

async function referralOf(inquiry: QueryBudget, zone: Zone, name: string): Promise<Zone | null> {
  for (const endpoint of zone.servers.flatMap(({ endpoints }) => endpoints)) {
    const reply = await inquiry.query(endpoint, { name, type: 'SOA' });
    if (!reply || isUnusable(reply)) continue;
    const below = reply.authorities.find(
      (record) => record.type === 'NS' && isWithin(name, record.name) && isWithin(record.name, zone.name) && record.name !== zone.name,
    );
    if (!below) return null;
    const servers = await namedServers(inquiry, namesIn(reply.authorities, below.name), reply.additionals);
    return { name: below.name, servers, resolvable: false };
  }
  return null;
}
