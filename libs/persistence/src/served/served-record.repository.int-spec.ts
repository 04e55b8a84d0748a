import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Row, Rows } from '../../../../test/support/rows.js';
import { createPersistenceFixture, type PersistenceFixture } from '../persistence.fixture.js';
import type { ServedClient, ServedDomain } from './served-record.js';
import { ServedRecordRepository } from './served-record.repository.js';
import { DEFAULT_BRANDING } from '../branding/branding.entity.js';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
const NUL = '\u0000';

let persistence: PersistenceFixture;
let rows: Rows;
let records: ServedRecordRepository;

beforeAll(async () => {
  persistence = await createPersistenceFixture();
  rows = persistence.rows;
  records = new ServedRecordRepository(persistence.database);
});

afterAll(() => persistence.end());

type DomainRow = Row & { id: string; name: string; revision: string };

async function domain(values: Row = {}): Promise<DomainRow> {
  const { id } = await rows.insert('subscription');
  return rows.insert<DomainRow>('domain', { subscription_id: id, ...values });
}

function client(domainId: string, clientId: string): Promise<Row & { revision: string }> {
  return rows.insert('client', { domain_id: domainId, client_id: clientId });
}

async function findDomain(id: string): Promise<ServedDomain | null> {
  return (await records.read({ domains: [id], clients: [] })).domains[0]!;
}

async function findClient(domainId: string, clientId: string): Promise<ServedClient | null> {
  return (await records.read({ domains: [], clients: [{ domainId, clientId }] })).clients[0]!;
}

describe('reading records together', () => {
  it('returns the order of the query, with null for missing records', async () => {
    const [one, other] = [await domain(), await domain()];
    for (const { id } of [one, other]) await rows.insert('signing_key', { domain_id: id });
    await client(one.id, 'shared');
    await client(other.id, 'shared');
    const owned = (domainId: string, clientId: string) => ({ domainId, clientId });

    const found = await records.read({
      domains: [other.id, UNKNOWN_ID, one.id, other.id],
      clients: [
        owned(other.id, 'shared'),
        owned(UNKNOWN_ID, 'shared'),
        owned(one.id, 'unknown'),
        owned(one.id, NUL),
        owned(one.id, 'shared'),
      ],
    });

    expect(found.domains.map((each) => each?.id)).toEqual([other.id, undefined, one.id, other.id]);
    expect(found.clients.map((each) => each?.clientId)).toEqual(['shared', undefined, undefined, undefined, 'shared']);
  });

  it('returns nothing without a query', async () => {
    expect(await records.read({ domains: [], clients: [] })).toEqual({ domains: [], clients: [] });
  });
});

describe('served domains', () => {
  it('contain their own keys, newest first', async () => {
    const [own, other] = [await domain(), await domain()];
    const key = (day: number, kid: string) => ({ domain_id: own.id, kid, signs_from: new Date(Date.UTC(2026, 0, day)) });
    const [second, first, third] = [
      await rows.insert('signing_key', { ...key(2, 'second'), algorithm: 'EdDSA' }),
      await rows.insert('signing_key', key(3, 'first')),
      await rows.insert('signing_key', key(1, 'third')),
    ];
    await rows.insert('signing_key', { domain_id: other.id });

    expect(await findDomain(own.id)).toEqual({
      id: own.id,
      subscriptionId: own['subscription_id'],
      tokensPerDay: null,
      name: own.name,
      revision: own.revision,
      branding: DEFAULT_BRANDING,
      secondFactor: 'AsClientsAsk',
      accountDeletion: true,
      signUp: 'Off',
      editableAttributes: null,
      frozen: false,
      originKeys: null,
      scopeClaims: {},
      resources: [],
      roles: [],
      clientRegistration: {
        metadataDocuments: { enabled: false, hosts: null, resources: [] },
        dynamicRegistration: { enabled: false, resources: [] },
      },
      idTokenAlgorithms: ['RS256', 'ES256'],
      accessTokenAlgorithms: ['ES256', 'RS256'],
      keys: [first, second, third].map((row) => ({
        kid: row['kid'],
        algorithm: row['algorithm'],
        publicJwk: row['public_jwk'],
        privateKey: (row['private_key'] as Buffer).toString('base64'),
        signsFrom: row['signs_from'],
      })),
    });
  });

  it('contain their own branding', async () => {
    const [own, other] = [await domain(), await domain()];
    for (const { id } of [own, other]) for (const kid of ['one', 'other']) await rows.insert('signing_key', { domain_id: id, kid });
    const texts = {
      name: 'Own',
      logo_url: 'https://own.example.com/logo',
      accent_color: '#1d4f91',
      support_uri: 'https://own.example.com/help',
      dark_logo_url: 'https://own.example.com/dark',
      favicon_url: 'https://own.example.com/icon',
      corners: 'Square',
      font: 'Serif',
      background_color: '#f3f5f8',
      terms_uri: 'https://own.example.com/terms',
      privacy_uri: 'https://own.example.com/privacy',
    };
    await rows.insert('branding', { domain_id: own.id, ...texts });
    await rows.insert('branding', { domain_id: other.id, name: 'Other' });

    const found = await findDomain(own.id);
    expect(found?.branding).toEqual({
      name: 'Own',
      logoUrl: 'https://own.example.com/logo',
      accentColor: '#1d4f91',
      supportUri: texts.support_uri,
      darkLogoUrl: texts.dark_logo_url,
      faviconUrl: texts.favicon_url,
      corners: 'Square',
      font: 'Serif',
      backgroundColor: '#f3f5f8',
      termsUri: texts.terms_uri,
      privacyUri: texts.privacy_uri,
    });
    expect(found?.keys).toHaveLength(2);
  });

  it('contain the claims of their own scopes', async () => {
    const [own, other] = [await domain(), await domain()];
    const scopes = [{ scope: 'orders', claims: ['roles', 'ä"b'] }];
    for (const { id } of [own, other]) await rows.insert('signing_key', { domain_id: id });
    await rows.insert('scope_claims', { domain_id: own.id, kind: 'id_token', scopes: JSON.stringify(scopes) });

    expect([(await findDomain(own.id))?.scopeClaims, (await findDomain(other.id))?.scopeClaims]).toEqual([{ id_token: scopes }, {}]);
  });

  it('contain long keys, whose base64 PostgreSQL would break into lines', async () => {
    const { id } = await domain();
    const privateKey = Buffer.alloc(1_250, 'encrypted');
    await rows.insert('signing_key', { domain_id: id, private_key: privateKey });

    expect((await findDomain(id))?.keys[0]?.privateKey).toBe(privateKey.toString('base64'));
  });

  it('include degraded domains', async () => {
    const { id, name } = await domain({ status: 'degraded' });
    await rows.insert('signing_key', { domain_id: id });

    expect(await findDomain(id)).toMatchObject({ id, name });
  });

  it.each(['pending', 'failed', 'deleting'])('exclude domains with the status %s', async (status) => {
    const { id } = await domain({ status });
    await rows.insert('signing_key', { domain_id: id });

    expect(await findDomain(id)).toBeNull();
  });

  it('contain their own resources, and what their roles permit there', async () => {
    const [own, other] = [await domain(), await domain()];
    for (const { id } of [own, other]) {
      await rows.insert('signing_key', { domain_id: id });
      await rows.insert('resource', { domain_id: id, resource_id: 'orders', audience: 'urn:orders', name: 'Orders' });
      await rows.insert('role', { domain_id: id, role: 'clerk' });
      await rows.insert('role', { domain_id: id, role: 'idle' });
    }
    await rows.insert('role_permission', { domain_id: own.id, role: 'clerk', resource_id: 'orders', scopes: ['read'] });

    const found = await findDomain(own.id);

    const resource = { resourceId: 'orders', audience: 'urn:orders', name: 'Orders', tokenFormat: 'Jwt', enforceRoles: false };
    const scopes = [{ scope: 'read', description: 'Read' }];
    expect(found?.resources).toEqual([{ ...resource, scopes, accessTokenExpiry: null, signingAlgorithm: null }]);
    expect(found?.roles).toEqual([
      { role: 'clerk', permissions: [{ resourceId: 'orders', scopes: ['read'] }] },
      { role: 'idle', permissions: [] },
    ]);
    expect((await findDomain(other.id))?.roles[0]).toEqual({ role: 'clerk', permissions: [] });
  });

  it('exclude unknown domains and those without keys', async () => {
    expect([await findDomain(UNKNOWN_ID), await findDomain((await domain()).id)]).toEqual([null, null]);
  });
});

describe('served clients', () => {
  const configured = {
    client_type: 'Public',
    grant_type: 'AuthorizationCode',
    scope: 'openid orders',
    audiences: ['https://api.example.com', 'urn:a,b"c\\d'],
    redirect_uris: ['https://app.example.com/callback'],
    post_sign_out_redirect_uris: [],
    allow_local_login: false,
    providers: ['google'],
    policies: ['mfa'],
    allowed_origins: ['https://app.example.com'],
    access_token_expiry: 60,
    id_token_expiry: 120,
    refresh_token_expiry: 180,
    refresh_token_leeway: 30,
    id_token_algorithms: ['PS256', 'RS256'],
    access_token_algorithms: ['EdDSA'],
    access_token_claims: { tenant: 'acme' },
    further_grants: { clientCredentials: true, deviceCode: false, tokenExchange: null },
    token_quota: { tokensPerMinute: 600, tokensPerDay: null, monitorOnly: false },
    presentation: { name: 'Full', logoUri: null, clientUri: null, policyUri: null, tosUri: null },
    active: false,
    created_at: '2026-01-30T00:00:00.123456Z',
    deactivated_at: '2026-01-31T00:00:00.123456Z',
  };

  it('contain their whole configuration and the hashes of all valid secrets', async () => {
    const { id } = await domain();
    const row = await rows.insert<Row & { revision: string }>('client', { domain_id: id, client_id: 'full', ...configured });
    const secrets = [
      await rows.insert('client_secret', { domain_id: id, client_id: 'full' }),
      await rows.insert('client_secret', { domain_id: id, client_id: 'full', expires_at: new Date(Date.UTC(2099, 0, 1)) }),
    ];
    await rows.insert('client_secret', { domain_id: id, client_id: 'full', expires_at: new Date(Date.UTC(2020, 0, 1)) });

    await rows.insert('backchannel_logout', { domain_id: id, client_id: 'full', session_required: true });
    await rows.insert('resource', { domain_id: id, resource_id: 'orders' });
    await rows.insert('client_resource', { domain_id: id, client_id: 'full', resource_id: 'orders', scopes: ['read'] });
    await rows.insert('role', { domain_id: id, role: 'clerk' });
    await rows.insert('client_role', { domain_id: id, client_id: 'full', role: 'clerk' });

    const found = await findClient(id, 'full');

    expect({ ...found, secrets: found?.secrets.toSorted((a, b) => Number(a.expiresAt) - Number(b.expiresAt)) }).toEqual({
      authentication: null,
      registered: false,
      backchannelLogout: { uri: 'https://app.example.com/logout', sessionRequired: true },
      clientId: 'full',
      clientType: 'Public',
      grantType: 'AuthorizationCode',
      scope: 'openid orders',
      audiences: configured.audiences,
      redirectUris: configured.redirect_uris,
      postSignOutRedirectUris: [],
      allowLocalLogin: false,
      providers: ['google'],
      policies: ['mfa'],
      allowedOrigins: ['https://app.example.com'],
      accessTokenExpiry: 60,
      idTokenExpiry: 120,
      refreshTokenExpiry: 180,
      refreshTokenLeeway: 30,
      idTokenAlgorithms: ['PS256', 'RS256'],
      accessTokenAlgorithms: ['EdDSA'],
      accessTokenClaims: configured.access_token_claims,
      furtherGrants: configured.further_grants,
      resources: [{ resourceId: 'orders', scopes: ['read'] }],
      roles: ['clerk'],
      tokenQuota: configured.token_quota,
      presentation: configured.presentation,
      expiresAt: null,
      active: false,
      generationStart: 1_769_817_600_123.456,
      revision: row.revision,
      secrets: secrets.map((secret) => ({ id: secret.id, hash: secret['hash'], expiresAt: secret['expires_at'] })),
    });
  });

  it('contain nulls and an empty list if they have no secret and no optional properties', async () => {
    const { id } = await domain();
    await client(id, 'bare');

    expect(await findClient(id, 'bare')).toMatchObject({
      audiences: null,
      redirectUris: null,
      postSignOutRedirectUris: null,
      allowLocalLogin: null,
      providers: null,
      policies: null,
      allowedOrigins: null,
      accessTokenExpiry: null,
      idTokenExpiry: null,
      refreshTokenExpiry: null,
      refreshTokenLeeway: null,
      idTokenAlgorithms: null,
      accessTokenAlgorithms: null,
      accessTokenClaims: null,
      furtherGrants: null,
      tokenQuota: null,
      presentation: null,
      active: true,
      resources: [],
      roles: [],
      registered: false,
      secrets: [],
    });
  });

  it('are found only in their domain, with their own secrets', async () => {
    const [one, other] = [await domain(), await domain()];
    for (const { id } of [one, other]) await client(id, 'shared');
    const secret = await rows.insert('client_secret', { domain_id: one.id, client_id: 'shared' });
    await client(one.id, 'neighbour');
    await rows.insert('client_secret', { domain_id: one.id, client_id: 'neighbour' });

    const [mine, hers] = [await findClient(one.id, 'shared'), await findClient(other.id, 'shared')];

    expect([mine?.secrets.map(({ id }) => id), hers?.secrets]).toEqual([[secret.id], []]);
  });

  it.each(['unknown', NUL, `real${NUL}`, ''])('are not found by %j', async (clientId) => {
    const { id } = await domain();
    await client(id, 'real');

    expect(await findClient(id, clientId)).toBeNull();
  });
});
