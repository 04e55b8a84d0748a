import { describe, expect, it } from '@jest/globals';
import { isPublicAddress } from './public-address.js';

describe('isPublicAddress', () => {
  it.each(['93.184.215.14', '1.1.1.1', '223.255.255.254', '172.15.255.255', '172.32.0.1', '100.63.255.255', '100.128.0.1'])(
    'accepts %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  it.each(['2606:2800:21f:cb07:6820:80da:af6b:8b2c', '2a00:1450:4001::8a', '3fff:1000::1'])('accepts %s', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    ['this host', ['0.0.0.0', '0.1.2.3', '::']],
    ['loopback', ['127.0.0.1', '127.255.255.254', '::1']],
    ['a private network', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.255.1', 'fc00::1', 'fd00:ec2::254']],
    ['a link', ['169.254.0.1', 'fe80::1', 'fe80::1%eth0', 'febf::1', 'fec0::1']],
    ['where clouds tell machines their secrets', ['169.254.169.254', '100.100.100.200', '192.0.0.192', '168.63.129.16', 'fd20:ce::254']],
    ['shared by a carrier', ['100.64.0.1', '100.127.255.255']],
    ['kept for documents and measurements', ['192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '198.19.255.255', '2001:db8::1']],
    ['for multicast, or reserved', ['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', 'ff02::1', '100::1']],
    ['an IPv4 address in the form of IPv6', ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8', '::127.0.0.1', '::ffff:0:127.0.0.1']],
    ['to be translated', ['64:ff9b::7f00:1', '64:ff9b:1::a00:1', '2002:7f00:1::', '2002:808:808::1', '2001:0:7f00:1::', '192.88.99.1']],
    ['no address', ['', 'localhost', '127.1', '0x7f000001', '1.2.3.4.5', '2130706433', '[::1]']],
  ])('rejects %s', (_which, addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([]);
  });
});
