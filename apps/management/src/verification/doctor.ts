import type { Findings } from '@latchkey/persistence';
import { blocks, diagnosis, type DiagnosisCode, type Particulars } from './diagnosis.js';
import type { Observation, ServerView, Subject } from './observation.js';
import { pointingOf, type Pointing } from './pointing.js';
import { proofFault, proofName } from './proof.js';

/** What came of a look at a name. */
export interface Verdict {
  findings: Findings;
  /** Whether everything is as it has to be for the domain to serve. */
  passed: boolean;
  /** Whether anything could be found out at all. */
  conclusive: boolean;
}

interface Fault {
  code: DiagnosisCode;
  found?: string;
  /** Whether it keeps the domain from serving, if that does not follow from the code. */
  blocks?: boolean;
}

/** What one server of the zone says, judged. */
interface Opinion {
  view: ServerView;
  proved: boolean;
  pointing: Pointing;
}

/** Tells what is wrong with a name, from what was seen of it and nothing else. @param observation null: nothing could be found out */
export function diagnose(subject: Subject, observation: Observation | null): Verdict {
  if (!observation) return verdictOf(subject, null, { faults: [{ code: 'dns-unavailable', blocks: true }], opinions: [] });
  const opinions = observation.views.map((view) => ({
    view,
    proved: view.proofs.includes(subject.proof),
    pointing: pointingOf(view, subject, observation),
  }));
  return verdictOf(subject, observation, { faults: faultsOf(subject, observation, opinions), opinions });
}

function faultsOf(subject: Subject, observation: Observation, opinions: readonly Opinion[]): Fault[] {
  const unreachable = zoneFault(subject, observation);
  if (unreachable) return [unreachable];
  const lame: Fault[] = observation.lame.length > 0 ? [{ code: 'lame-delegation', found: observation.lame.join(', ') }] : [];
  const caa: Fault[] = observation.caaForbids ? [{ code: 'caa-forbids', found: caaAdvice(subject) }] : [];
  const laggards = opinions.filter((opinion) => !isRight(opinion));
  if (laggards.length > 0 && laggards.length < opinions.length) {
    return [{ code: 'servers-disagree', found: laggards.map(({ view }) => view.server).join(', ') }, ...lame, ...caa];
  }
  const [first] = opinions;
  return [...recordFaults(subject, observation, first!), ...lame, ...caa];
}

/** What keeps anything about the name from being found out, or from counting. */
function zoneFault({ name }: Subject, observation: Observation): Fault | null {
  const { zone, zoneIsPublic, resolvable, bogus, views, lame } = observation;
  if (bogus) return { code: 'dnssec-bogus' };
  if (zoneIsPublic && resolvable) return { code: 'no-such-name', found: `nobody has registered it under ${zone}` };
  if (zoneIsPublic || views.length === 0) return { code: 'no-server-answers', found: lame.join(', ') || `none is known for ${name}` };
  return null;
}

function recordFaults(subject: Subject, observation: Observation, { view, proved, pointing }: Opinion): Fault[] {
  const { doubled } = observation;
  const proof = proved ? null : proofFaultOf(subject, view, doubled.proof);
  const target = pointing.fault && pointingFaultOf(subject, observation, { view, pointing });
  const faults = [target, proof].filter((fault): fault is Fault => fault !== null);
  // Where both were made in the same wrong way, it is to be heard once.
  return faults.filter(({ code }, index) => faults.findIndex((other) => other.code === code) === index);
}

function proofFaultOf(subject: Subject, view: ServerView, doubled: boolean): Fault {
  const fault = proofFault(view.proofs, subject.proof);
  if (fault !== 'missing') return { code: `proof-${fault}` };
  if (doubled) return { code: 'zone-appended-twice', found: `${proofName(subject.name)}.…` };
  return { code: view.texts.includes(subject.proof) ? 'proof-misplaced' : 'proof-missing' };
}

function pointingFaultOf(
  { name }: Subject,
  { zone, aliases, targetAddresses, doubled }: Observation,
  { view, pointing }: Omit<Opinion, 'proved'>,
): Fault {
  const elsewhere = view.addresses.filter((address) => !targetAddresses.includes(address));
  switch (pointing.fault!) {
    case 'no-such-name':
    case 'no-cname':
    case 'no-address':
      if (doubled.alias) return { code: 'zone-appended-twice', found: `${name}.${zone}` };
      return { code: pointing.fault as DiagnosisCode, found: `its zone ${zone} has no record of this name` };
    case 'cname-doubled':
      return { code: 'zone-appended-twice', found: view.alias! };
    case 'cname-beside-others':
      return { code: 'cname-beside-others', found: view.types.join(', ') };
    case 'aaaa-elsewhere': {
      const addresses = view.alias === null ? elsewhere : (aliases[view.alias]?.addresses ?? []);
      return {
        code: 'aaaa-elsewhere',
        found: addresses.filter((address) => address.includes(':') && !targetAddresses.includes(address)).join(', '),
      };
    }
    case 'a-instead-of-cname':
      return { code: 'a-instead-of-cname', found: view.addresses.join(', '), blocks: !pointing.leadsHere };
    case 'address-elsewhere':
      return { code: 'address-elsewhere', found: elsewhere.join(', ') };
    default:
      return { code: pointing.fault as DiagnosisCode, found: view.alias ?? '' };
  }
}

function isRight({ proved, pointing }: Opinion): boolean {
  return proved && pointing.leadsHere;
}

function caaAdvice({ caaIssuers }: Subject): string {
  return caaIssuers.length === 0 ? ' that allows the issuer' : ` such as 0 issue "${caaIssuers[0]}"`;
}

interface Judged {
  faults: readonly Fault[];
  opinions: readonly Opinion[];
}

function verdictOf(subject: Subject, observation: Observation | null, { faults, opinions }: Judged): Verdict {
  const particulars = particularsOf(subject, observation);
  const isSeen = opinions.length > 0;
  return {
    findings: {
      // What keeps a domain from serving is to be heard first.
      diagnoses: faults
        .toSorted((a, b) => Number(hinders(b)) - Number(hinders(a)))
        .map(({ code, found = '' }) => diagnosis(code, { ...particulars, found })),
      proved: isSeen && opinions.every(({ proved }) => proved),
      pointsHere: subject.targets.length === 0 ? null : isSeen && opinions.every(({ pointing }) => pointing.leadsHere),
      zone: observation?.zone ?? null,
      targetAddresses: observation?.targetAddresses ?? [],
    },
    passed: !faults.some(hinders),
    conclusive: observation !== null,
  };
}

function hinders(fault: Fault): boolean {
  return fault.blocks ?? blocks(fault.code);
}

function particularsOf({ name, proof, targets }: Subject, observation: Observation | null): Particulars {
  const byAlias = targets[0]?.type === 'CNAME' && name !== observation?.zone;
  const types = byAlias ? ['CNAME'] : targets[0]?.type === 'CNAME' ? ['A'] : [...new Set(targets.map(({ type }) => type))];
  return {
    name,
    proof,
    proofName: proofName(name),
    zone: observation && !observation.zoneIsPublic ? observation.zone : '',
    target: targets.map(({ value }) => value).join(', '),
    record: types.join(' or '),
    found: '',
  };
}
