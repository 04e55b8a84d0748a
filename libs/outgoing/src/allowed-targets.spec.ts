import { describe, expect, it } from '@jest/globals';
import { AddressGuard } from './address-guard.js';
import { AllowedTargets, isForbiddenAddress } from './allowed-targets.js';

const ALLOW = {
  networks: ['10.1.0.0/16', 'fd12::/16', '127.0.0.0/8', '64:ff9b::/96', '::ffff:172.16.0.0/112'],
  hosts: ['idp.local', '*.corp.internal'],
};
const EVERYTHING = { networks: ['0.0.0.0/0', '::/0'], hosts: ['*.corp.internal'] };
const OWN_PORTS = [3000, 3001, 3002, 5432, 6379, 9464];

const guardOf = (allow: typeof ALLOW, addresses: string[] = []): AddressGuard =>
  new AddressGuard(
    { production: true, allow, ownPorts: OWN_PORTS },
    async () => addresses,
    async () => addresses,
  );

describe('OUTGOING_ALLOW hosts', () => {
  const allowed = new AllowedTargets(ALLOW);

  it.each(['idp.local', 'idp.local.', 'a.corp.internal', 'a.b.corp.internal'])('include %s', (host) => {
    expect(allowed.hasHost(host)).toBe(true);
  });

  it.each(['a.idp.local', 'corp.internal', 'evilcorp.internal', 'a.corp.internal.example.com', '10.1.0.1'])('do not include %s', (host) => {
    expect(allowed.hasHost(host)).toBe(false);
  });

  it.each([
    ['10.1.2.3', true],
    ['::ffff:10.1.2.3', true],
    ['172.16.0.9', true],
    ['fd12::1', true],
    ['10.2.0.1', false],
    ['fd13::1', false],
    ['192.168.0.1', false],
  ])('include with the networks %s: %s', (address, isIncluded) => {
    expect(allowed.hasAddress(address)).toBe(isIncluded);
  });
});

const NEVER = [
  '169.254.169.254',
  '::ffff:169.254.169.254',
  '::ffff:a9fe:a9fe',
  '64:ff9b::169.254.169.254',
  '64:ff9b:1::a9fe:a9fe',
  '::169.254.169.254',
  '::ffff:0:169.254.169.254',
  '2002:a9fe:a9fe::',
  '2001:0:a9fe:a9fe::',
  'fe80::1',
  'febf::1',
  'fe80::1%eth0',
  '168.63.129.16',
  '100.100.100.200',
  'fd00:ec2::254',
  'fd20:ce::254',
  '0.0.0.0',
  '0.1.2.3',
  '::',
  '224.0.0.1',
  'ff02::1',
  '255.255.255.255',
  'nonsense',
];

describe('addresses that no setting can permit', () => {
  it.each(NEVER)('include %s', (address) => {
    expect(isForbiddenAddress(address)).toBe(true);
    expect(guardOf(EVERYTHING).isAllowed(address, { hostname: 'idp.corp.internal', port: 443 })).toBe(false);
  });

  it.each(['10.0.0.1', '127.0.0.1', '::1', '::ffff:10.0.0.1', '64:ff9b::10.0.0.1', 'fd00::1', '100.64.0.1'])(
    'do not include %s',
    (address) => {
      expect(isForbiddenAddress(address)).toBe(false);
    },
  );
});

describe('guard with OUTGOING_ALLOW', () => {
  it.each([
    ['https://idp.corp.internal/', ['10.9.9.9']],
    ['https://idp.local:8443/', ['fd99::1']],
    ['https://idp.example.com/', ['10.1.2.3']],
    ['https://10.1.2.3/', ['10.1.2.3']],
    ['https://[fd12::1]/', ['fd12::1']],
    ['https://127.0.0.5:8443/', ['127.0.0.5']],
    ['https://localhost:8443/', ['127.0.0.1']],
  ])('permits %s', async (url, addresses) => {
    const guard = guardOf(ALLOW, addresses);
    const { hostname, port } = guard.checkUrl(url);
    const target = { hostname, port: Number(port) || 443 };

    expect(await guard.addressesOf(target)).toEqual(addresses);
    expect(guard.isAllowed(addresses[0], target)).toBe(true);
  });

  it.each([
    ['another private network', 'idp.example.com', ['10.2.0.1', '192.168.0.1']],
    ['a link-local address', 'idp.corp.internal', ['169.254.169.254', 'fe80::1', '64:ff9b::a9fe:a9fe']],
    ['a translated address of another private network', 'idp.example.com', ['64:ff9b::192.168.0.1']],
  ])('rejects a name that leads to %s', async (_what, hostname, addresses) => {
    await expect(guardOf(ALLOW, addresses).addressesOf({ hostname, port: 443 })).rejects.toMatchObject({ kind: 'private-address' });
  });

  it.each(OWN_PORTS)('rejects the port %i of the services at every private address, under every name', async (port) => {
    const guard = guardOf(EVERYTHING, ['10.1.2.3', '127.0.0.1', '::1', 'fd12::1']);
    const hosts = ['idp.corp.internal', 'idp.example.com', 'localhost', '127.0.0.1', '[::1]', '10.1.2.3', '[::ffff:127.0.0.1]'];
    const refusals = await Promise.all(hosts.map((hostname) => guard.addressesOf({ hostname, port }).catch((error) => error.kind)));

    expect(refusals).toEqual(hosts.map(() => 'private-address'));
    expect(guard.isAllowed('10.1.2.3', { hostname: 'idp.corp.internal', port })).toBe(false);
  });

  it('does not permit http in production', () => {
    expect(() => guardOf(EVERYTHING).checkUrl('http://idp.corp.internal/')).toThrow('does not use https');
  });
});
