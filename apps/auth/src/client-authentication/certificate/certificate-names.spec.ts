import { describe, expect, it } from '@jest/globals';
import { hasCertificateName } from './certificate-names.js';

const NAMES = {
  subject: [[{ type: '2.5.4.3', value: 'orders' }], [{ type: '2.5.4.10', value: 'Shop' }]],
  dns: ['Orders.example.com', 'other.example.com'],
  uris: ['spiffe://shop/orders'],
  emails: ['Orders@Example.com'],
  ips: ['192.0.2.7', '2001:db8::7'],
};

describe('hasCertificateName', () => {
  it.each([
    { subjectDn: 'CN=orders,O=Shop' },
    { subjectDn: 'cn=ORDERS, o=shop' },
    { sanDns: 'orders.example.com' },
    { sanUri: 'spiffe://shop/orders' },
    { sanEmail: 'Orders@example.com' },
    { sanIp: '192.0.2.7' },
    { sanIp: '2001:0db8:0::7' },
  ])('finds the name %j in the certificate', (registered) => {
    expect(hasCertificateName(NAMES, registered)).toBe(true);
  });

  it.each([
    {},
    { subjectDn: 'O=Shop,CN=orders' },
    { subjectDn: 'CN=orders' },
    { subjectDn: 'CN=orders,O=Shop,C=DE' },
    { sanDns: 'example.com' },
    { sanDns: 'spiffe://shop/orders' },
    { sanUri: 'spiffe://shop/ORDERS' },
    { sanEmail: 'orders@example.com' },
    { sanIp: '192.0.2.8' },
  ])('does not find the name %j in the certificate', (registered) => {
    expect(hasCertificateName(NAMES, registered)).toBe(false);
  });

  it('does not accept a name after another one matched', () => {
    const compare = (registered: object) => hasCertificateName(NAMES, registered);
    const [dns, uri] = [{ sanDns: 'orders.example.com' }, { sanUri: 'orders.example.com' }];

    expect([compare(dns), compare(dns), compare(uri), compare({ sanDns: 'example.com' }), compare(dns)]).toEqual([
      true,
      true,
      false,
      false,
      true,
    ]);
  });
});
