import { afterAll, describe, expect, it } from '@jest/globals';
import type { DnsTarget } from '@latchkey/config';
import { DnsLab } from '../../../../test/support/dns-lab/dns-lab.js';
import type { LabZone } from '../../../../test/support/dns-lab/zone-file.js';
import type { DiagnosisCode } from './diagnosis-catalogue.js';
import { diagnose } from './dns-diagnosis.js';
import { QueryBudget } from './query-budget.js';
import { readSnapshot } from './read-snapshot.js';
import { getChallengeValue } from './dns-challenge.js';

const PROOF = getChallengeValue('6f0d1c92a4be47d58c3e7a15f2904b6dd8137ec5a2f64b09913ce8705ab2f46d');
const OLD = getChallengeValue('00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff');
const EDGE: DnsTarget[] = [{ type: 'CNAME', value: 'edge.test' }];
const ADDRESS: DnsTarget[] = [{ type: 'A', value: '192.0.2.1' }];
const THEIRS = '198.51.100.1';
const THEIRS_6 = '2001:db8:ffff::1';

/** Records that are correct except for the given ones. */
function name(label: string, { alias = 'CNAME edge.test.', proof = `TXT "${PROOF}"` } = {}): string[] {
  return [...(alias ? [`${label} ${alias}`] : []), ...(proof ? [`_latchkey-challenge.${label} ${proof}`] : [])];
}

const CHAIN = Array.from({ length: 50 }, (_, n) => `c${n} CNAME c${n + 1}`);
const BOTH = ['ns1', 'ns2'] as const;
const AT_APEX = `_latchkey-challenge TXT "${PROOF}"`;

const ZONES: LabZone[] = [
  { name: 'test', servers: ['ns1'], records: ['edge A 192.0.2.1', 'edge AAAA 2001:db8::1', `shop A ${THEIRS}`] },
  {
    name: 'ok.test',
    servers: BOTH,
    records: [
      ...name('auth'),
      ...name('chained', { alias: 'CNAME hop' }),
      'hop CNAME hop2',
      'hop2 CNAME edge.test.',
      ...name('strings', { proof: `TXT "${PROOF.slice(0, 30)}" "${PROOF.slice(30)}"` }),
      ...name('among', { proof: `TXT "v=spf1 -all"\n_latchkey-challenge.among TXT "${OLD}"\n_latchkey-challenge.among TXT "${PROOF}"` }),
      ...name('caa-allows', { alias: 'A 192.0.2.1' }),
      'caa-allows CAA 0 issue "ca.example"',
    ],
  },
  {
    name: 'apex.test',
    servers: BOTH,
    records: ['@ A 192.0.2.1', '@ AAAA 2001:db8::1', '@ TXT "v=spf1 -all"', '@ MX 10 shop.test.', AT_APEX],
  },
  { name: 'signed.test', servers: ['ns1'], signed: 'valid', records: name('auth') },
  {
    name: 'wrong.test',
    servers: BOTH,
    records: [
      ...name('bare', { alias: '' }),
      ...name('elsewhere', { alias: 'CNAME shop.test.' }),
      ...name('nowhere', { alias: 'CNAME nothing.test.' }),
      ...name('address', { alias: `A ${THEIRS}` }),
      ...name('ours', { alias: 'A 192.0.2.1' }),
      ...name('six', { alias: `A 192.0.2.1\nsix AAAA ${THEIRS_6}` }),
      ...name('circle', { alias: 'CNAME circle2' }),
      'circle2 CNAME circle',
      ...name('fifty', { alias: 'CNAME c0' }),
      ...CHAIN,
      'c50 CNAME edge.test.',
      ...name('dotless', { alias: 'CNAME edge.test' }),
      ...name('unproved', { proof: '' }),
      ...name('old', { proof: `TXT "${OLD}"` }),
      ...name('split', { proof: `TXT "${PROOF.slice(0, 40)}"\n_latchkey-challenge.split TXT "${PROOF.slice(40)}"` }),
      ...name('quoted', { proof: `TXT "\\"${PROOF}\\""` }),
      ...name('spaced', { proof: `TXT "${PROOF.slice(0, 30)} ${PROOF.slice(30)}"` }),
      ...name('capitals', { proof: `TXT "${PROOF.toUpperCase()}"` }),
      ...name('misplaced', { alias: `TXT "${PROOF}"`, proof: '' }),
      ...name('twice', { proof: '' }),
      `_latchkey-challenge.twice.wrong.test TXT "${PROOF}"`,
      'both.wrong.test CNAME edge.test.',
      `_latchkey-challenge.both.wrong.test TXT "${PROOF}"`,
      '*.wild CNAME edge.test.',
      ...name('caa-forbids', { alias: 'A 192.0.2.1' }),
      'caa-forbids CAA 0 issue "other.example"',
      ...name('caa-forbids-all', { alias: 'A 192.0.2.1' }),
      'caa-forbids-all CAA 0 issue ";"',
      ...name('caa-unknown', { alias: 'A 192.0.2.1' }),
      'caa-unknown CAA 128 foo "bar"\ncaa-unknown CAA 0 issue "ca.example"',
      `_latchkey-challenge.any.wild TXT "${PROOF}"`,
    ],
  },
  {
    name: 'wildcard.test',
    servers: BOTH,
    records: [
      '* CNAME edge.test.',
      ...name('twice', { alias: '', proof: 'TXT "v=spf1 -all"' }),
      'twice.wildcard.test CNAME edge.test.',
      `_latchkey-challenge.twice.wildcard.test TXT "${PROOF}"`,
    ],
  },
  { name: 'covered.test', servers: BOTH, records: ['* CNAME edge.test.', ...name('auth', { alias: '' })] },
  { name: 'texts.test', servers: BOTH, records: [`* TXT "${PROOF}"`, 'auth CNAME edge.test.'] },
  { name: 'apex-elsewhere.test', servers: BOTH, records: [`@ A ${THEIRS}`, AT_APEX] },
  { name: 'apex-six.test', servers: BOTH, records: ['@ A 192.0.2.1', `@ AAAA ${THEIRS_6}`, AT_APEX] },
  { name: 'apex-bare.test', servers: BOTH, records: [AT_APEX] },
  { name: 'apex-alias.test', servers: ['power'], records: ['@ CNAME edge.test.', AT_APEX] },
  { name: 'beside.test', servers: ['power'], records: [...name('auth'), 'auth TXT "v=spf1 -all"', 'auth MX 10 shop.test.'] },
  { name: 'bogus.test', servers: ['ns1'], signed: 'expired', records: name('auth') },
  { name: 'lame.test', servers: [], absent: ['ns2'], records: [] },
  { name: 'mute.test', servers: [], absent: ['mute'], records: [] },
  { name: 'half-mute.test', servers: ['ns1'], absent: ['mute'], records: name('auth') },
  { name: 'limping.test', servers: ['ns1'], absent: ['ns2'], records: name('auth') },
  { name: 'late.test', servers: BOTH, records: name('auth'), differently: [] },
];

/** The first test starts it, because Jest starts concurrent tests before `beforeAll`. */
let starting: Promise<DnsLab> | undefined;

afterAll(async () => {
  await (await starting)?.stop();
});

/** Runs eight diagnoses at a time, because a busy machine would answer some of thirty queries too late. */
const lanes: Promise<unknown>[] = Array.from({ length: 8 }, () => Promise.resolve());

/** The diagnosis of a name. */
function examine(domain: string, targets = EDGE, caaIssuers: string[] = []) {
  const examined = lanes.shift()!.then(() => read(domain, targets, caaIssuers));
  lanes.push(examined.catch(() => undefined));
  return examined;
}

async function read(domain: string, targets: DnsTarget[], caaIssuers: string[]) {
  const lab = await (starting ??= DnsLab.start(ZONES));
  const subject = { name: domain, proof: PROOF, targets, caaIssuers };
  const resolvers = [{ address: lab.address('resolver'), port: lab.port }];
  const observation = await readSnapshot(new QueryBudget({ resolvers, authoritativePort: lab.port }), subject);
  const { findings, passed } = diagnose(subject, observation);
  return { codes: findings.diagnoses.map(({ code }) => code), passed, findings };
}

describe('diagnosis of correct records', () => {
  it.concurrent.each<[string, string, DnsTarget[]?, string[]?]>([
    ['by a CNAME', 'auth.ok.test'],
    ['by a chain of CNAMEs', 'chained.ok.test'],
    ['with the proof in two strings of one record', 'strings.ok.test'],
    ['with the proof among other texts', 'among.ok.test'],
    ['at the apex, by addresses', 'apex.test'],
    ['in a zone with DNSSEC', 'auth.signed.test'],
    ['by an address, where an address is asked for', 'caa-allows.ok.test', ADDRESS, ['ca.example']],
    ['by a CNAME, where an address is asked for', 'auth.ok.test', [...ADDRESS, { type: 'AAAA', value: '2001:db8::1' }]],
    ['by a CNAME, whose server keeps to itself what else it was given', 'auth.beside.test'],
    ['with the proof alone, where nothing more is asked for', 'nowhere.wrong.test', []],
  ])('reports nothing for %s', async (_what, domain, ...wanted) => {
    const { codes, passed, findings } = await examine(domain, ...wanted);

    expect({ codes, passed }).toEqual({ codes: [], passed: true });
    expect(findings.proved).toBe(true);
  });
});

describe('diagnosis of wrong records', () => {
  it.concurrent.each<[DiagnosisCode[], string, DnsTarget[]?]>([
    [['no-such-name', 'proof-missing'], 'nothing.wrong.test'],
    [['no-such-name'], 'auth.unregistered.test'],
    [['no-cname'], 'bare.wrong.test'],
    [['no-cname'], 'any.wild.wrong.test'],
    [['no-cname'], 'auth.covered.test'],
    [['zone-appended-twice'], 'twice.wildcard.test'],
    [['proof-missing'], 'auth.texts.test'],
    [['no-address'], 'apex-bare.test'],
    [['no-address'], 'bare.wrong.test', ADDRESS],
    [['cname-elsewhere'], 'elsewhere.wrong.test'],
    [['cname-elsewhere'], 'elsewhere.wrong.test', ADDRESS],
    [['cname-elsewhere'], 'nowhere.wrong.test'],
    [['cname-loop'], 'circle.wrong.test'],
    [['cname-loop'], 'fifty.wrong.test'],
    [['a-instead-of-cname'], 'address.wrong.test'],
    [['address-elsewhere'], 'address.wrong.test', ADDRESS],
    [['address-elsewhere'], 'apex-elsewhere.test'],
    [['aaaa-elsewhere'], 'six.wrong.test', ADDRESS],
    [['aaaa-elsewhere'], 'apex-six.test'],
    [['apex-cname'], 'apex-alias.test'],
    [['proof-missing'], 'unproved.wrong.test'],
    [['proof-old'], 'old.wrong.test'],
    [['proof-split'], 'split.wrong.test'],
    [['proof-malformed'], 'quoted.wrong.test'],
    [['proof-malformed'], 'spaced.wrong.test'],
    [['proof-malformed'], 'capitals.wrong.test'],
    [['no-cname', 'proof-misplaced'], 'misplaced.wrong.test'],
    [['zone-appended-twice'], 'twice.wrong.test'],
    [['zone-appended-twice'], 'both.wrong.test'],
    [['zone-appended-twice'], 'dotless.wrong.test'],
    [['dnssec-bogus'], 'auth.bogus.test'],
    [['no-server-answers'], 'auth.lame.test'],
    [['no-server-answers'], 'auth.mute.test'],
    [['servers-disagree'], 'auth.late.test'],
  ])('diagnoses %j (%s)', async (expected, domain, ...wanted) => {
    const { codes, passed } = await examine(domain, ...wanted);

    expect({ codes, passed }).toEqual({ codes: expected, passed: false });
  });

  it.concurrent.each<[DiagnosisCode, string, DnsTarget[]?, string[]?]>([
    ['lame-delegation', 'auth.limping.test'],
    ['lame-delegation', 'auth.half-mute.test'],
    ['a-instead-of-cname', 'ours.wrong.test'],
    ['caa-forbids', 'caa-forbids.wrong.test', ADDRESS, ['ca.example']],
    ['caa-forbids', 'caa-forbids-all.wrong.test', ADDRESS],
    ['caa-forbids', 'caa-unknown.wrong.test', ADDRESS, ['ca.example']],
  ])('diagnoses a problem of a domain that still serves: %s (%s)', async (code, domain, ...wanted) => {
    const { codes, passed } = await examine(domain, ...wanted);

    expect({ codes, passed }).toEqual({ codes: [code], passed: true });
  });

  it.concurrent.each([
    ['caa-forbids', 'Add a CAA record such as 0 issue "ca.example" beside those that forbid it, or remove them.'],
    ['caa-unknown', 'Remove the CAA records with the critical tag foo, which no issuer knows.'],
  ])('suggests a fix for CAA records: %s', async (label, fix) => {
    const { findings } = await examine(`${label}.wrong.test`, ADDRESS, ['ca.example']);

    expect(findings.diagnoses[0]!.fix).toContain(fix);
  });

  it.concurrent('names the affected servers', async () => {
    const [late, limping, mute] = await Promise.all(
      ['auth.late.test', 'auth.limping.test', 'auth.mute.test'].map((domain) => examine(domain)),
    );

    expect(late!.findings.diagnoses[0]!.detail).toContain('missing or different on ns2.test.');
    expect(limping!.findings.diagnoses[0]!.detail).toContain('do not answer for it: ns2.test.');
    expect(mute!.findings.diagnoses[0]!.detail).toBe('No name server of mute.test answers for it: mute.test.');
  });
});
