import { describe, expect, it } from '@jest/globals';
import { getTableRows, getSection } from '../../../../test/support/pages.js';
import { diagnosis, DIAGNOSES, type DiagnosisCode } from './diagnosis-catalogue.js';

describe('diagnoses', () => {
  it('are listed in docs/custom-domains.md, which says for each whether the domain still serves', () => {
    const rows = getTableRows(getSection('docs/custom-domains.md', '## What can be wrong'));
    const said = Object.fromEntries(rows.map(([code = '', serves = '']) => [code.replaceAll('`', ''), serves !== 'yes']));

    expect(said).toEqual(Object.fromEntries(Object.entries(DIAGNOSES).map(([code, { blocks }]) => [code, blocks])));
  });
});

describe('sentences about addresses', () => {
  const particulars = { name: 'auth.example.com', zone: 'example.com', proofName: '', proof: '', record: '' };
  const of = (code: DiagnosisCode, found: string, target = 'edge.example.net'): [string, string] => {
    const { detail, fix } = diagnosis(code, { ...particulars, found, target });
    return [detail, fix];
  };

  it.each([
    ['192.0.2.1', 'auth.example.com has the address 192.0.2.1 instead of a CNAME record to edge.example.net.'],
    ['192.0.2.1, 192.0.2.2', 'auth.example.com has the addresses 192.0.2.1 and 192.0.2.2 instead of a CNAME record to edge.example.net.'],
  ])('use singular or plural: %s', (found, detail) => {
    expect(of('a-instead-of-cname', found)[0]).toBe(detail);
  });

  it('also use the plural for the targets', () => {
    expect(of('address-elsewhere', '192.0.2.1, 192.0.2.2, 192.0.2.3', '203.0.113.1, 203.0.113.2')).toEqual([
      'auth.example.com has the addresses 192.0.2.1, 192.0.2.2 and 192.0.2.3, but must point only to 203.0.113.1 and 203.0.113.2.',
      'Point the A and AAAA records of auth.example.com only to 203.0.113.1 and 203.0.113.2.',
    ]);
  });

  it('suggest removing the right number of records', () => {
    expect(of('aaaa-elsewhere', '2001:db8::1')).toEqual([
      'auth.example.com points here over IPv4, but has the address 2001:db8::1 for IPv6, so some of its visitors reach another server.',
      'Remove the AAAA record of auth.example.com.',
    ]);
    expect(of('aaaa-elsewhere', '2001:db8::1, 2001:db8::2')[1]).toBe('Remove the AAAA records of auth.example.com.');
  });
});
