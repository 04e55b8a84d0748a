import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { encodeJwsPart } from '@latchkey/crypto';
import type { Provider } from 'oidc-provider';
import { CachedDomain } from '../../domain/cached-domain.js';
import type { DomainKey } from '../../domain/signing-key.store.js';
import { createDomainKey, createServedDomain } from '../../domain/served-domain.fixture.js';
import type { AccountService } from '../accounts/account.service.js';
import { acceptJwtAccessTokens } from './jwt-access-tokens.js';

const ISSUER = 'https://acme.example.com';
const SERVED = createServedDomain('acme');
const CLAIMS = { iss: ISSUER, jti: 'a-token', sub: 'a-user', client_id: 'app', aud: 'app', iat: 1_700_000_000 };

/** The models of oidc-provider that are used here; each token has a record, unless a test removes it. */
class FakeProvider {
  record: object | undefined = {};
  client: object | undefined = {};
  readonly AccessToken = { prototype: {}, find: async (_jti: string) => this.record };
  readonly ClientCredentials = { prototype: {}, find: async (_jti: string) => undefined };
  readonly RefreshToken = { find: async (_value: string) => undefined };
  readonly Client = { find: async (_clientId: string) => this.client };
  readonly OIDCContext = { prototype: { entity: () => undefined } };
}

let key: DomainKey;
let provider: FakeProvider;
let account: object | undefined;

beforeAll(async () => {
  key = await createDomainKey('ES256');
});

beforeEach(() => {
  provider = new FakeProvider();
  account = {};
  const accounts = { find: async () => account } as unknown as AccountService;
  acceptJwtAccessTokens(provider as unknown as Provider, { domain: new CachedDomain(SERVED, ISSUER, [key]), accounts });
});

function sign(typ: string, claims: object = {}): string {
  const exp = Math.floor(Date.now() / 1_000) + 60;
  const input = `${encodeJwsPart({ alg: 'ES256', typ, kid: key.kid })}.${encodeJwsPart({ ...CLAIMS, exp, ...claims })}`;
  return `${input}.${key.signer.sign(input)}`;
}

const isAccepted = async (token: string): Promise<boolean> => (await provider.AccessToken.find(token)) !== undefined;

describe('an access token', () => {
  it('is accepted', async () => {
    expect(await isAccepted(sign('at+jwt'))).toBe(true);
  });

  it.each([
    ['of another issuer', 'at+jwt', { iss: 'https://other.example.com' }],
    ['that has expired', 'at+jwt', { exp: Math.floor(Date.now() / 1_000) }],
    ['that is an ID token', 'JWT', {}],
    ['that is a logout token', 'logout+jwt', {}],
  ])('%s is rejected', async (_what, typ, claims) => {
    expect(await isAccepted(sign(typ, claims))).toBe(false);
  });

  it('that was revoked is rejected', async () => {
    provider.record = undefined;

    expect(await isAccepted(sign('at+jwt'))).toBe(false);
  });

  it('of a deleted client is rejected', async () => {
    provider.client = undefined;

    expect(await isAccepted(sign('at+jwt'))).toBe(false);
  });

  it('of a user who was deleted or is inactive is rejected', async () => {
    account = undefined;

    expect(await isAccepted(sign('at+jwt'))).toBe(false);
  });
});
