import type { DiagnosisCode } from './diagnosis-catalogue.js';
import type { CaaObstacle, DnsSnapshot, ServerView, Subject } from './dns-snapshot.js';
import type { TargetCheck } from './target-check.js';
import { findChallengeError, getChallengeName } from './dns-challenge.js';

/** A problem before its text is built. */
export interface RecordError {
  code: DiagnosisCode;
  found?: string;
  /** Whether it prevents the domain from serving, if the code alone does not say. */
  blocks?: boolean;
}

/** The problems at one server of the zone. */
export interface ServerVerdict {
  view: ServerView;
  proved: boolean;
  pointing: TargetCheck;
}

/** All problems, by server of the zone. */
export function findRecordErrors(subject: Subject, observation: DnsSnapshot, opinions: readonly ServerVerdict[]): RecordError[] {
  const unreachable = findZoneError(observation);
  if (unreachable) return [unreachable];
  const lame: RecordError[] = observation.lame.length > 0 ? [{ code: 'lame-delegation', found: observation.lame.join(', ') }] : [];
  const caa: RecordError[] = observation.caaObstacle ? [{ code: 'caa-forbids', found: caaAdvice(subject, observation.caaObstacle) }] : [];
  const laggards = opinions.filter((opinion) => !isRight(opinion));
  if (laggards.length > 0 && laggards.length < opinions.length) {
    return [{ code: 'servers-disagree', found: laggards.map(({ view }) => view.server).join(', ') }, ...lame, ...caa];
  }
  const [first] = opinions;
  return [...findProofAndTargetErrors(subject, observation, first!), ...lame, ...caa];
}

/** Problems that prevent a check or invalidate its result. */
function findZoneError(observation: DnsSnapshot): RecordError | null {
  const { zone, zoneIsPublic, resolvable, bogus, views, lame } = observation;
  if (bogus) return { code: 'dnssec-bogus' };
  if (zoneIsPublic && resolvable) return { code: 'no-such-name', found: `it is not registered under ${zone}` };
  if (zoneIsPublic || views.length === 0) return { code: 'no-server-answers', found: lame.join(', ') || 'none is known' };
  return null;
}

function findProofAndTargetErrors(subject: Subject, observation: DnsSnapshot, { view, proved, pointing }: ServerVerdict): RecordError[] {
  const { doubled, zone } = observation;
  const proof = proved ? null : describeChallengeError(subject, view, doubled.proof ? `${getChallengeName(subject.name)}.${zone}` : null);
  const target = pointing.error && describeTargetError(subject, observation, { view, pointing });
  const errors = [target, proof].filter((error): error is RecordError => error !== null);
  // If both have the same problem, reports it once.
  return errors.filter(({ code }, index) => errors.findIndex((other) => other.code === code) === index);
}

/** @param doubled the challenge's name with the zone's name twice, if it has records */
function describeChallengeError(subject: Subject, view: ServerView, doubled: string | null): RecordError {
  const error = findChallengeError(view.proofs, subject.proof);
  if (error !== 'missing') return { code: `proof-${error}` };
  if (doubled !== null) return { code: 'zone-appended-twice', found: doubled };
  return { code: view.texts.includes(subject.proof) ? 'proof-misplaced' : 'proof-missing' };
}

function describeTargetError({ name }: Subject, observation: DnsSnapshot, { view, pointing }: Omit<ServerVerdict, 'proved'>): RecordError {
  const { zone, doubled } = observation;
  const error = pointing.error!;
  const isMissing = error === 'no-such-name' || error === 'no-cname' || error === 'no-address';
  if (isMissing && doubled.alias) return { code: 'zone-appended-twice', found: `${name}.${zone}` };
  if (isMissing) return { code: error, found: `its zone ${zone} has no record of this name` };
  if (error === 'cname-doubled') return { code: 'zone-appended-twice', found: view.alias! };
  if (error === 'cname-beside-others') return { code: error, found: view.types.join(', ') };
  if (error === 'a-instead-of-cname') return { code: error, found: view.addresses.join(', '), blocks: !pointing.leadsHere };
  if (error === 'address-elsewhere' || error === 'aaaa-elsewhere') {
    return { code: error, found: addressesElsewhere(view, observation, error === 'aaaa-elsewhere').join(', ') };
  }
  return { code: error, found: view.alias ?? '' };
}

/** The wrong target of a name, direct or through an alias. */
function addressesElsewhere(view: ServerView, { aliases, targetAddresses }: DnsSnapshot, onlyIpv6: boolean): string[] {
  const addresses = view.alias === null ? view.addresses : (aliases[view.alias]?.addresses ?? []);
  return addresses.filter((address) => !targetAddresses.includes(address) && (!onlyIpv6 || address.includes(':')));
}

function isRight({ proved, pointing }: ServerVerdict): boolean {
  return proved && pointing.leadsHere;
}

function caaAdvice({ caaIssuers }: Subject, { unknownTags }: CaaObstacle): string {
  if (unknownTags.length > 0) return `Remove the CAA records with the critical tag ${unknownTags.join(', ')}, which no issuer knows`;
  const which = caaIssuers.length === 0 ? 'that allows the issuer' : `such as 0 issue "${caaIssuers[0]}"`;
  return `Add a CAA record ${which} beside those that forbid it, or remove them`;
}
