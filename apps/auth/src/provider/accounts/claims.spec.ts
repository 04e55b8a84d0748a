import { describe, expect, it } from '@jest/globals';
import { RESERVED_CLAIMS, STANDARD_SCOPE_CLAIMS } from '@latchkey/oauth';
import { selectClaims } from './claims.js';

const ATTRIBUTES = {
  preferred_username: 'somebody-here',
  name: 'Some Body',
  email: 'some@body.example',
  email_verified: false,
  updated_at: 1_700_000_000,
  address: { locality: 'Bern', 'x-floor': 3 },
  roles: ['reader', 'writer'],
  nothing: '',
};

const LIST = [
  { scope: 'orders', claims: ['roles', 'name'] },
  { scope: 'openid', claims: ['nothing'] },
  { scope: 'twice', claims: ['name', 'email'] },
  { scope: 'empty', claims: [] },
  { scope: 'evil', claims: [...RESERVED_CLAIMS, 'constructor', '__proto__', 'toString'] },
];

describe('selectClaims', () => {
  it.each<[string, Record<string, unknown>]>([
    ['', {}],
    ['unknown', {}],
    ['empty', {}],
    ['orders', { roles: ['reader', 'writer'], name: 'Some Body' }],
    ['openid', { nothing: '' }],
    ['openid orders twice', { roles: ['reader', 'writer'], name: 'Some Body', nothing: '', email: 'some@body.example' }],
    ['ORDERS', {}],
    ['evil', {}],
  ])('selects the claims of the scope %j that the user has', (scope, claims) => {
    expect(selectClaims(ATTRIBUTES, LIST, scope)).toEqual(claims);
  });

  it('keeps the stored values and their types', () => {
    expect(selectClaims(ATTRIBUTES, STANDARD_SCOPE_CLAIMS.id_token, 'openid profile email address')).toEqual({
      preferred_username: 'somebody-here',
      name: 'Some Body',
      email: 'some@body.example',
      email_verified: false,
      updated_at: 1_700_000_000,
      address: { locality: 'Bern', 'x-floor': 3 },
    });
  });

  it('puts claims into access tokens only if the operator lists them', () => {
    expect(selectClaims(ATTRIBUTES, STANDARD_SCOPE_CLAIMS.access_token, 'openid profile email')).toEqual({});
  });

  it.each([...RESERVED_CLAIMS])('never selects the reserved name %s, even if it is stored and listed', (name) => {
    expect(selectClaims({ [name]: 'forged' }, [{ scope: 'evil', claims: [name] }], 'evil')).toEqual({});
  });
});
