import { describe, expect, it } from '@jest/globals';
import { STANDARD_CLAIM_MAPPING, findUsernameFault } from '@latchkey/oauth';
import type { Attributes } from '@latchkey/persistence';
import { mapClaims, applyUpdate, findWithdrawnAttributes } from './claim-mapper.js';
import { buildUsernameCandidates } from './username-candidates.js';

const STANDARD = { claimMapping: STANDARD_CLAIM_MAPPING, trustEmailVerified: false };
const update = (attributes: Attributes, fresh: Attributes, withdrawn: string[] = []) =>
  applyUpdate({ attributes, vouchedFor: [] }, { fresh, withdrawn, trusted: true }).attributes;
const SUBJECT = { provider: 'acme', issuer: 'https://login.example.com', subject: '248289761001' };

describe('mapped attributes', () => {
  it('contain the mapped claims under their attribute names', () => {
    const claims = { sub: '1', given_name: 'Jane', department: 'Sales', groups: ['a', { b: 1 }], hidden: 'x' };
    const claimMapping = { given_name: 'given_name', department: 'team', groups: 'roles' };

    expect(mapClaims(claims, { claimMapping, trustEmailVerified: false })).toEqual({
      given_name: 'Jane',
      team: 'Sales',
      roles: ['a', { b: 1 }],
    });
  });

  it.each([
    ['email', 'no address'],
    ['email', 'a@b.example\n'],
    ['email', ['jane@example.com']],
    ['phone_number', '030 1234'],
    ['locale', '!'],
    ['zoneinfo', 'Mars/Olympus'],
    ['picture', 'javascript:alert(1)'],
    ['name', ''],
    ['name', 7],
    ['given_name', null],
    ['given_name', 'Ja\0ne'],
    ['given_name', '\ud800'],
    ['given_name', 'x'.repeat(9_000)],
  ])('omit an invalid %s: %j', (claim, value) => {
    expect(mapClaims({ [claim]: value, nickname: 'Jay' }, STANDARD)).toEqual({ nickname: 'Jay' });
  });

  it.each([
    ['a fraction', 1.5],
    ['a number that is too large', 2 ** 60],
    ['a value that is nested too deeply', JSON.parse('['.repeat(20) + ']'.repeat(20)) as unknown],
    ['a key with a NUL character', { 'a\0': 1 }],
  ])('omit %s', (_kind, value) => {
    expect(mapClaims({ custom: value }, { claimMapping: { custom: 'custom' }, trustEmailVerified: false })).toEqual({});
  });

  it('contain verified flags only from a trusted identity provider', () => {
    const claims = { email: 'jane@example.com', email_verified: true, phone_number: '+493012345678', phone_number_verified: true };
    const addresses = { email: 'jane@example.com', phone_number: '+493012345678' };

    expect(mapClaims(claims, STANDARD)).toEqual(addresses);
    expect(mapClaims(claims, { ...STANDARD, trustEmailVerified: true })).toEqual(claims);
    expect(mapClaims({ ...claims, email_verified: 'true' }, { ...STANDARD, trustEmailVerified: true })).not.toHaveProperty(
      'email_verified',
    );
  });

  it.each(['sub', 'active', 'identityProvider', 'preferred_username'])('never contain %s', (attribute) => {
    expect(mapClaims({ claim: 'a long enough value' }, { claimMapping: { claim: attribute }, trustEmailVerified: true })).toEqual({});
  });

  it('replace stored attributes of the same name and keep the others', () => {
    const stored = { preferred_username: 'jane.doe.1', email: 'jane@example.com', email_verified: true, note: 'vip' };

    expect(update(stored, { email: 'jane@example.com', name: 'Jane' })).toEqual({ ...stored, name: 'Jane' });
    expect(update(stored, { email: 'j@example.com' })).toEqual({
      preferred_username: 'jane.doe.1',
      email: 'j@example.com',
      note: 'vip',
    });
    expect(update(stored, { email: 'j@example.com', email_verified: true })).toMatchObject({ email_verified: true });
  });

  it('lose verified flags when their identity provider is no longer trusted', () => {
    const [untrusted, attributes] = [
      { fresh: {}, withdrawn: [], trusted: false },
      { email: 'j@example.com', email_verified: true },
    ];
    const verified = applyUpdate({ attributes: {}, vouchedFor: [] }, { fresh: attributes, withdrawn: [], trusted: true });

    expect(verified).toEqual({ attributes, vouchedFor: ['email_verified'] });
    expect(applyUpdate(verified, { ...untrusted, trusted: true })).toEqual(verified);
    expect(applyUpdate(verified, untrusted)).toEqual({ attributes: { email: 'j@example.com' }, vouchedFor: [] });
    expect(applyUpdate({ attributes, vouchedFor: [] }, untrusted)).toEqual({ attributes, vouchedFor: [] });
  });

  it('are limited to 150', () => {
    const stored = Object.fromEntries(Array.from({ length: 150 }, (_none, n) => [`a${n}`, n]));

    expect(update(stored, { a1: 'new', more: 1 })).toEqual({ ...stored, a1: 'new' });
  });
});

describe('buildUsernameCandidates', () => {
  it.each([
    [{ preferred_username: 'jane.doe@example.com' }, 'jane.doe@example.com'],
    [{ preferred_username: 'jane', email: 'jane.doe@example.com' }, 'jane-'],
    [{ preferred_username: 'janedoe' }, 'janedoe-acme'],
    [{ preferred_username: '  jane.marie.doe ' }, 'jane.marie.doe'],
    [{ email: 'jane.doe@example.com' }, 'jane.doe@example.com'],
    [{ preferred_username: 'ja\nne.doe.1' }, 'acme'],
    [{ preferred_username: 'j\u0430ne.doe.1' }, 'acme'],
    [{ preferred_username: 'jane\u200bdoe.1' }, 'acme'],
    [{ preferred_username: 7, email: null }, 'acme'],
    [{}, 'acme'],
  ])('proposes for %j first a name that starts with %s', (claims, start) => {
    const [first] = buildUsernameCandidates(claims, SUBJECT);

    expect(first?.startsWith(start)).toBe(true);
    expect(findUsernameFault(first)).toBeNull();
  });

  it.each([{}, { preferred_username: 'jane' }, { preferred_username: 'jane.doe.1' }, { preferred_username: '\ufdfa'.repeat(250) }])(
    'proposes at least one name that is unique to the subject: case %#',
    (claims) => {
      const names = buildUsernameCandidates(claims, SUBJECT);
      const others = buildUsernameCandidates(claims, { ...SUBJECT, subject: 'another' });

      expect(names.filter((name) => findUsernameFault(name) !== null)).toEqual([]);
      expect(names.some((name) => !others.includes(name))).toBe(true);
    },
  );
});

describe('withdrawn attributes', () => {
  const claimMapping = { groups: 'roles', email: 'email', email_verified: 'email_verified', name: 'name', sub: 'sub', left: 'out' };

  it('are claims that are null, and verified flags that are false', () => {
    const claims = { groups: null, email: null, email_verified: false, name: null, sub: null };

    expect(findWithdrawnAttributes(claims, { claimMapping })).toEqual(['roles', 'email', 'email_verified']);
  });

  it('exclude missing claims and empty values', () => {
    expect(findWithdrawnAttributes({ groups: [], email: '', email_verified: true }, { claimMapping })).toEqual([]);
  });

  it('are removed by the sign-in', () => {
    const stored = { preferred_username: 'jane.doe.10', roles: ['admin'], email: 'j@example.com', email_verified: true };

    expect(update(stored, { email: 'j@example.com' }, ['roles', 'email_verified'])).toEqual({
      preferred_username: 'jane.doe.10',
      email: 'j@example.com',
    });
  });
});
