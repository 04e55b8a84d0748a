import type { DnsProblem } from '@latchkey/persistence';

/** Values for the sentences. */
export interface Particulars {
  name: string;
  zone: string;
  /** The name and the value of the challenge record. */
  proofName: string;
  proof: string;
  /** The expected target of the name, in words. */
  target: string;
  /** The type of the records that point to the target. */
  record: string;
  /** Where it points instead, or the affected servers. */
  found: string;
}

interface Entry {
  /** Whether the problem keeps a domain from serving. */
  blocks: boolean;
  detail: (of: Particulars) => string;
  fix: (of: Particulars) => string;
}

const ENUMERATION = new Intl.ListFormat('en-GB');
/** Joins the findings for a sentence. */
const inWords = (list: string): string => ENUMERATION.format(list.split(', '));
const areSeveral = (list: string): boolean => list.includes(', ');
const addresses = (list: string): string => `${areSeveral(list) ? 'addresses' : 'address'} ${inWords(list)}`;

const makeProof = ({ proofName, proof }: Particulars): string => `Create a TXT record at ${proofName} with the value ${proof}.`;
const makeRecords = ({ record, name, target }: Particulars): string =>
  record === 'CNAME'
    ? `Create a CNAME record at ${name} with the value ${target}.`
    : `Create ${record} records at ${name} for ${inWords(target)}.`;
const changeCname = (of: Particulars): string =>
  of.record === 'CNAME'
    ? `Point the CNAME record of ${of.name} to ${of.target}.`
    : `Remove the CNAME record of ${of.name}. ${makeRecords(of)}`;

/** All problems of a custom domain's DNS; docs/custom-domains.md lists the same codes. */
export const DIAGNOSES = {
  'no-such-name': {
    blocks: true,
    detail: ({ name, found }) => `${name} does not exist: ${found}.`,
    fix: (of) => (of.zone === '' ? `Register the domain that ${of.name} belongs to, and check its spelling.` : makeRecords(of)),
  },
  'no-cname': {
    blocks: true,
    detail: ({ name }) => `${name} has no CNAME record.`,
    fix: makeRecords,
  },
  'no-address': {
    blocks: true,
    detail: ({ name }) => `${name} has no A or AAAA record.`,
    fix: ({ name, target }) => `Create A or AAAA records at ${name} for ${inWords(target)}.`,
  },
  'cname-elsewhere': {
    blocks: true,
    detail: ({ name, found, target }) => `The CNAME record of ${name} points to ${found}, not to ${inWords(target)}.`,
    fix: changeCname,
  },
  'cname-loop': {
    blocks: true,
    detail: ({ name, found }) =>
      `The CNAME record of ${name} points to ${found}, which starts a loop or a chain of too many CNAME records.`,
    fix: changeCname,
  },
  'a-instead-of-cname': {
    blocks: true,
    detail: ({ name, found, target }) => `${name} has the ${addresses(found)} instead of a CNAME record to ${target}.`,
    fix: ({ name, target }) => `Remove the A and AAAA records of ${name}, and create a CNAME record with the value ${target}.`,
  },
  'address-elsewhere': {
    blocks: true,
    detail: ({ name, found, target }) => `${name} has the ${addresses(found)}, but must point only to ${inWords(target)}.`,
    fix: ({ name, target }) => `Point the A and AAAA records of ${name} only to ${inWords(target)}.`,
  },
  'aaaa-elsewhere': {
    blocks: true,
    detail: ({ name, found }) =>
      `${name} points here over IPv4, but has the ${addresses(found)} for IPv6, so some of its visitors reach another server.`,
    fix: ({ name, found }) => `Remove the AAAA ${areSeveral(found) ? 'records' : 'record'} of ${name}.`,
  },
  'apex-cname': {
    blocks: true,
    detail: ({ name }) => `${name} is the apex of its zone, which must not have a CNAME record (RFC 1034 section 3.6.2).`,
    fix: ({ name, target }) =>
      `Remove the CNAME record of ${name}, and create an ALIAS or ANAME record to ${target}. If your provider does not support these, create A and AAAA records with its addresses.`,
  },
  'cname-beside-others': {
    blocks: true,
    detail: ({ name, found }) => `${name} has a CNAME record and other records (${found}), which RFC 1034 section 3.6.2 forbids.`,
    fix: ({ name }) => `Remove all records of ${name} except the CNAME record, or choose a name without records.`,
  },
  'proof-missing': {
    blocks: true,
    detail: ({ proofName }) => `No TXT record at ${proofName} proves that you own the name.`,
    fix: makeProof,
  },
  'proof-old': {
    blocks: true,
    detail: ({ proofName }) => `The TXT record at ${proofName} belongs to an earlier attempt, or to another subscription.`,
    fix: ({ proofName, proof }) => `Replace the value of the TXT record at ${proofName} with ${proof}.`,
  },
  'proof-split': {
    blocks: true,
    detail: ({ proofName }) => `The proof is split across several TXT records at ${proofName}.`,
    fix: ({ proofName, proof }) => `Replace them with one TXT record at ${proofName} with the whole value ${proof}.`,
  },
  'proof-malformed': {
    blocks: true,
    detail: ({ proofName }) => `The TXT record at ${proofName} contains a modified proof, with extra quotation marks, spaces or capitals.`,
    fix: ({ proofName, proof }) => `Set the value of the TXT record at ${proofName} to exactly ${proof}.`,
  },
  'proof-misplaced': {
    blocks: true,
    detail: ({ name, proofName }) => `The proof is at ${name}, not at ${proofName}.`,
    fix: ({ name, proofName, proof }) => `Remove the TXT record of ${name}. Create one at ${proofName} with the value ${proof}.`,
  },
  'zone-appended-twice': {
    blocks: true,
    detail: ({ zone, found }) => `The name or value of a record contains ${zone} twice: ${found}.`,
    fix: ({ zone }) => `Your provider appends ${zone} to names that do not end in a dot. Omit it, or add a dot at the end.`,
  },
  'dnssec-bogus': {
    blocks: true,
    detail: ({ zone }) => `The DNSSEC signatures of ${zone} are not valid, so most resolvers cannot resolve its names.`,
    fix: ({ zone }) => `Sign ${zone} again. At its registrar, replace the DS records with those of its current keys, or remove them.`,
  },
  'lame-delegation': {
    blocks: false,
    detail: ({ zone, found }) => `Some name servers of ${zone} do not answer for it: ${found}.`,
    fix: ({ zone }) => `Correct the NS records of ${zone}, at its registrar and in the zone: they must name servers that have the zone.`,
  },
  'no-server-answers': {
    blocks: true,
    detail: ({ name, zone, found }) => `No name server of ${zone || name} answers for it: ${found}.`,
    fix: ({ name, zone }) =>
      `Correct the NS records of ${zone || `the zone of ${name}`}, at its registrar and in the zone: they must name servers that have the zone.`,
  },
  'servers-disagree': {
    blocks: true,
    detail: ({ zone, found }) => `The name servers of ${zone} disagree: the records are missing or different on ${inWords(found)}.`,
    fix: () => 'Wait until all of them have the change. If that takes hours, ask your provider to check the outdated servers.',
  },
  'caa-forbids': {
    blocks: false,
    detail: ({ name }) => `The CAA records that apply to ${name} do not allow a certificate for it, so https will not work.`,
    fix: ({ name, found }) =>
      `${found}. The CAA records that apply to ${name} are at that name or at a parent. A name with a CNAME record cannot have any.`,
  },
  'held-by-another': {
    blocks: true,
    detail: ({ name }) => `Another subscription has already proved that it owns ${name}.`,
    fix: () =>
      'If you own the name, ask that subscription to delete it. Then replace its records with those shown here from then on, and request another check.',
  },
  'dns-unavailable': {
    blocks: true,
    detail: () => 'The DNS lookup failed because of an error on our side. Your records are not the cause.',
    fix: () => 'You need not do anything: the check is repeated automatically.',
  },
} as const satisfies Record<string, Entry>;

export type DiagnosisCode = keyof typeof DIAGNOSES;

/** Puts a diagnosis into words. */
export function diagnosis(code: DiagnosisCode, particulars: Particulars): DnsProblem {
  const { detail, fix } = DIAGNOSES[code];
  return { code, detail: detail(particulars), fix: fix(particulars) };
}

/** Whether a diagnosis keeps a domain from serving. */
export function blocks(code: DiagnosisCode): boolean {
  return DIAGNOSES[code].blocks;
}
