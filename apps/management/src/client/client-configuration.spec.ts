import { describe, expect, it } from '@jest/globals';
import type { Client } from '@latchkey/persistence';
import { listChangedProperties, toConfiguration, getLongestExpiry } from './client-configuration.js';
import type { UpdateClientRequest } from './client.dto.js';

const request: UpdateClientRequest = { clientType: 'Confidential', grantType: 'AuthorizationCode', scope: 'read' };

function clientOf(changes: Partial<UpdateClientRequest>): Client {
  const identity = { domainId: 'd', clientId: 'c', revision: '1', createdAt: new Date(), updatedAt: new Date() };
  const unset = {
    idTokenAlgorithms: null,
    accessTokenAlgorithms: null,
    refreshTokenLeeway: null,
    accessTokenClaims: null,
    furtherGrants: null,
    tokenQuota: null,
    presentation: null,
    nameKey: null,
    ownerId: null,
    expiresAt: null,
    active: true,
    deactivatedAt: null,
  };
  return { ...identity, ...unset, ...toConfiguration({ ...request, ...changes }) };
}

describe('a client configuration', () => {
  it('treats absent and null properties alike', () => {
    const nulls = { redirectUris: null, audiences: null, allowLocalLogin: null, accessTokenExpiry: null };

    expect(toConfiguration({ ...request, ...nulls })).toEqual(toConfiguration(request));
  });

  it.each<[Partial<UpdateClientRequest>, Partial<UpdateClientRequest>, boolean]>([
    [{}, {}, true],
    [{ redirectUris: ['https://a.example/'] }, { redirectUris: ['https://a.example/'] }, true],
    [{ redirectUris: ['https://a.example/', 'https://b.example/'] }, { redirectUris: ['https://b.example/', 'https://a.example/'] }, false],
    [{ providers: [] }, {}, false],
    [{ allowLocalLogin: false }, {}, false],
    [{ allowLocalLogin: false }, { allowLocalLogin: false }, true],
    [{ accessTokenExpiry: 60 }, { accessTokenExpiry: 61 }, false],
    [{ scope: 'a b' }, { scope: 'b a' }, false],
    [{ policies: ['mfa'] }, { policies: ['mfa', 'consent'] }, false],
  ])('compares %j with %j: the same? %s', (stored, asked, same) => {
    expect(listChangedProperties(clientOf(stored), toConfiguration({ ...request, ...asked }))).toHaveLength(same ? 0 : 1);
  });

  it.each<[Partial<UpdateClientRequest>, number]>([
    [{}, 3_600],
    [{ accessTokenExpiry: 60 }, 3_600],
    [{ accessTokenExpiry: 60, idTokenExpiry: 60 }, 60],
    [{ accessTokenExpiry: 7_200 }, 7_200],
    [{ idTokenExpiry: 86_400 }, 86_400],
    // Refresh tokens are not signed, so they do not count here.
    [{ refreshTokenExpiry: 31_536_000 }, 3_600],
  ])('computes for %j a maximum token lifetime of %d seconds', (expiries, seconds) => {
    expect(getLongestExpiry(toConfiguration({ ...request, ...expiries }))).toBe(seconds);
  });
});
