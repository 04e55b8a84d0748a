import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { ClientAddresses } from './client-addresses.js';

function addressOf(trusted: boolean | string[], remoteAddress: string, forwarded?: string): string {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  const request = { headers, socket: { remoteAddress }, connection: { remoteAddress } } as unknown as IncomingMessage;
  return new ClientAddresses({ TRUST_PROXY: trusted }).of(request);
}

describe('where a request comes from', () => {
  it.each<[string, boolean | string[], string, string | undefined, string]>([
    ['the peer', false, '192.0.2.1', undefined, '192.0.2.1'],
    ['the peer, whatever it says, if it is not trusted', false, '192.0.2.1', '198.51.100.7', '192.0.2.1'],
    ['whom a trusted proxy names', ['10.0.0.0/8'], '10.1.2.3', '198.51.100.7', '198.51.100.7'],
    [
      'whom the last trusted proxy names, whatever was said before',
      ['10.0.0.0/8'],
      '10.1.2.3',
      '203.0.113.9, 198.51.100.7, 10.9.9.9',
      '198.51.100.7',
    ],
    ['the peer, though it names another, if it is in no trusted network', ['10.0.0.0/8'], '192.0.2.1', '198.51.100.7', '192.0.2.1'],
    ['an address of IPv4, also as one of IPv6', false, '::ffff:192.0.2.1', undefined, '192.0.2.1'],
    ['the network of an address of IPv6', false, '2001:db8:1:2:3:4:5:6', undefined, '2001:db8:1:2'],
    ['the network of one with many zeros', false, '2001:db8::6', undefined, '2001:db8:0:0'],
    ['the network of one that is written in full', false, '2001:0DB8:0001:0002::6', undefined, '2001:db8:1:2'],
  ])('is %s', (_who, trusted, peer, forwarded, address) => {
    expect(addressOf(trusted, peer, forwarded)).toBe(address);
  });
});
