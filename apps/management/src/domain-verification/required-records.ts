import type { DnsTarget } from '@latchkey/config';
import type { DnsFindings, DomainVerification } from '@latchkey/persistence';
import { isIPv6 } from 'node:net';
import { getDomain } from 'tldts';
import { getChallengeName, getChallengeValue } from './dns-challenge.js';

/** A DNS record that an operator must create. */
export interface RequiredRecord {
  type: 'A' | 'AAAA' | 'CNAME' | 'TXT';
  name: string;
  value: string;
  purpose: string;
  /** `pending`: not checked yet. */
  status: 'pending' | 'present' | 'missing';
}

const PROOF_PURPOSE = 'proves that the name is yours';
const TARGET_PURPOSE = 'points to the auth server';

/** The records that a custom domain needs: the challenge and, if known, the target. */
export function requiredRecords(
  name: string,
  { token, findings }: Pick<DomainVerification, 'token' | 'findings'>,
  targets: readonly DnsTarget[],
): RequiredRecord[] {
  const proof: RequiredRecord = {
    type: 'TXT',
    name: getChallengeName(name),
    value: getChallengeValue(token),
    purpose: PROOF_PURPOSE,
    status: getRecordStatus(findings?.proved),
  };
  return [
    proof,
    ...createTargetRecord(name, findings, targets).map((record) => ({
      name,
      status: getRecordStatus(createTargetRecords(record, findings)),
      ...record,
    })),
  ];
}

/** What an operator should know about a name in a private zone, whose records are not checked. */
export function describeUncheckedName(
  name: string,
  zone: string,
  targets: readonly DnsTarget[],
): { statusDetail: string; dnsRecords: RequiredRecord[]; diagnoses: [] } {
  return {
    statusDetail: `The name is in the private zone ${zone}: it needs no proof of ownership, and its DNS records are not checked.`,
    dnsRecords: targets.map(({ type, value }) => ({ type, name, value, purpose: `${TARGET_PURPOSE}; is not checked`, status: 'pending' })),
    diagnoses: [],
  };
}

/** One of several addresses can be present while another is missing. */
function createTargetRecords(
  { type, value }: Pick<RequiredRecord, 'type' | 'value'>,
  findings: DnsFindings | null,
): boolean | null | undefined {
  return type === 'CNAME' || !findings?.addresses ? findings?.pointsHere : findings.addresses.includes(value);
}

function createTargetRecord(
  name: string,
  findings: DnsFindings | null,
  targets: readonly DnsTarget[],
): Pick<RequiredRecord, 'type' | 'value' | 'purpose'>[] {
  const [first] = targets;
  if (first?.type !== 'CNAME' || !isApex(name, findings)) return targets.map((target) => ({ ...target, purpose: TARGET_PURPOSE }));
  // An apex cannot have a CNAME record: RFC 1034 section 3.6.2.
  const purpose = `${TARGET_PURPOSE}; an ALIAS or ANAME record to ${first.value} is better, where there is one`;
  const addresses = findings?.targetAddresses ?? [];
  if (addresses.length === 0) return [{ ...first, purpose: `${TARGET_PURPOSE}, as an ALIAS or ANAME record, since ${name} is an apex` }];
  return addresses.map((value) => ({ type: isIPv6(value) ? 'AAAA' : 'A', value, purpose }));
}

/** Before the first check, the registered domain counts as the apex of the zone. */
function isApex(name: string, findings: DnsFindings | null): boolean {
  return name === (findings?.zone ?? getDomain(name, { allowPrivateDomains: true }));
}

function getRecordStatus(isThere: boolean | null | undefined): RequiredRecord['status'] {
  if (isThere === undefined || isThere === null) return 'pending';
  return isThere ? 'present' : 'missing';
}
