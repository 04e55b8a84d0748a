import type { DnsFindings } from '@latchkey/persistence';
import { blocks, diagnosis, type Particulars } from './diagnosis-catalogue.js';
import { findRecordErrors, type RecordError, type ServerVerdict } from './record-errors.js';
import type { DnsSnapshot, Subject } from './dns-snapshot.js';
import { checkTarget } from './target-check.js';
import { getChallengeName } from './dns-challenge.js';

/** The result of a check. */
export interface DnsDiagnosis {
  findings: DnsFindings;
  /** Whether the domain may be served. */
  passed: boolean;
  /** Whether the check had any result. */
  conclusive: boolean;
}

/** Diagnoses a name from its snapshot alone. @param observation null if nothing could be read */
export function diagnose(subject: Subject, observation: DnsSnapshot | null): DnsDiagnosis {
  if (!observation) return toDiagnosis(subject, null, { errors: [{ code: 'dns-unavailable', blocks: true }], opinions: [] });
  const opinions = observation.views.map((view) => ({
    view,
    proved: view.proofs.includes(subject.proof),
    pointing: checkTarget(view, subject, observation),
  }));
  return toDiagnosis(subject, observation, { errors: findRecordErrors(subject, observation, opinions), opinions });
}

interface JudgedSnapshot {
  errors: readonly RecordError[];
  opinions: readonly ServerVerdict[];
}

function toDiagnosis(subject: Subject, observation: DnsSnapshot | null, { errors, opinions }: JudgedSnapshot): DnsDiagnosis {
  const particulars = getParticulars(subject, observation);
  const isSeen = opinions.length > 0;
  return {
    findings: {
      // Problems that prevent a domain from being served come first.
      diagnoses: errors
        .toSorted((a, b) => Number(isBlocking(b)) - Number(isBlocking(a)))
        .map(({ code, found = '' }) => diagnosis(code, { ...particulars, found })),
      proved: isSeen && opinions.every(({ proved }) => proved),
      pointsHere: subject.targets.length === 0 ? null : isSeen && opinions.every(({ pointing }) => pointing.leadsHere),
      addresses: observation ? addressesByAll(observation) : [],
      zone: observation?.zone ?? null,
      targetAddresses: observation?.targetAddresses ?? [],
    },
    passed: !errors.some(isBlocking),
    conclusive: observation !== null,
  };
}

/** The target of the name, if all servers of its zone agree. */
function addressesByAll({ views, aliases }: DnsSnapshot): string[] {
  const [first = [], ...others] = views.map(({ alias, addresses }) => (alias === null ? addresses : (aliases[alias]?.addresses ?? [])));
  return first.filter((address) => others.every((addresses) => addresses.includes(address)));
}

function isBlocking(error: RecordError): boolean {
  return error.blocks ?? blocks(error.code);
}

function getParticulars({ name, proof, targets }: Subject, observation: DnsSnapshot | null): Particulars {
  const byAlias = targets[0]?.type === 'CNAME' && name !== observation?.zone;
  const types = byAlias ? ['CNAME'] : targets[0]?.type === 'CNAME' ? ['A'] : [...new Set(targets.map(({ type }) => type))];
  return {
    name,
    proof,
    proofName: getChallengeName(name),
    zone: observation && !observation.zoneIsPublic ? observation.zone : '',
    target: targets.map(({ value }) => value).join(', '),
    record: types.join(' or '),
    found: '',
  };
}
