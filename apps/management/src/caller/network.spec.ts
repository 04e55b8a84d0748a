import { describe, expect, it } from '@jest/globals';
import { canonicalizeNetwork, findNetworkViolation, isInNetworks, isWithinNetworks } from './network.js';

describe('findNetworkViolation', () => {
  it.each(['10.0.0.0/8', '0.0.0.0/0', '203.0.113.7/32', '::/0', '2001:DB8:0::/32', '2001:db8::1/128', '::ffff:10.0.0.0/104'])(
    'accepts %s',
    (text) => {
      expect(findNetworkViolation(text)).toBeNull();
    },
  );

  it.each<unknown>([
    '',
    '10.0.0.0',
    '10.0.0.0/',
    '10.0.0.0/33',
    '10/8',
    '010.0.0.0/8',
    '0x0a.0.0.0/8',
    '2001:db8::/129',
    'fe80::1%eth0/64',
  ])('names the form that %p lacks', (text) => {
    expect(findNetworkViolation(text)).toBe('must be a CIDR block such as 10.0.0.0/8, 203.0.113.7/32 or 2001:db8::/32');
  });

  it.each<unknown>([null, 7, ['10.0.0.0/8'], 'example.com/8', ' 10.0.0.0/8', '10.0.0.0/8\n', '10.0.0.0/-1'])('rejects %p', (value) => {
    expect(findNetworkViolation(value)).toMatch(/^must be a CIDR block/);
  });

  it.each([
    ['10.1.2.3/8', '10.0.0.0/8'],
    ['192.0.2.129/25', '192.0.2.128/25'],
    ['2001:db8::1/32', '2001:db8::/32'],
    ['::ffff:10.1.2.3/104', '10.0.0.0/8'],
    ['1.2.3.4/0', '0.0.0.0/0'],
  ])('names the block that %s belongs to', (text, expected) => {
    expect(findNetworkViolation(text)).toBe(`must start at its first address: ${expected}`);
  });
});

describe('canonicalizeNetwork', () => {
  it.each([
    ['2001:DB8:0:0::/32', '2001:db8::/32'],
    ['::FFFF:10.0.0.0/104', '10.0.0.0/8'],
    ['10.0.0.0/08', '10.0.0.0/8'],
    ['::/0', '::/0'],
  ])('writes %s as %s', (text, expected) => {
    expect(canonicalizeNetwork(text)).toBe(expected);
  });
});

describe('networks', () => {
  it.each<[string, string[], boolean]>([
    ['10.1.2.3', ['10.0.0.0/8'], true],
    ['::ffff:10.1.2.3', ['10.0.0.0/8'], true],
    ['11.0.0.1', ['10.0.0.0/8', '192.0.2.0/24'], false],
    ['192.0.2.9', ['10.0.0.0/8', '192.0.2.0/24'], true],
    ['2001:db8::1', ['2001:db8::/32'], true],
    ['2001:db9::1', ['2001:db8::/32'], false],
    ['10.1.2.3', ['::/0'], false],
    ['10.1.2.3', [], false],
  ])('have %s in %j: %s', (address, list, expected) => {
    expect(isInNetworks(address, list)).toBe(expected);
  });

  it.each<[string, string[], boolean]>([
    ['10.0.0.0/8', ['10.0.0.0/8'], true],
    ['10.1.0.0/16', ['192.0.2.0/24', '10.0.0.0/8'], true],
    ['10.0.0.0/7', ['10.0.0.0/8'], false],
    ['0.0.0.0/0', ['10.0.0.0/8', '11.0.0.0/8'], false],
    ['0.0.0.0/0', ['::/0'], false],
    ['2001:db8:1::/48', ['2001:db8::/32'], true],
    ['2001:db9::/48', ['2001:db8::/32'], false],
  ])('contain %s in one of %j: %s', (network, list, expected) => {
    expect(isWithinNetworks(network, list)).toBe(expected);
  });
});
