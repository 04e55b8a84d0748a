import { describe, expect, it } from '@jest/globals';
import type { DiagnosisCode } from './diagnosis-catalogue.js';
import { diagnose } from './dns-diagnosis.js';
import type { DnsSnapshot, ServerView, Subject } from './dns-snapshot.js';
import { getChallengeValue } from './dns-challenge.js';

const PROOF = getChallengeValue('6f0d1c92a4be47d58c3e7a15f2904b6dd8137ec5a2f64b09913ce8705ab2f46d');
const EDGE = 'edge.latchkey.example';
const OURS = '192.0.2.1';
const OURS_6 = '2001:db8::1';
const THEIRS = '198.51.100.1';
const THEIRS_6 = '2001:db8:ffff::1';

const SUBJECT: Subject = { name: 'auth.example.com', proof: PROOF, targets: [{ type: 'CNAME', value: EDGE }], caaIssuers: [] };
const ADDRESSED: Subject = { ...SUBJECT, targets: [{ type: 'A', value: OURS }] };
const APEX: Subject = { ...SUBJECT, name: 'example.com' };
const RIGHT: ServerView = { server: 'ns1', proofs: [PROOF], exists: true, alias: EDGE, addresses: [], texts: [], types: [] };
const SEEN: DnsSnapshot = {
  zone: 'example.com',
  zoneIsPublic: false,
  views: [RIGHT],
  lame: [],
  resolvable: true,
  bogus: false,
  aliases: { [EDGE]: { names: [EDGE], addresses: [OURS, OURS_6], endless: false } },
  targetAddresses: [OURS, OURS_6],
  doubled: { proof: false, alias: false },
  caaObstacle: null,
};

/** A name as one server returns it. */
function seen(view: Partial<ServerView>, more: Partial<DnsSnapshot> = {}): DnsSnapshot {
  return { ...SEEN, ...more, views: [{ ...RIGHT, ...view }] };
}

function without(view: Partial<ServerView>): DnsSnapshot {
  return seen({ alias: null, ...view });
}

function aliasTo(alias: string, end: Partial<DnsSnapshot['aliases'][string]>): DnsSnapshot {
  return seen({ alias }, { aliases: { [alias]: { names: [alias], addresses: [], endless: false, ...end } } });
}

describe('problems that prevent a domain from serving', () => {
  it.each<[string, Subject, DnsSnapshot | null, DiagnosisCode[]]>([
    ['no answer of any resolver', SUBJECT, null, ['dns-unavailable']],
    ['nothing at the name', SUBJECT, without({ exists: false }), ['no-such-name']],
    ['an unregistered name', SUBJECT, { ...SEEN, zone: 'com', zoneIsPublic: true, views: [] }, ['no-such-name']],
    ['nothing but the proof', SUBJECT, without({}), ['no-cname']],
    ['nothing but other records', SUBJECT, without({ types: ['TXT'], proofs: [] }), ['no-cname', 'proof-missing']],
    ['an alias of something else', SUBJECT, aliasTo('shop.example.net', { addresses: [THEIRS] }), ['cname-elsewhere']],
    ['an alias of what does not exist', SUBJECT, aliasTo('gone.example.net', {}), ['cname-elsewhere']],
    ['an alias that leads partly elsewhere', SUBJECT, aliasTo('a.example.net', { addresses: [OURS, THEIRS] }), ['cname-elsewhere']],
    ['an alias whose IPv6 leads elsewhere', SUBJECT, aliasTo('a.example.net', { addresses: [OURS, THEIRS_6] }), ['aaaa-elsewhere']],
    ['an alias in a circle', SUBJECT, aliasTo('loop.example.com', { endless: true }), ['cname-loop']],
    ['an alias with the zone added', SUBJECT, aliasTo(`${EDGE}.example.com`, {}), ['zone-appended-twice']],
    ['a foreign address', SUBJECT, without({ addresses: [THEIRS], types: ['A'] }), ['a-instead-of-cname']],
    ['a foreign IPv6 address', SUBJECT, without({ addresses: [OURS, THEIRS_6], types: ['A', 'AAAA'] }), ['aaaa-elsewhere']],
    ['an alias at the apex', APEX, seen({}), ['apex-cname']],
    ['nothing at the apex', APEX, without({}), ['no-address']],
    ['an apex elsewhere', APEX, without({ addresses: [OURS, THEIRS], types: ['A'] }), ['address-elsewhere']],
    ['an address elsewhere', ADDRESSED, { ...without({ addresses: [THEIRS] }), targetAddresses: [OURS] }, ['address-elsewhere']],
    ['no address', ADDRESSED, without({}), ['no-address']],
    ['others beside the alias', SUBJECT, seen({ types: ['MX', 'TXT'] }), ['cname-beside-others']],
    ['no proof', SUBJECT, seen({ proofs: ['v=spf1 -all'] }), ['proof-missing']],
    ['a proof of another attempt', SUBJECT, seen({ proofs: [getChallengeValue('f'.repeat(64))] }), ['proof-old']],
    ['a proof in two records', SUBJECT, seen({ proofs: [PROOF.slice(40), PROOF.slice(0, 40)] }), ['proof-split']],
    ['a proof in quotation marks', SUBJECT, seen({ proofs: [`"${PROOF}"`] }), ['proof-malformed']],
    ['a proof in capitals', SUBJECT, seen({ proofs: [PROOF.toUpperCase()] }), ['proof-malformed']],
    ['a proof with a space in it', SUBJECT, seen({ proofs: [`${PROOF.slice(0, 30)} ${PROOF.slice(30)}`] }), ['proof-malformed']],
    [
      'a proof at the name itself',
      ADDRESSED,
      { ...without({ addresses: [OURS], texts: [PROOF], proofs: [] }), targetAddresses: [OURS] },
      ['proof-misplaced'],
    ],
    ['a proof with the zone added', SUBJECT, { ...seen({ proofs: [] }), doubled: { proof: true, alias: false } }, ['zone-appended-twice']],
    [
      'everything with the zone added',
      SUBJECT,
      { ...without({ proofs: [], exists: false }), doubled: { proof: true, alias: true } },
      ['zone-appended-twice'],
    ],
    ['signatures that are not valid', SUBJECT, { ...SEEN, bogus: true }, ['dnssec-bogus']],
    ['no server that answers', SUBJECT, { ...SEEN, views: [], lame: ['ns1', 'ns2'] }, ['no-server-answers']],
    ['servers that differ', SUBJECT, { ...SEEN, views: [RIGHT, { ...RIGHT, server: 'ns2', proofs: [] }] }, ['servers-disagree']],
  ])('diagnoses %s', (_what, subject, observation, codes) => {
    const { findings, passed, conclusive } = diagnose(subject, observation);

    expect({ codes: findings.diagnoses.map(({ code }) => code), passed }).toEqual({ codes, passed: false });
    expect(conclusive).toBe(observation !== null);
    for (const { detail, fix } of findings.diagnoses) for (const text of [detail, fix]) expect(text).toMatch(/^[A-Z\w.-].*\.$/);
  });

  it('name what was found, and what to do', () => {
    const { findings } = diagnose(SUBJECT, aliasTo('shop.example.net', { addresses: [THEIRS] }));

    expect(findings.diagnoses).toEqual([
      {
        code: 'cname-elsewhere',
        detail: `The CNAME record of auth.example.com points to shop.example.net, not to ${EDGE}.`,
        fix: `Point the CNAME record of auth.example.com to ${EDGE}.`,
      },
    ]);
  });
});

describe('advice for address records', () => {
  const both: Subject = { ...ADDRESSED, targets: [...ADDRESSED.targets, { type: 'AAAA', value: OURS_6 }] };

  it.each<[string, DnsSnapshot, string]>([
    ['the name does not exist', without({ exists: false }), ''],
    ['an alias leads elsewhere', aliasTo('a.example.net', { addresses: [THEIRS] }), 'Remove the CNAME record of auth.example.com. '],
    ['an alias leads in a circle', aliasTo('a.example.net', { endless: true }), 'Remove the CNAME record of auth.example.com. '],
  ])('starts with conflicting records: %s', (_what, observation, first) => {
    const { findings } = diagnose(both, observation);

    expect(findings.diagnoses[0]!.fix).toBe(`${first}Create A or AAAA records at auth.example.com for ${OURS} and ${OURS_6}.`);
  });
});

describe('target of a name', () => {
  const here = { ...RIGHT, alias: null, addresses: [OURS, THEIRS] };
  const partly = { ...here, server: 'ns2', addresses: [OURS, OURS_6] };

  it.each<[string, DnsSnapshot, string[]]>([
    ['by an alias', SEEN, [OURS, OURS_6]],
    ['by addresses', { ...SEEN, views: [here] }, [OURS, THEIRS]],
    ['by addresses that one server has', { ...SEEN, views: [here, partly] }, [OURS]],
    ['if no server answers', { ...SEEN, views: [] }, []],
  ])('contains what all servers agree on: %s', (_what, observation, addresses) => {
    expect(diagnose(ADDRESSED, observation).findings.addresses).toEqual(addresses);
  });
});

describe('problems that do not prevent a domain from serving', () => {
  it.each<[string, Subject, DnsSnapshot, DiagnosisCode[]]>([
    ['a CNAME to the target', SUBJECT, SEEN, []],
    ['a CNAME through others', SUBJECT, aliasTo('a.example.net', { names: ['a.example.net', EDGE] }), []],
    ['a CNAME to the addresses of the target', SUBJECT, aliasTo('a.example.net', { addresses: [OURS] }), []],
    ['the proof among other texts', SUBJECT, seen({ proofs: ['v=spf1 -all', PROOF, getChallengeValue('f'.repeat(64))] }), []],
    ['an apex with the addresses of the target', APEX, without({ addresses: [OURS, OURS_6], types: ['A', 'AAAA'] }), []],
    ['an address that is ours', ADDRESSED, { ...without({ addresses: [OURS], types: ['A'] }), targetAddresses: [OURS] }, []],
    ['the proof alone, where no target is known', { ...SUBJECT, targets: [] }, without({ exists: false }), []],
    ['our address where a CNAME would follow us', SUBJECT, without({ addresses: [OURS], types: ['A'] }), ['a-instead-of-cname']],
    ['one server of several that does not answer', SUBJECT, { ...SEEN, lame: ['ns2'] }, ['lame-delegation']],
    ['CAA records without the issuer', SUBJECT, { ...SEEN, caaObstacle: { unknownTags: [] } }, ['caa-forbids']],
  ])('diagnoses %s', (_what, subject, observation, codes) => {
    const { findings, passed } = diagnose(subject, observation);

    expect({ codes: findings.diagnoses.map(({ code }) => code), passed }).toEqual({ codes, passed: true });
    expect(findings.proved).toBe(true);
  });
});
