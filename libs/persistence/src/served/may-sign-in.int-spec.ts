import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hashOf, type Rows } from '../../../../test/support/rows.js';
import { ServedDomainRepository } from './served-domain.repository.js';
import { ServedIdentityProviderRepository } from './served-identity-provider.repository.js';
import { OidcPayloadRepository } from '../oidc-payload/oidc-payload.repository.js';
import { createPersistenceFixture, type PersistenceFixture } from '../persistence.fixture.js';

const ISSUER = 'https://login.example.com';

let persistence: PersistenceFixture;
let rows: Rows;
let served: ServedDomainRepository;
let providers: ServedIdentityProviderRepository;
let payloads: OidcPayloadRepository;

beforeAll(async () => {
  persistence = await createPersistenceFixture();
  rows = persistence.rows;
  const { database } = persistence;
  [served, providers, payloads] = [
    new ServedDomainRepository(database),
    new ServedIdentityProviderRepository(database),
    new OidcPayloadRepository(database),
  ];
});

afterAll(() => persistence.end());

async function domainWithProvider(values: object = {}): Promise<string> {
  const domainId = await rows.domain();
  await rows.insert('identity_provider', { domain_id: domainId, name: 'northwind', issuer: ISSUER, ...values });
  return domainId;
}

async function user(domainId: string, values: object = {}): Promise<string> {
  const upstream = { identity_provider: 'northwind', upstream_issuer: ISSUER, upstream_sub: 'them' };
  return (await rows.insert<{ sub: string }>('end_user', { domain_id: domainId, ...upstream, ...values })).sub;
}

/** The places that check whether a user may be signed in: issuing tokens and keeping sessions. */
async function checkSignIn(domainId: string, sub: string): Promise<boolean[]> {
  const session = { domainId, model: 'Session', hash: hashOf(`session-${sub}`) };
  return [
    (await served.findActiveUser(domainId, sub, [])) !== null,
    await payloads.put(session, { accountId: sub, uid: sub }, 60),
    await payloads.put({ ...session, model: 'Grant' }, { accountId: sub }, 60),
  ];
}

const ALLOWED = [true, true, true];
const DENIED = [false, false, false];

describe('users of an identity provider', () => {
  it('may sign in', async () => {
    const domainId = await domainWithProvider();

    expect(await checkSignIn(domainId, await user(domainId))).toEqual(ALLOWED);
  });

  it('stay signed in while the identity provider is disabled', async () => {
    const domainId = await domainWithProvider({ enabled: false });

    expect(await checkSignIn(domainId, await user(domainId))).toEqual(ALLOWED);
  });

  it.each([
    ['they are not active', { active: false }],
    ['the provider is gone', { identity_provider: 'former' }],
    ['the provider is another issuer now', { upstream_issuer: 'https://other.example.com' }],
    ['the user has no upstream identity', { upstream_issuer: null, upstream_sub: null }],
  ])('may not sign in if %s', async (_why, values) => {
    const domainId = await domainWithProvider();

    expect(await checkSignIn(domainId, await user(domainId, values))).toEqual(DENIED);
  });

  it("cannot sign in with another domain's identity provider", async () => {
    await domainWithProvider();
    const domainId = await rows.domain();

    expect(await checkSignIn(domainId, await user(domainId))).toEqual(DENIED);
  });
});

describe('identity providers that the auth server reads', () => {
  it("include the domain's enabled identity providers, oldest first", async () => {
    const domainId = await domainWithProvider({ display_name: 'Northwind' });
    await domainWithProvider({ display_name: 'Of another domain' });
    await rows.insert('identity_provider', {
      domain_id: domainId,
      name: 'a-later-one',
      display_name: 'Later',
      issuer: 'https://later.example.com',
    });
    await rows.insert('identity_provider', { domain_id: domainId, name: 'switched-off', enabled: false });

    expect(await providers.list(domainId)).toEqual([
      { name: 'northwind', displayName: 'Northwind', issuer: 'https://login.example.com' },
      { name: 'a-later-one', displayName: 'Later', issuer: 'https://later.example.com' },
    ]);
  });

  it('are read with everything that a sign-in needs', async () => {
    const domainId = await domainWithProvider({ client_secret: Buffer.from('encrypted'), claim_mapping: { mail: 'email' } });

    expect(await providers.find(domainId, 'northwind')).toEqual({
      name: 'northwind',
      kind: 'oidc',
      oauth2: null,
      saml: null,
      appleKey: null,
      issuer: ISSUER,
      clientId: 'latchkey',
      clientSecret: Buffer.from('encrypted'),
      tokenEndpointAuthMethod: 'client_secret_basic',
      scopes: ['openid'],
      claimMapping: { mail: 'email' },
      displayName: expect.any(String),
      trustEmailVerified: false,
      createUsers: true,
      requireNonce: true,
      requiredClaims: {},
      responseMode: null,
      revision: expect.stringMatching(/^\d+$/),
    });
  });

  it.each(['absent', 'Northwind', 'north\0wind', '\ud800'])('do not exist under the name %j', async (name) => {
    expect(await providers.find(await domainWithProvider(), name)).toBeNull();
  });

  it('exclude disabled identity providers', async () => {
    expect(await providers.find(await domainWithProvider({ enabled: false }), 'northwind')).toBeNull();
  });
});
