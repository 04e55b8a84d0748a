import { describe, expect, it } from '@jest/globals';
import { AddressGuard } from './address-guard.js';

const createGuard = (production: boolean, addresses: string[] = []): AddressGuard =>
  new AddressGuard({ production }, async () => addresses);
const IDP = { hostname: 'idp.example.com', port: 443 };
const THIS_MACHINE = { hostname: 'localhost', port: 3001 };
const PRIVATE = ['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.0.0.1', '192.168.1.1', '169.254.169.254', 'fd00::1'];

describe('AddressGuard for an address', () => {
  const production = createGuard(true);

  it.each(['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'])('permits public addresses: %s', (address) => {
    expect(production.isAllowed(address, IDP)).toBe(true);
  });

  it.each([...PRIVATE, undefined])('rejects %s', (address) => {
    expect(production.isAllowed(address, IDP)).toBe(false);
    expect(createGuard(false).isAllowed(address, IDP)).toBe(false);
  });

  it('permits this machine outside production, if the URL names it', () => {
    expect(createGuard(false).isAllowed('127.0.0.1', THIS_MACHINE)).toBe(true);
    expect(production.isAllowed('127.0.0.1', THIS_MACHINE)).toBe(false);
  });
});

describe('AddressGuard for a name', () => {
  const PUBLIC = '93.184.215.14';

  it('returns only its public addresses', async () => {
    expect(await createGuard(true, [...PRIVATE, PUBLIC]).addressesOf(IDP)).toEqual([PUBLIC]);
    expect(await createGuard(false, [...PRIVATE, PUBLIC]).addressesOf(IDP)).toEqual([PUBLIC]);
  });

  it('throws if none is public', async () => {
    await expect(createGuard(true, PRIVATE).addressesOf(IDP)).rejects.toMatchObject({ kind: 'private-address' });
  });
});
