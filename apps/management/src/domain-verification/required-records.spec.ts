import { describe, expect, it } from '@jest/globals';
import type { DnsTarget } from '@latchkey/config';
import type { DnsFindings } from '@latchkey/persistence';
import { requiredRecords } from './required-records.js';

const NAME = 'auth.example.com';
const OURS = '192.0.2.1';
const OURS_6 = '2001:db8::1';
const ADDRESSES: DnsTarget[] = [
  { type: 'A', value: OURS },
  { type: 'AAAA', value: OURS_6 },
];
const EDGE: DnsTarget[] = [{ type: 'CNAME', value: 'edge.example.net' }];
const FOUND: DnsFindings = { diagnoses: [], proved: true, pointsHere: true, addresses: [], zone: 'example.com', targetAddresses: [] };

/** The status of each address or alias record. */
function statuses(name: string, targets: DnsTarget[], findings: DnsFindings | null): string[] {
  const [, ...leading] = requiredRecords(name, { token: 'token', findings }, targets);
  return leading.map(({ type, status }) => `${type} ${status}`);
}

describe('address records', () => {
  it.each<[string, Partial<DnsFindings>, string[]]>([
    ['both are there', { addresses: [OURS, OURS_6] }, ['A present', 'AAAA present']],
    ['one is there', { addresses: [OURS] }, ['A present', 'AAAA missing']],
    ['one address is foreign', { pointsHere: false, addresses: [OURS, '2001:db8:ffff::1'] }, ['A present', 'AAAA missing']],
    ['none is there', { pointsHere: false }, ['A missing', 'AAAA missing']],
  ])('are present independently of each other: %s', (_what, findings, expected) => {
    expect(statuses(NAME, ADDRESSES, { ...FOUND, ...findings })).toEqual(expected);
    expect(statuses('example.com', EDGE, { ...FOUND, targetAddresses: [OURS, OURS_6], ...findings })).toEqual(expected);
  });

  it('use the findings that an earlier release stored', () => {
    const { addresses: _addresses, ...former } = FOUND;

    expect(statuses(NAME, ADDRESSES, former)).toEqual(['A present', 'AAAA present']);
    expect(statuses(NAME, ADDRESSES, null)).toEqual(['A pending', 'AAAA pending']);
  });
});

describe('alias records', () => {
  it('are present if the name points here', () => {
    expect(statuses(NAME, EDGE, FOUND)).toEqual(['CNAME present']);
    expect(statuses(NAME, EDGE, { ...FOUND, pointsHere: false })).toEqual(['CNAME missing']);
  });
});
