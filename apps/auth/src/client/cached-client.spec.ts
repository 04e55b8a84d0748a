import { beforeEach, describe, expect, it } from '@jest/globals';
import { hashSecret } from '@latchkey/crypto';
import type { ServedClient } from '@latchkey/persistence';
import { CachedClient } from './cached-client.js';
import type { SecretLastUseService, UsedSecret } from './secret-last-use.service.js';

const ISSUER = 'https://acme.example.com';
const NOW = Date.parse('2026-01-01T12:00:00Z');

const noted: UsedSecret[] = [];
const uses = { record: (used: UsedSecret) => noted.push(used) } as unknown as SecretLastUseService;

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
  return new CachedClient('a-domain', { ...client, ...changes } as unknown as ServedClient, uses);
}

function secret(text: string, expiresAt: Date | null = null) {
  return { id: text, hash: hashSecret(text), expiresAt };
}

describe('the secrets of a client', () => {
  beforeEach(() => {
    noted.length = 0;
  });

  it('count until they expire, and no others do', () => {
    const record = recordOf({ secrets: [secret('older'), secret('newer')] });

    const used = ['older', 'newer', 'neither', '', 'older ', 'Older', hashSecret('older').toString('base64')].map((text) =>
      record.verifySecret(text, NOW),
    );

    expect(used.map((each) => each?.secretId ?? null)).toEqual(['older', 'newer', null, null, null, null, null]);
    expect(noted.map(({ secretId }) => secretId)).toEqual(['older', 'newer']);
  });

  it('count until the instant at which they expire', () => {
    const record = recordOf({ secrets: [secret('ends', new Date(NOW + 1)), secret('stays')] });

    expect([record.verifySecret('ends', NOW), record.verifySecret('stays', NOW)]).toEqual([expect.anything(), expect.anything()]);
    expect([record.verifySecret('ends', NOW + 1), record.verifySecret('stays', NOW + 1)]).toEqual([null, expect.anything()]);
    expect(noted.map(({ secretId }) => secretId)).toEqual(['ends', 'stays', 'stays']);
  });

  it('end with a document that does not list ClientSecret', () => {
    const key = { id: 'm', type: 'PrivateKeyJwt', jwksUri: 'https://a.example/jwks' } as const;
    const documents = [[key], [key, { id: 'n', type: 'ClientSecret' } as const]].map((methods) => ({
      methods,
      senderConstraint: null,
      profile: null,
    }));

    const used = documents.map((authentication) => recordOf({ secrets: [secret('one')], authentication }).verifySecret('one', NOW));

    expect(used.map((each) => each?.secretId)).toEqual([undefined, 'one']);
  });

  it('accept no secret if the list is empty', () => {
    expect(recordOf().verifySecret('', NOW)).toBe(null);
  });
});

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
  ])('of a client with "%s" that asks for "%s" is "%s"', (scope, requested, granted) => {
    expect(recordOf({ scope }).grantScope(requested)).toBe(granted);
  });
});

describe('the audience of a token', () => {
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
  ])('of a client with %j that asks for %j is %j', (audiences, resource, audience) => {
    expect(recordOf({ audiences }).audience(resource, ISSUER)).toEqual(audience);
  });
});

describe('a record', () => {
  it('has the expiry that the operator chose, or an hour', () => {
    expect([recordOf({ accessTokenExpiry: 60 }).accessTokenExpiry, recordOf().accessTokenExpiry]).toEqual([60, 3_600]);
  });

  it('identifies its revision in the client metadata, and shows no hash', () => {
    const record = recordOf({ secrets: [secret('one')] });

    expect(JSON.stringify({ record })).toBe('{"record":"7"}');
  });
});
