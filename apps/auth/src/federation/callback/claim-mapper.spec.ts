import { describe, expect, it } from '@jest/globals';
import { STANDARD_CLAIM_MAPPING, findUsernameViolation } from '@latchkey/oauth';
import type { Attributes } from '@latchkey/persistence';
import { applyUpdate, type AttributeUpdate } from './attribute-update.js';
import { mapClaims, type ClaimMappingOptions, type UpstreamClaims } from './claim-mapper.js';
import { buildUsernameCandidates } from './username-candidates.js';

const STANDARD = { claimMapping: STANDARD_CLAIM_MAPPING, trustEmailVerified: false };
const TRUSTED = { ...STANDARD, trustEmailVerified: true };
const attributesOf = (claims: UpstreamClaims, options: ClaimMappingOptions = STANDARD) => mapClaims([claims], options).attributes;
const withdrawnBy = (claims: UpstreamClaims, options: ClaimMappingOptions = STANDARD) => mapClaims([claims], options).withdrawn;
const NO_CHANGE: AttributeUpdate = { ...mapClaims([{}], TRUSTED), trusted: true };
const update = (stored: Attributes, attributes: Attributes, withdrawn: string[] = []) =>
  applyUpdate({ attributes: stored, vouchedFor: [] }, { ...NO_CHANGE, attributes, withdrawn }).attributes;

/** Applies a sign-in at a trusted identity provider to stored attributes. */
function signIn(stored: Attributes, documents: UpstreamClaims[], claimMapping = STANDARD_CLAIM_MAPPING): Attributes {
  const mapped = mapClaims(documents, { claimMapping, trustEmailVerified: true });
  return applyUpdate({ attributes: stored, vouchedFor: [] }, { ...mapped, trusted: true }).attributes;
}
const SUBJECT = { provider: 'acme', issuer: 'https://login.example.com', subject: '248289761001' };

describe('mapped attributes', () => {
  it('maps claims to their attribute names', () => {
    const claims = { sub: '1', given_name: 'Jane', department: 'Sales', groups: ['a', { b: 1 }], hidden: 'x' };
    const claimMapping = { given_name: 'given_name', department: 'team', groups: 'roles' };

    expect(attributesOf(claims, { claimMapping, trustEmailVerified: false })).toEqual({
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
  ])('omits an invalid %s: %j', (claim, value) => {
    expect(attributesOf({ [claim]: value, nickname: 'Jay' })).toEqual({ nickname: 'Jay' });
  });

  it.each([
    ['a fraction', 1.5],
    ['a number that is too large', 2 ** 60],
    ['a value that is nested too deeply', JSON.parse('['.repeat(20) + ']'.repeat(20)) as unknown],
    ['a key with a NUL character', { 'a\0': 1 }],
  ])('omits %s', (_kind, value) => {
    expect(attributesOf({ custom: value }, { claimMapping: { custom: 'custom' }, trustEmailVerified: false })).toEqual({});
  });

  it('accepts verified flags only from a trusted identity provider', () => {
    const claims = { email: 'jane@example.com', email_verified: true, phone_number: '+493012345678', phone_number_verified: true };
    const addresses = { email: 'jane@example.com', phone_number: '+493012345678' };

    expect(attributesOf(claims)).toEqual(addresses);
    expect(attributesOf(claims, TRUSTED)).toEqual(claims);
  });

  it.each(['sub', 'active', 'identityProvider', 'preferred_username'])('never maps %s', (attribute) => {
    expect(attributesOf({ claim: 'a long enough value' }, { claimMapping: { claim: attribute }, trustEmailVerified: true })).toEqual({});
  });

  it('replaces stored attributes of the same name and keeps the others', () => {
    const stored = { preferred_username: 'jane.doe.1', email: 'jane@example.com', email_verified: true, note: 'vip' };

    expect(update(stored, { email: 'jane@example.com', name: 'Jane' })).toEqual({ ...stored, name: 'Jane' });
    expect(update(stored, { email: 'j@example.com' })).toEqual({
      preferred_username: 'jane.doe.1',
      email: 'j@example.com',
      note: 'vip',
    });
    expect(update(stored, { email: 'j@example.com', email_verified: true })).toMatchObject({ email_verified: true });
  });

  it('removes verified flags when their identity provider is no longer trusted', () => {
    const attributes = { email: 'j@example.com', email_verified: true };
    const untrusted = { ...NO_CHANGE, trusted: false };
    const verified = applyUpdate({ attributes: {}, vouchedFor: [] }, { ...NO_CHANGE, attributes });

    expect(verified).toEqual({ attributes, vouchedFor: ['email_verified'] });
    expect(applyUpdate(verified, { ...untrusted, trusted: true })).toEqual(verified);
    expect(applyUpdate(verified, untrusted)).toEqual({ attributes: { email: 'j@example.com' }, vouchedFor: [] });
    expect(applyUpdate({ attributes, vouchedFor: [] }, untrusted)).toEqual({ attributes, vouchedFor: [] });
  });

  it('limits attributes to 150', () => {
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
    expect(findUsernameViolation(first)).toBeNull();
  });

  it.each([{}, { preferred_username: 'jane' }, { preferred_username: 'jane.doe.1' }, { preferred_username: '\ufdfa'.repeat(250) }])(
    'proposes at least one name that is unique to the subject: case %#',
    (claims) => {
      const names = buildUsernameCandidates(claims, SUBJECT);
      const others = buildUsernameCandidates(claims, { ...SUBJECT, subject: 'another' });

      expect(names.filter((name) => findUsernameViolation(name) !== null)).toEqual([]);
      expect(names.some((name) => !others.includes(name))).toBe(true);
    },
  );
});

describe('withdrawn attributes', () => {
  const claimMapping = { groups: 'roles', email: 'email', email_verified: 'email_verified', name: 'name', sub: 'sub', left: 'out' };

  it('withdraws attributes for null claims and false verified flags', () => {
    const claims = { groups: null, email: null, email_verified: false, name: null, sub: null };

    expect(withdrawnBy(claims, { claimMapping, trustEmailVerified: false })).toEqual(['roles', 'email', 'email_verified', 'name']);
  });

  it('keeps attributes for missing claims and empty lists', () => {
    expect(withdrawnBy({ groups: [], email_verified: true }, { claimMapping, trustEmailVerified: false })).toEqual([]);
  });

  it.each([
    ['phone_number', '030 1234'],
    ['phone_number', 4930123],
    ['email', ''],
    ['email', ['jane@example.com']],
    ['picture', `data:image/png;base64,${'A'.repeat(9_000)}`],
    ['locale', { tag: 'de' }],
    ['zoneinfo', 'Mars/Olympus'],
    ['family_name', '\ud800'],
  ])('withdraws an unreadable %s, because the stored value is outdated: %j', (claim, value) => {
    const stored = { preferred_username: 'jane.doe.10', name: 'Jane', [claim]: 'a former value', [`${claim}_verified`]: true };

    const after = signIn(stored, [{ [claim]: value }]);

    expect([after[claim], 'email_verified' in after, 'phone_number_verified' in after]).toEqual([undefined, false, false]);
  });

  it.each([
    [{ given_name: 'Jane', family_name: 'Roe', name: null }, 'Jane Roe'],
    [{ name: 7 }, 'jane.doe.10'],
  ])('composes a name if the given one is unreadable %#', (claims, name) => {
    expect(signIn({ preferred_username: 'jane.doe.10', name: 'Jane Doe' }, [claims])).toMatchObject({ name });
  });

  it('removes withdrawn attributes at the sign-in', () => {
    const stored = { preferred_username: 'jane.doe.10', roles: ['admin'], email: 'j@example.com', email_verified: true };

    expect(update(stored, { email: 'j@example.com' }, ['roles', 'email_verified'])).toEqual({
      preferred_username: 'jane.doe.10',
      email: 'j@example.com',
    });
  });
});

describe('verified flags', () => {
  const [A, B, C] = ['a@example.com', 'b@example.com', 'c@example.com'];

  it.each<[string, UpstreamClaims[], Attributes]>([
    ['of the same document counts', [{ email: A, email_verified: true }], { email: A, email_verified: true }],
    ['of another document does not count', [{ email: A }, { email: B, email_verified: true }], { email: A }],
    ['of another document without an address does not count', [{ email: A }, { email_verified: true }], { email: A }],
    [
      'of another document with the same address counts',
      [{ email: A }, { email: A, email_verified: true }],
      { email: A, email_verified: true },
    ],
    [
      'false of the first document counts more than true of the second',
      [
        { email: A, email_verified: false },
        { email: A, email_verified: true },
      ],
      { email: A },
    ],
    [
      'of the document that has a readable address counts',
      [
        { email: 7, email_verified: false },
        { email: B, email_verified: true },
      ],
      { email: B, email_verified: true },
    ],
    ['of an unreadable address does not count', [{ email: 'nobody', email_verified: true }], {}],
    ['without an address does not count', [{ email_verified: true }], {}],
    ['that is a string is read', [{ email: A, email_verified: 'true' }], { email: A, email_verified: true }],
    [
      'of a phone number behaves alike',
      [{ phone_number: '+493012345678' }, { phone_number: '+493012345679', phone_number_verified: true }],
      { phone_number: '+493012345678' },
    ],
  ])('%s', (_what, documents, expected) => {
    expect(signIn({}, documents)).toEqual(expected);
  });

  it.each([false, 'false', 'yes', 'TRUE', 1, 0, null, [true], {}])('removes a verified flag for %j', (flag) => {
    expect(signIn({ email: A, email_verified: true }, [{ email: A, email_verified: flag }])).toEqual({ email: A });
    expect(signIn({ email: A, email_verified: true }, [{ email_verified: flag }])).toEqual({ email: A });
  });

  it.each<[string, UpstreamClaims]>([
    ['changes', { email: C }],
    ['disappears', { email: null }],
    ['cannot be read', { email: 'x'.repeat(9_000) }],
    ['cannot be read, although it is said to be verified', { email: '', email_verified: true }],
  ])('removes a verified flag when its address %s', (_what, claims) => {
    expect(signIn({ email: A, email_verified: true }, [claims])).not.toHaveProperty('email_verified');
  });

  it('keeps the flag with its address through a mapping that renames claims or attributes', () => {
    const renamed = { mail: 'email', mail_confirmed: 'email_verified', phone_number: 'mobile', phone_number_verified: 'mobile_checked' };
    const documents = [
      { mail: A, phone_number: '+493012345678' },
      { mail: B, mail_confirmed: true, phone_number: '+493012345679', phone_number_verified: true },
    ];

    expect(signIn({}, documents, renamed)).toEqual({ email: A, mobile: '+493012345678' });
    expect(signIn({}, documents.slice(1), renamed)).toEqual({
      email: B,
      email_verified: true,
      mobile: '+493012345679',
      mobile_checked: true,
    });
    expect(signIn({ mobile: '+493012345670', mobile_checked: true }, [{ phone_number: '+493012345671' }], renamed)).toEqual({
      mobile: '+493012345671',
    });
  });

  it('ignores the flag of an address that the mapping takes from another claim', () => {
    const claimMapping = { upn: 'email', email: 'work_email', email_verified: 'email_verified' };

    expect(signIn({}, [{ upn: A, email: B, email_verified: true }], claimMapping)).toEqual({ email: A, work_email: B });
    expect(signIn({}, [{ upn: A, email: A, email_verified: true }], claimMapping)).toMatchObject({ email: A, email_verified: true });
    expect(signIn({}, [{ upn: A, email_verified: true }], claimMapping)).toEqual({ email: A, email_verified: true });
  });
});
