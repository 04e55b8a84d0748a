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
    ['192.0.2.1', 'auth.example.com has the address 192.0.2.1 where a CNAME record to edge.example.net belongs.'],
    [
      '192.0.2.1, 192.0.2.2',
      'auth.example.com has the addresses 192.0.2.1 and 192.0.2.2 where a CNAME record to edge.example.net belongs.',
    ],
  ])('use singular or plural: %s', (found, detail) => {
    expect(of('a-instead-of-cname', found)[0]).toBe(detail);
  });

  it('also use the plural for the targets', () => {
    expect(of('address-elsewhere', '192.0.2.1, 192.0.2.2, 192.0.2.3', '203.0.113.1, 203.0.113.2')).toEqual([
      'auth.example.com has the addresses 192.0.2.1, 192.0.2.2 and 192.0.2.3: it should lead to 203.0.113.1 and 203.0.113.2, and nowhere else.',
      'Let the A and AAAA records of auth.example.com lead to 203.0.113.1 and 203.0.113.2, and to nothing else.',
    ]);
  });

  it('suggest removing the right number of records', () => {
    expect(of('aaaa-elsewhere', '2001:db8::1')).toEqual([
      'By IPv4 auth.example.com leads here, but by IPv6 it has the address 2001:db8::1: part of its visitors get somewhere else.',
      'Remove the AAAA record of auth.example.com.',
    ]);
    expect(of('aaaa-elsewhere', '2001:db8::1, 2001:db8::2')[1]).toBe('Remove the AAAA records of auth.example.com.');
  });
});
