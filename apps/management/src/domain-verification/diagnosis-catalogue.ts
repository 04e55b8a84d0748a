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
  /** Whether it prevents a domain from serving. */
  blocks: boolean;
  detail: (of: Particulars) => string;
  fix: (of: Particulars) => string;
}

const ENUMERATION = new Intl.ListFormat('en-GB');
/** Joins the findings for a sentence. */
const inWords = (list: string): string => ENUMERATION.format(list.split(', '));
const areSeveral = (list: string): boolean => list.includes(', ');
const addresses = (list: string): string => `${areSeveral(list) ? 'addresses' : 'address'} ${inWords(list)}`;

const makeProof = ({ proofName, proof }: Particulars): string => `Make a TXT record at ${proofName} with the value ${proof}.`;
const makeRecords = ({ record, name, target }: Particulars): string =>
  record === 'CNAME'
    ? `Make a CNAME record at ${name} with the value ${target}.`
    : `Make ${record} records at ${name} for ${inWords(target)}.`;
const changeCname = (of: Particulars): string =>
  of.record === 'CNAME'
    ? `Make the CNAME record of ${of.name} lead to ${of.target}.`
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
    fix: ({ name, target }) => `Make A or AAAA records at ${name} for ${inWords(target)}.`,
  },
  'cname-elsewhere': {
    blocks: true,
    detail: ({ name, found, target }) => `The CNAME record of ${name} leads to ${found}, not to ${inWords(target)}.`,
    fix: changeCname,
  },
  'cname-loop': {
    blocks: true,
    detail: ({ name, found }) => `The CNAME record of ${name} leads to ${found}, and on through too many others, or in a circle.`,
    fix: changeCname,
  },
  'a-instead-of-cname': {
    blocks: true,
    detail: ({ name, found, target }) => `${name} has the ${addresses(found)} where a CNAME record to ${target} belongs.`,
    fix: ({ name, target }) => `Remove the A and AAAA records of ${name}, and make a CNAME record with the value ${target}.`,
  },
  'address-elsewhere': {
    blocks: true,
    detail: ({ name, found, target }) => `${name} has the ${addresses(found)}: it should lead to ${inWords(target)}, and nowhere else.`,
    fix: ({ name, target }) => `Let the A and AAAA records of ${name} lead to ${inWords(target)}, and to nothing else.`,
  },
  'aaaa-elsewhere': {
    blocks: true,
    detail: ({ name, found }) =>
      `By IPv4 ${name} leads here, but by IPv6 it has the ${addresses(found)}: part of its visitors get somewhere else.`,
    fix: ({ name, found }) => `Remove the AAAA ${areSeveral(found) ? 'records' : 'record'} of ${name}.`,
  },
  'apex-cname': {
    blocks: true,
    detail: ({ name }) => `${name} is the apex of its zone, where no CNAME record may stand (RFC 1034 section 3.6.2).`,
    fix: ({ name, target }) =>
      `Remove the CNAME record of ${name}, and make an ALIAS or ANAME record to ${target} if your provider has them, else A and AAAA records with its addresses.`,
  },
  'cname-beside-others': {
    blocks: true,
    detail: ({ name, found }) =>
      `Beside the CNAME record of ${name} there are others (${found}), which may not be (RFC 1034 section 3.6.2).`,
    fix: ({ name }) => `Remove all records of ${name} but the CNAME record, or choose a name that has none.`,
  },
  'proof-missing': {
    blocks: true,
    detail: ({ proofName }) => `There is no TXT record at ${proofName} that proves that the name is yours.`,
    fix: makeProof,
  },
  'proof-old': {
    blocks: true,
    detail: ({ proofName }) => `The TXT record at ${proofName} is that of an earlier attempt, or of somebody else's.`,
    fix: ({ proofName, proof }) => `Replace the value of the TXT record at ${proofName} by ${proof}.`,
  },
  'proof-split': {
    blocks: true,
    detail: ({ proofName }) => `The proof is divided among several TXT records at ${proofName}.`,
    fix: ({ proofName, proof }) => `Replace them by one TXT record at ${proofName} with the whole value ${proof}.`,
  },
  'proof-malformed': {
    blocks: true,
    detail: ({ proofName }) =>
      `The TXT record at ${proofName} has the proof with something added or changed: quotation marks, spaces or capitals.`,
    fix: ({ proofName, proof }) => `Let the value of the TXT record at ${proofName} be ${proof}, and nothing else.`,
  },
  'proof-misplaced': {
    blocks: true,
    detail: ({ name, proofName }) => `The proof stands at ${name}, not at ${proofName}.`,
    fix: ({ name, proofName, proof }) => `Remove the TXT record of ${name}. Make one at ${proofName} with the value ${proof}.`,
  },
  'zone-appended-twice': {
    blocks: true,
    detail: ({ zone, found }) => `A record has ${zone} twice: it is at, or leads to, ${found}.`,
    fix: ({ zone }) => `Your provider adds ${zone} to names that do not end in a dot: leave it out, or put a dot at the end.`,
  },
  'dnssec-bogus': {
    blocks: true,
    detail: ({ zone }) => `The DNSSEC signatures of ${zone} are not valid, so that most of the internet cannot find any name in it.`,
    fix: ({ zone }) => `Sign ${zone} again, and let the DS records at its registrar be those of its present keys, or remove them.`,
  },
  'lame-delegation': {
    blocks: false,
    detail: ({ zone, found }) => `Of the name servers of ${zone} these do not answer for it: ${found}.`,
    fix: ({ zone }) => `Let the NS records of ${zone}, at its registrar and in the zone, name servers that have the zone.`,
  },
  'no-server-answers': {
    blocks: true,
    detail: ({ name, zone, found }) => `No name server of ${zone || name} answers for it: ${found}.`,
    fix: ({ name, zone }) =>
      `Let the NS records of ${zone || `the zone of ${name}`}, at its registrar and in the zone, name servers that have the zone.`,
  },
  'servers-disagree': {
    blocks: true,
    detail: ({ zone, found }) =>
      `The name servers of ${zone} do not say the same: on ${inWords(found)} the records are missing or different.`,
    fix: () => 'Wait until all of them have the change. If that takes hours, have your provider look after the servers that lag behind.',
  },
  'caa-forbids': {
    blocks: false,
    detail: ({ name }) => `The CAA records that hold for ${name} forbid that a certificate is issued for it, so that https will not work.`,
    fix: ({ name, found }) =>
      `${found}. Those that hold for ${name} stand there or at a name above it; where there is a CNAME, there can be none.`,
  },
  'held-by-another': {
    blocks: true,
    detail: ({ name }) => `Another subscription has proved first that ${name} is its own.`,
    fix: () =>
      'If the name is yours, have that subscription delete it. Then make the records that are shown from that moment on, in the place of its own, and ask for a check again.',
  },
  'dns-unavailable': {
    blocks: true,
    detail: () => 'The DNS could not be asked just now: that is a fault of ours, not of your records.',
    fix: () => 'There is nothing for you to do: the check is repeated by itself.',
  },
} as const satisfies Record<string, Entry>;

export type DiagnosisCode = keyof typeof DIAGNOSES;

/** Puts a diagnosis into words. */
export function diagnosis(code: DiagnosisCode, particulars: Particulars): DnsProblem {
  const { detail, fix } = DIAGNOSES[code];
  return { code, detail: detail(particulars), fix: fix(particulars) };
}

/** Whether it keeps a domain from serving. */
export function blocks(code: DiagnosisCode): boolean {
  return DIAGNOSES[code].blocks;
}
