import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { encodeJwsPart, hashSecret } from '@latchkey/crypto';
import { CurrentRevision, type Database, type IssuedToken, type IssuedTokenRepository } from '@latchkey/persistence';
import type { Provider } from 'oidc-provider';
import { AccessTokenService } from '../../access-token/access-token.service.js';
import type { CachedClient } from '../../client/cached-client.js';
import type { ClientCache } from '../../client/client.cache.js';
import { CachedDomain } from '../../domain/cached-domain.js';
import type { DomainCache } from '../../domain/domain.cache.js';
import type { DomainKey } from '../../domain/signing-key.store.js';
import { createDomainKey, createServedDomain } from '../../domain/served-domain.fixture.js';
import { acceptJwtAccessTokens } from './jwt-access-tokens.js';

const ISSUER = 'https://acme.example.com';
const SERVED = createServedDomain('acme');
const CLAIMS = { iss: ISSUER, jti: 'a-token', sub: 'a-user', client_id: 'app', aud: 'app', iat: 1_700_000_000 };

const CURRENT = CurrentRevision.of({ domainId: 'acme', domainRevision: '1', clientRevision: '1' });

/** The models of oidc-provider that are used here. */
class FakeProvider {
  readonly AccessToken = class {
    static find: (value: string) => Promise<object | undefined>;
  };
  readonly ClientCredentials = class {};
  readonly RefreshToken = { find: async (_value: string) => undefined };
  readonly OIDCContext = { prototype: { entity: () => undefined } };
}

let key: DomainKey;
let provider: FakeProvider;
/** What the database has about each token, unless a test removes it. */
let issued: Pick<IssuedToken, 'record' | 'user'>;
let client: CachedClient | null;

beforeAll(async () => {
  key = await createDomainKey('ES256');
});

beforeEach(() => {
  provider = new FakeProvider();
  issued = { record: null, user: { sub: 'a-user', attributes: {}, identityProvider: 'local', roles: [] } };
  client = { client: { clientId: 'app', scope: '', active: true } } as CachedClient;
  const domain = new CachedDomain(SERVED, ISSUER, [key]);
  const grant = { clientId: 'app', accountId: 'a-user' };
  const tokens = { read: async () => [{ current: CURRENT, owner: CURRENT, grant, ...issued }] };
  const service = new AccessTokenService(
    tokens as unknown as IssuedTokenRepository,
    { hasBacklog: false } as Database,
    { get: async () => domain } as unknown as DomainCache,
    { get: async () => client } as unknown as ClientCache,
  );
  acceptJwtAccessTokens(provider as unknown as Provider, { domain, verifiers: { tokens: service } });
});

/** Issues a token: its record is in the database. */
function issue(typ: string, claims: object = {}): string {
  const exp = Math.floor(Date.now() / 1_000) + 60;
  const input = `${encodeJwsPart({ alg: 'ES256', typ, kid: key.kid })}.${encodeJwsPart({ ...CLAIMS, exp, ...claims })}`;
  const token = `${input}.${key.signer.sign(input)}`;
  const payload = { clientId: 'app', accountId: 'a-user', grantId: 'a-grant', tokenHash: hashSecret(token).toString('base64url'), exp };
  issued.record = { model: 'AccessToken', payload: payload as never };
  return token;
}

const isAccepted = async (token: string): Promise<boolean> => (await provider.AccessToken.find(token)) !== undefined;

describe('access tokens', () => {
  it('accepts a valid access token', async () => {
    expect(await isAccepted(issue('at+jwt'))).toBe(true);
  });

  it.each([
    ['of another issuer', 'at+jwt', { iss: 'https://other.example.com' }],
    ['that has expired', 'at+jwt', { exp: Math.floor(Date.now() / 1_000) }],
    ['that is an ID token', 'JWT', {}],
    ['that is a logout token', 'logout+jwt', {}],
  ])('rejects an access token %s', async (_what, typ, claims) => {
    expect(await isAccepted(issue(typ, claims))).toBe(false);
  });

  it('rejects a revoked access token', async () => {
    const token = issue('at+jwt');
    issued.record = null;

    expect(await isAccepted(token)).toBe(false);
  });

  it('rejects a token of a deleted client', async () => {
    client = null;

    expect(await isAccepted(issue('at+jwt'))).toBe(false);
  });

  it('rejects a token of a deleted or inactive user', async () => {
    issued.user = null;

    expect(await isAccepted(issue('at+jwt'))).toBe(false);
  });
});
