import { describe, expect, it } from '@jest/globals';
import type { SigningAlgorithm } from '@latchkey/crypto';
import type { Client, Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { CachedDomain } from '../domain/cached-domain.js';
import { createServedDomain } from '../domain/served-domain.fixture.js';
import type { DomainKey } from '../domain/signing-key.store.js';
import { createProviderConfiguration, type ProviderParts } from './provider.config.js';

const SERVED = createServedDomain('acme');

/** A key that signs from a given time. */
function keyOf(algorithm: SigningAlgorithm, signsFrom: number): DomainKey {
  return {
    algorithm,
    signsFrom,
    publicJwk: { kid: `${algorithm}@${signsFrom}` },
    signer: { privateKey: { export: () => ({}) } },
  } as unknown as DomainKey;
}

function createConfiguration(): Configuration {
  const keys = [keyOf('ES256', 200), keyOf('RS256', 100), keyOf('ES256', 100)];
  const domain = new CachedDomain(SERVED, 'https://acme.example.com', keys);
  return createProviderConfiguration({ domain, now: 150, cookieKeys: [], verifiers: {} } as unknown as ProviderParts);
}

/** @returns the claims of an access token of a user with these attributes @param payload the claims that oidc-provider has set */
async function createAccessTokenClaims(attributes: object, payload: object): Promise<unknown> {
  const customize = createConfiguration().formats?.customizers?.jwt;
  const client = { record: { audience: () => 'https://api.example.com' } };
  const ctx = { oidc: { account: { accessTokenClaims: () => attributes } } } as unknown as KoaContextWithOIDC;
  const jwt = { payload: { ...payload } };
  await customize?.(ctx, { kind: 'AccessToken', client, scope: 'profile' } as never, jwt as never);
  return jwt.payload;
}

describe('oidc-provider configuration', () => {
  it('allows only the code flow', () => {
    expect(createConfiguration().responseTypes).toEqual(['code']);
  });

  it('requires PKCE from public clients and FAPI 2.0 clients', () => {
    const required = createConfiguration().pkce?.required;
    const requires = (tokenEndpointAuthMethod: string, isFapi: boolean) =>
      required?.({} as never, { tokenEndpointAuthMethod, record: { isFapi } } as unknown as Client);

    expect([requires('none', false), requires('client_secret_basic', true), requires('client_secret_basic', false)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('rotates refresh tokens of all clients except FAPI 2.0 clients', () => {
    const rotates = createConfiguration().rotateRefreshToken as (ctx: KoaContextWithOIDC) => boolean;
    const contextOf = (isFapi: boolean) => ({ oidc: { client: { record: { isFapi } } } }) as unknown as KoaContextWithOIDC;

    expect([rotates(contextOf(false)), rotates(contextOf(true))]).toEqual([true, false]);
  });

  it('offers neither symmetric algorithms nor unsigned tokens', () => {
    const { enabledJWA, clientAuthMethods } = createConfiguration();

    expect(Object.values(enabledJWA ?? {}).flat()).not.toContainEqual(expect.stringMatching(/^(none|HS)/));
    expect(clientAuthMethods).not.toContain('client_secret_jwt');
  });

  it("signs ID tokens with the domain's algorithm, and uses the current key of each algorithm", () => {
    const { clientDefaults, enabledJWA, jwks } = createConfiguration();

    expect(clientDefaults).toEqual({ id_token_signed_response_alg: 'RS256' });
    expect(enabledJWA?.idTokenSigningAlgValues).toEqual(['ES256', 'RS256']);
    expect(jwks?.keys.map(({ kid }) => kid)).toEqual(['RS256@100', 'ES256@100', 'ES256@200']);
  });

  it('fetches nothing', async () => {
    await expect(createConfiguration().fetch?.('https://app.example.com/jwks', {} as never)).rejects.toThrow('fetching is disabled');
  });

  it('has no development pages and no client registration', () => {
    const { features } = createConfiguration();

    expect(features?.devInteractions).toEqual({ enabled: false });
    expect(features?.registration).toBeUndefined();
  });
});

describe('introspection and revocation permissions', () => {
  const { introspection, revocation } = createConfiguration().features!;
  const record = { client: { clientId: 'app' }, audiences: ['https://api.example.com'] };
  const client = { clientId: 'app', record } as unknown as Client;

  it.each([
    ['its own token', { clientId: 'app' }, true, true],
    ['a token for its audience', { clientId: 'other', aud: ['https://api.example.com'] }, true, false],
    ['a token of another client for another audience', { clientId: 'other', aud: 'https://other.example.com' }, false, false],
  ])('checks the permissions of %s', async (_what, token, mayIntrospect, mayRevoke) => {
    expect(await introspection?.allowedPolicy?.({} as never, client, token as never)).toBe(mayIntrospect);
    expect(await revocation?.allowedPolicy?.({} as never, client, token as never)).toBe(mayRevoke);
  });
});

describe('claims of an access token', () => {
  it("include the user's claims without replacing protocol claims", async () => {
    const forged = { iss: 'https://evil.example', sub: 'victim', exp: 9_999_999_999, client_id: 'evil', aud: 'evil', department: 'sales' };
    const issued = { iss: 'https://acme.example.com', sub: 'a-user', exp: 1_700_000_000, client_id: 'app' };

    expect(await createAccessTokenClaims(forged, issued)).toEqual({
      ...issued,
      aud: 'https://api.example.com',
      department: 'sales',
    });
  });
});
