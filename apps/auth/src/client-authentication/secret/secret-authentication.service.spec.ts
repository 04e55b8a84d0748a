import { beforeEach, describe, expect, it } from '@jest/globals';
import { hashSecret } from '@latchkey/crypto';
import type { ServedClient } from '@latchkey/persistence';
import { CachedClient, type ClientSecret } from '../../client/cached-client.js';
import type { SecretLastUseService, UsedSecret } from '../../client/secret-last-use.service.js';
import { SecretAuthenticationService } from './secret-authentication.service.js';

const NOW = Date.parse('2026-01-01T12:00:00Z');

const noted: UsedSecret[] = [];
const service = new SecretAuthenticationService({ record: (used: UsedSecret) => noted.push(used) } as unknown as SecretLastUseService);

function clientOf(changes: Partial<ServedClient> = {}): CachedClient {
  const client = { clientId: 'service', clientType: 'Confidential', scope: '', revision: '7', secrets: [], authentication: null };
  return new CachedClient('a-domain', { tokenQuota: null, active: true, ...client, ...changes } as unknown as ServedClient);
}

function secret(text: string, expiresAt: Date | null = null) {
  return { id: text, hash: hashSecret(text), expiresAt };
}

function verify(client: CachedClient, text: string, now = NOW): ClientSecret | null {
  return service.verify(client, text, now);
}

describe('the secrets of a client', () => {
  beforeEach(() => {
    noted.length = 0;
  });

  it('count until they expire, and no others do', () => {
    const client = clientOf({ secrets: [secret('older'), secret('newer')] });

    const used = ['older', 'newer', 'neither', '', 'older ', 'Older', hashSecret('older').toString('base64')].map((text) =>
      verify(client, text),
    );

    expect(used.map((each) => each?.secretId ?? null)).toEqual(['older', 'newer', null, null, null, null, null]);
    expect(noted.map(({ secretId }) => secretId)).toEqual(['older', 'newer']);
  });

  it('count until the instant at which they expire', () => {
    const client = clientOf({ secrets: [secret('ends', new Date(NOW + 1)), secret('stays')] });

    expect([verify(client, 'ends'), verify(client, 'stays')]).toEqual([expect.anything(), expect.anything()]);
    expect([verify(client, 'ends', NOW + 1), verify(client, 'stays', NOW + 1)]).toEqual([null, expect.anything()]);
    expect(noted.map(({ secretId }) => secretId)).toEqual(['ends', 'stays', 'stays']);
  });

  it('end with a document that does not list ClientSecret', () => {
    const key = { id: 'm', type: 'PrivateKeyJwt', jwksUri: 'https://a.example/jwks' } as const;
    const documents = [[key], [key, { id: 'n', type: 'ClientSecret' } as const]].map((methods) => ({
      methods,
      senderConstraint: null,
      profile: null,
    }));

    const used = documents.map((authentication) => verify(clientOf({ secrets: [secret('one')], authentication }), 'one'));

    expect(used.map((each) => each?.secretId)).toEqual([undefined, 'one']);
  });

  it('count for no public client', () => {
    expect(verify(clientOf({ clientType: 'Public', secrets: [secret('one')] }), 'one')).toBe(null);
  });

  it('accept no secret if the list is empty', () => {
    expect(verify(clientOf(), '')).toBe(null);
  });
});
