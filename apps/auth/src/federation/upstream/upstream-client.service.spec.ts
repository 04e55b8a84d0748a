import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AuthSettings } from '@latchkey/config';
import { SIGNING_ALGORITHMS } from '@latchkey/crypto';
import type { ServedIdentityProvider } from '@latchkey/persistence';
import { createLocalJWKSet, jwtVerify } from 'jose';
import type { ClientAuth } from 'openid-client';
import { CachedDomain } from '../../domain/cached-domain.js';
import { createDomainKey, createServedDomain } from '../../domain/served-domain.fixture.js';
import type { DiscoveryService } from './discovery.service.js';
import { UpstreamClientService } from './upstream-client.service.js';

const ISSUER = 'https://login.example.com';
const PROVIDER = { name: 'acme', issuer: ISSUER, clientId: 'latchkey', clientSecret: null, tokenEndpointAuthMethod: 'private_key_jwt' };

let domain: CachedDomain;

beforeAll(async () => {
  const keys = await Promise.all(SIGNING_ALGORITHMS.map((algorithm) => createDomainKey(algorithm)));
  domain = new CachedDomain(createServedDomain('acme'), 'https://acme.example.com', keys);
});

/** @returns the algorithm of the assertion that the domain sends, once it has been verified */
async function authenticate(supported: string[] | undefined): Promise<string | undefined> {
  const discovery = { discover: async (...[, , client]: [unknown, string, { authentication: ClientAuth }]) => client };
  const service = new UpstreamClientService(
    { MASTER_KEY: [Buffer.alloc(32)] } as unknown as AuthSettings,
    discovery as unknown as DiscoveryService,
  );
  const configuration = await service.getConfiguration(domain, PROVIDER as unknown as ServedIdentityProvider);
  const { authentication } = configuration as unknown as { authentication: ClientAuth };
  const body = new URLSearchParams();
  const metadata = { issuer: ISSUER, ...(supported && { token_endpoint_auth_signing_alg_values_supported: supported }) };
  await authentication(metadata as never, { client_id: PROVIDER.clientId }, body, new Headers());
  const jwks = createLocalJWKSet({ keys: domain.keys.map(({ publicJwk }) => publicJwk) as never });
  const verified = await jwtVerify(body.get('client_assertion')!, jwks, { issuer: PROVIDER.clientId, audience: ISSUER });
  return verified.protectedHeader.alg;
}

describe('client assertion for an identity provider', () => {
  it.each([
    [undefined, 'RS256'],
    [['RS256', 'ES256'], 'ES256'],
    [['RS256', 'PS256'], 'RS256'],
    [['RS512', 'PS256'], 'PS256'],
    [['EdDSA'], 'EdDSA'],
  ])('signs with an algorithm that the identity provider lists: %j', async (supported, algorithm) => {
    expect(await authenticate(supported)).toBe(algorithm);
  });
});
