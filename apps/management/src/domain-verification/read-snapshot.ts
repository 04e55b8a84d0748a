import { generateDnsLabel } from '@latchkey/crypto';
import { getDomain } from 'tldts';
import { addressesOf, followAlias } from './alias-chain.js';
import { findCaaObstacle } from './caa.js';
import type { Question, Reply } from './dns-message.js';
import { isWithin, parentOf } from './domain-tree.js';
import { isUnusable, type QueryBudget } from './query-budget.js';
import type { AliasEnd, DnsSnapshot, ServerView, Subject } from './dns-snapshot.js';
import { getChallengeName } from './dns-challenge.js';
import { findZone, type Zone, type ZoneServer } from './zone-discovery.js';

const MAX_NAME_LENGTH = 253;

/** Queries a server, or the resolver in its place. */
type QueryFunction = (question: Question) => Promise<Reply | null>;

/**
 * Reads a name from each server of its zone, and from the resolvers. Always ends within the budget.
 *
 * @returns null if no resolver responds
 */
export async function readSnapshot(inquiry: QueryBudget, subject: Subject): Promise<DnsSnapshot | null> {
  const zone = await findZone(inquiry, getChallengeName(subject.name)).then((found) => inZoneOf(inquiry, found, subject.name));
  if (!zone || zone.name === '') return null;
  const zoneIsPublic = !isWithin(zone.name, getDomain(subject.name, { allowPrivateDomains: true }) ?? subject.name);
  const [{ views, lame }, bogus, targetAddresses, caaObstacle] = await Promise.all([
    zoneIsPublic ? { views: [], lame: [] } : readServerViews(inquiry, zone, subject.name),
    zone.resolvable && isBogus(inquiry, zone.name),
    addressesOfTargets(inquiry, subject),
    zone.resolvable ? findCaaObstacle(inquiry, subject.name, subject.caaIssuers) : null,
  ]);
  const aliases = await aliasEnds(inquiry, views);
  const doubled = await findDuplicateZoneRecords(inquiry, zone, { ...subject, targetAddresses });
  return {
    zone: zone.name,
    zoneIsPublic,
    views,
    lame,
    resolvable: zone.resolvable,
    bogus,
    aliases,
    targetAddresses,
    doubled,
    caaObstacle,
  };
}

/** A zone that begins below the name contains only the challenge. */
function inZoneOf(inquiry: QueryBudget, zone: Zone | null, name: string): Promise<Zone | null> | Zone | null {
  return zone && !isWithin(name, zone.name) ? findZone(inquiry, name) : zone;
}

async function readServerViews(inquiry: QueryBudget, zone: Zone, name: string): Promise<{ views: ServerView[]; lame: string[] }> {
  const seen = await Promise.all(
    zone.servers.map(async (server) => ({ server, view: await readServerView(createQuery(inquiry, server), server.name, name) })),
  );
  const views = seen.flatMap(({ view }) => view ?? []);
  const lame = seen.filter(({ view }) => !view).map(({ server }) => server.name);
  if (views.length > 0 || !zone.resolvable) return { views, lame };
  // The resolvers can reach its servers, although this machine cannot.
  const view = await readServerView(createResolver(inquiry), 'the resolver', name);
  return view ? { views: [view], lame: [] } : { views, lame };
}

/** Uses the first of a server's addresses that answers for the zone. */
function createQuery(inquiry: QueryBudget, { endpoints }: ZoneServer): QueryFunction {
  return async (question) => {
    for (const endpoint of endpoints) {
      const reply = await inquiry.query(endpoint, question);
      if (reply?.authoritative && !isUnusable(reply)) return reply;
    }
    return null;
  };
}

function createResolver(inquiry: QueryBudget): QueryFunction {
  return async (question) => {
    const reply = await inquiry.resolve(question);
    return reply && !isUnusable(reply) ? reply : null;
  };
}

/** @returns null if the server does not answer for the zone */
async function readServerView(ask: QueryFunction, server: string, name: string): Promise<ServerView | null> {
  const first = await ask({ name, type: 'CNAME' });
  if (!first) return null;
  const [proof, ...others] = await Promise.all([
    ask({ name: getChallengeName(name), type: 'TXT' }),
    ...(['A', 'AAAA', 'TXT', 'MX'] as const).map((type) => ask({ name, type })),
  ]);
  const own = others.flatMap((reply) => reply?.answers ?? []).filter((record) => record.name === name && record.type !== 'CNAME');
  const valuesOf = (...types: string[]): string[] => [...new Set(own.filter(({ type }) => types.includes(type)).map(({ value }) => value))];
  return {
    server,
    proofs: textsAt(proof, getChallengeName(name)),
    exists: first.rcode !== 'NXDOMAIN',
    alias: first.answers.find((record) => record.type === 'CNAME' && record.name === name)?.value ?? null,
    addresses: valuesOf('A', 'AAAA'),
    texts: valuesOf('TXT'),
    types: [...new Set(own.map(({ type }) => type))].toSorted(),
  };
}

function textsAt(reply: Reply | null, name: string): string[] {
  return reply?.answers.filter((record) => record.type === 'TXT' && record.name === name).map(({ value }) => value) ?? [];
}

/** Validating resolvers reject what non-validating ones would answer: RFC 4035 section 5.5. */
async function isBogus(inquiry: QueryBudget, zone: string): Promise<boolean> {
  const checked = await inquiry.resolve({ name: zone, type: 'SOA' });
  if (checked?.rcode !== 'SERVFAIL') return false;
  const unchecked = await inquiry.resolve({ name: zone, type: 'SOA', unchecked: true });
  return unchecked !== null && !isUnusable(unchecked);
}

async function addressesOfTargets(inquiry: QueryBudget, { targets }: Subject): Promise<string[]> {
  const addresses = await Promise.all(targets.map(({ type, value }) => (type === 'CNAME' ? addressesOf(inquiry, value) : [value])));
  return addresses.flat();
}

async function aliasEnds(inquiry: QueryBudget, views: readonly ServerView[]): Promise<Record<string, AliasEnd>> {
  const firsts = [...new Set(views.flatMap(({ alias }) => alias ?? []))];
  const ends = await Promise.all(firsts.map(async (first) => [first, await followAlias(inquiry, first)] as const));
  return Object.fromEntries(ends);
}

type WantedRecord = Subject & Pick<DnsSnapshot, 'targetAddresses'>;

/** Some DNS panels append the zone's name to a complete name: `NAME.ZONE`. */
async function findDuplicateZoneRecords(inquiry: QueryBudget, zone: Zone, subject: WantedRecord): Promise<DnsSnapshot['doubled']> {
  const doubled = `${subject.name}.${zone.name}`;
  // The other queried names are one octet longer.
  if (!zone.resolvable || getChallengeName(doubled).length >= MAX_NAME_LENGTH) return { proof: false, alias: false };
  const [texts, addresses] = await Promise.all([
    madeAt(inquiry, { name: getChallengeName(doubled), type: 'TXT' }),
    madeAt(inquiry, { name: doubled, type: 'A' }),
  ]);
  const wanted = new Set([...subject.targets.map(({ value }) => value), ...subject.targetAddresses]);
  return { proof: texts.includes(subject.proof), alias: addresses.some((value) => wanted.has(value)) };
}

/** The records at a name, without wildcard records, which a sibling name has too (RFC 4592 section 3.3.1). */
async function madeAt(inquiry: QueryBudget, { name, type }: Question): Promise<string[]> {
  const another = `${generateDnsLabel()}.${parentOf(name)}`;
  const [own, others] = await Promise.all([name, another].map((each) => valuesAt(inquiry, { name: each, type, unchecked: true })));
  return own!.filter((value) => !others!.includes(value));
}

async function valuesAt(inquiry: QueryBudget, question: Question): Promise<string[]> {
  const reply = await createResolver(inquiry)(question);
  return reply?.answers.filter(({ name }) => name === question.name).map(({ value }) => value) ?? [];
}
