import type { Findings } from '@latchkey/persistence';
import { blocks, diagnosis, type Particulars } from './diagnosis.js';
import { faultsOf, type Fault, type Opinion } from './faults.js';
import type { Observation, Subject } from './observation.js';
import { pointingOf } from './pointing.js';
import { proofName } from './proof.js';

/** What came of a look at a name. */
export interface Verdict {
  findings: Findings;
  /** Whether everything is as it has to be for the domain to serve. */
  passed: boolean;
  /** Whether anything could be found out at all. */
  conclusive: boolean;
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
      addresses: observation ? addressesByAll(observation) : [],
      zone: observation?.zone ?? null,
      targetAddresses: observation?.targetAddresses ?? [],
    },
    passed: !faults.some(hinders),
    conclusive: observation !== null,
  };
}

/** Where the name leads, as far as all servers of its zone agree. */
function addressesByAll({ views, aliases }: Observation): string[] {
  const [first = [], ...others] = views.map(({ alias, addresses }) => (alias === null ? addresses : (aliases[alias]?.addresses ?? [])));
  return first.filter((address) => others.every((addresses) => addresses.includes(address)));
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
