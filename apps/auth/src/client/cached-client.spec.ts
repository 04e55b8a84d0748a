import { describe, expect, it } from '@jest/globals';
import { hashSecret } from '@latchkey/crypto';
import type { ServedClient } from '@latchkey/persistence';
import { CachedClient } from './cached-client.js';

const ISSUER = 'https://acme.example.com';

function recordOf(changes: Partial<ServedClient> = {}): CachedClient {
  const client = {
    clientId: 'service',
    scope: 'read write',
    revision: '7',
    secrets: [],
    accessTokenExpiry: null,
    audiences: null,
    authentication: null,
  };
  return new CachedClient('a-domain', {
    tokenQuota: null,
    active: true,
    expiresAt: null,
    ...client,
    ...changes,
  } as unknown as ServedClient);
}

describe('the scope of a grant', () => {
  it.each([
    ['read write', undefined, 'read write'],
    ['write read', undefined, 'write read'],
    ['openid read profile offline_access', undefined, 'read'],
    ['openid email', undefined, ''],
    ['read write', 'write', 'write'],
    ['read write', 'write read', 'write read'],
    ['read write', 'read read write read', 'read write'],
    ['read write', 'admin', null],
    ['read write', 'read admin', null],
    ['read write', 'READ', null],
    ['openid read', 'openid', null],
    ['openid read', 'read openid', null],
  ])('grants a client with "%s" that requests "%s": "%s"', (scope, requested, granted) => {
    expect(recordOf({ scope }).grantScope(requested, undefined)).toBe(granted);
  });
});

describe('audience', () => {
  it.each([
    [null, undefined, ISSUER],
    [[], undefined, ISSUER],
    [null, ISSUER, ISSUER],
    [null, 'https://api.example.com', null],
    [['https://api.example.com'], undefined, 'https://api.example.com'],
    [['https://api.example.com'], 'https://api.example.com', 'https://api.example.com'],
    [['https://api.example.com'], 'https://api.example.com/', null],
    [['https://api.example.com'], ISSUER, null],
    [['urn:a', 'urn:b'], undefined, ['urn:a', 'urn:b']],
    [['urn:a', 'urn:b'], 'urn:b', 'urn:b'],
    [['urn:a', 'urn:b'], 'urn:c', null],
  ])('selects the audience of a client with %j that requests %j: %j', (audiences, resource, audience) => {
    expect(recordOf({ audiences }).audience(resource, { issuer: ISSUER, resources: new Map() })).toEqual(audience);
  });
});

describe('CachedClient', () => {
  it('uses the token lifetime that the operator chose, or an hour', () => {
    expect([recordOf({ accessTokenExpiry: 60 }).accessTokenExpiry(undefined), recordOf().accessTokenExpiry(undefined)]).toEqual([
      60, 3_600,
    ]);
  });

  it('identifies its revision in the client metadata, and shows no hash', () => {
    const record = recordOf({ secrets: [{ id: 'one', hash: hashSecret('one'), expiresAt: null }] });

    expect(JSON.stringify({ record })).toBe('{"record":"7"}');
  });
});
