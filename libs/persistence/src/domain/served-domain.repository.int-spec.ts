import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Row, Rows } from '../../../../test/support/rows.js';
import { createPersistenceFixture, type PersistenceFixture } from '../persistence.fixture.js';
import { DomainRepository } from './domain.repository.js';
import type { RevisionParts } from './current-revision.js';
import { ServedDomainRepository, type RevisionQuery } from './served-domain.repository.js';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
const NUL = '\u0000';

let persistence: PersistenceFixture;
let rows: Rows;
let domains: DomainRepository;
let served: ServedDomainRepository;

beforeAll(async () => {
  persistence = await createPersistenceFixture();
  rows = persistence.rows;
  const { database } = persistence;
  domains = new DomainRepository(database);
  served = new ServedDomainRepository(database);
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

describe('the current revisions', () => {
  it('are in the order of the queries: 200 of every kind together', async () => {
    const [one, other] = [await domain(), await domain()];
    const [mine, hers, own] = [await client(one.id, 'shared'), await client(other.id, 'shared'), await client(one.id, 'own')];
    const hidden = await Promise.all(
      [
        { status: 'pending', verified_at: null },
        { status: 'failed', verified_at: null },
        { status: 'deleting' },
        { status: 'pending' },
        { verified_at: null },
      ].map(domain),
    );
    await client(hidden[2]!.id, 'shared');
    const answer = ({ id, revision }: DomainRow, clientRevision: string | null): RevisionParts => ({
      domainId: id,
      domainRevision: revision,
      clientRevision,
    });
    const kinds: [RevisionQuery, RevisionParts | null][] = [
      [{ domain: one.name, clientId: 'shared' }, answer(one, mine.revision)],
      [{ domain: 'unknown.example.com', clientId: 'shared' }, null],
      [{ domain: other.name, clientId: 'shared' }, answer(other, hers.revision)],
      [{ domain: one.name, clientId: null }, answer(one, null)],
      [{ domain: one.name, clientId: 'own' }, answer(one, own.revision)],
      [{ domain: other.name, clientId: 'own' }, answer(other, null)],
      [{ domain: one.name.toUpperCase(), clientId: 'own' }, null],
      [{ domain: '', clientId: '' }, null],
      ...hidden.map(({ name }): [RevisionQuery, null] => [{ domain: name, clientId: 'shared' }, null]),
    ];
    const asked = Array.from({ length: 200 }, (_, n) => kinds[(n * 7) % kinds.length]!);

    const answers = await served.currentRevisions(asked.map(([question]) => question));

    expect(answers).toMatchObject(asked.map(([, expected]) => expected));
    expect(answers.filter((given) => given === null).length).toBeGreaterThan(80);
  });

  it('are empty without queries', async () => {
    expect(await served.currentRevisions([])).toEqual([]);
  });

  it('of an impossible client id are empty, without affecting the others', async () => {
    const { id, name, revision } = await domain();
    const { revision: clientRevision } = await client(id, 'real');
    const [none, real] = [
      { domainId: id, domainRevision: revision, clientRevision: null },
      { domainId: id, domainRevision: revision, clientRevision },
    ];

    const answers = await served.currentRevisions(
      [NUL, 'real', `real${NUL}`, '\ud800', "real'--", 'real'].map((clientId) => ({ domain: name, clientId })),
    );

    expect(answers).toMatchObject([none, real, none, none, none, real]);
  });

  it('are current: nothing is served once the deletion of a domain has begun', async () => {
    const { id, name } = await domain();
    const question = { domain: name, clientId: null };
    const before = await served.currentRevisions([question]);

    await domains.markDeleting(id);

    expect([before.length, before[0]?.domainId]).toEqual([1, id]);
    expect(await served.currentRevisions([question])).toEqual([null]);
  });
});

describe('a served domain', () => {
  it('is read with its own keys, newest first', async () => {
    const [own, other] = [await domain(), await domain()];
    const key = (day: number, kid: string) => ({ domain_id: own.id, kid, signs_from: new Date(Date.UTC(2026, 0, day)) });
    const [second, first, third] = [
      await rows.insert('signing_key', { ...key(2, 'second'), algorithm: 'EdDSA' }),
      await rows.insert('signing_key', key(3, 'first')),
      await rows.insert('signing_key', key(1, 'third')),
    ];
    await rows.insert('signing_key', { domain_id: other.id });

    expect(await served.findDomain(own.id)).toEqual({
      id: own.id,
      name: own.name,
      revision: own.revision,
      branding: { name: null, logoUrl: null, accentColor: null },
      idTokenAlgorithms: ['RS256', 'ES256'],
      accessTokenAlgorithms: ['ES256', 'RS256'],
      keys: [first, second, third].map((row) => ({
        kid: row['kid'],
        algorithm: row['algorithm'],
        publicJwk: row['public_jwk'],
        privateKey: row['private_key'],
        signsFrom: row['signs_from'],
      })),
    });
  });

  it('is read with its own branding', async () => {
    const [own, other] = [await domain(), await domain()];
    for (const { id } of [own, other]) for (const kid of ['one', 'other']) await rows.insert('signing_key', { domain_id: id, kid });
    await rows.insert('branding', { domain_id: own.id, name: 'Own', logo_url: 'https://own.example.com/logo', accent_color: '#1d4f91' });
    await rows.insert('branding', { domain_id: other.id, name: 'Other' });

    const found = await served.findDomain(own.id);
    expect(found?.branding).toEqual({ name: 'Own', logoUrl: 'https://own.example.com/logo', accentColor: '#1d4f91' });
    expect(found?.keys).toHaveLength(2);
  });

  it('is served also if degraded', async () => {
    const { id, name, revision } = await domain({ status: 'degraded' });
    await rows.insert('signing_key', { domain_id: id });

    expect(await served.findDomain(id)).toMatchObject({ id, name });
    expect(await served.currentRevisions([{ domain: name, clientId: null }])).toMatchObject([
      { domainId: id, domainRevision: revision, clientRevision: null },
    ]);
  });

  it.each(['pending', 'failed', 'deleting'])('is not one of status %s', async (status) => {
    const { id } = await domain({ status });
    await rows.insert('signing_key', { domain_id: id });

    expect(await served.findDomain(id)).toBeNull();
  });

  it('is not served if unknown or without keys', async () => {
    expect([await served.findDomain(UNKNOWN_ID), await served.findDomain((await domain()).id)]).toEqual([null, null]);
  });
});

describe('the newest names', () => {
  it('are those of domains that are served, newest first, up to a number', async () => {
    const inYear = (year: number) => ({ created_at: new Date(`${year}-01-01T00:00:00Z`) });
    const [newest, second] = [await domain(inYear(2102)), await domain(inYear(2101))];
    for (const hidden of [{ status: 'pending' }, { status: 'deleting' }, { verified_at: null }])
      await domain({ ...hidden, ...inYear(2103) });

    expect(await served.listNewestNames(2)).toEqual([newest.name, second.name]);
  });
});

describe('a served client', () => {
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
    id_token_algorithms: ['PS256', 'RS256'],
    access_token_algorithms: ['EdDSA'],
  };

  it('is read with its whole configuration and the hashes of all its live secrets', async () => {
    const { id } = await domain();
    const row = await rows.insert<Row & { revision: string }>('client', { domain_id: id, client_id: 'full', ...configured });
    const secrets = [
      await rows.insert('client_secret', { domain_id: id, client_id: 'full' }),
      await rows.insert('client_secret', { domain_id: id, client_id: 'full', expires_at: new Date(Date.UTC(2099, 0, 1)) }),
    ];
    await rows.insert('client_secret', { domain_id: id, client_id: 'full', expires_at: new Date(Date.UTC(2020, 0, 1)) });

    await rows.insert('backchannel_logout', { domain_id: id, client_id: 'full', session_required: true });

    const found = await served.findClient(id, 'full');

    expect({ ...found, secrets: found?.secrets.toSorted((a, b) => Number(a.expiresAt) - Number(b.expiresAt)) }).toEqual({
      authentication: null,
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
      idTokenAlgorithms: ['PS256', 'RS256'],
      accessTokenAlgorithms: ['EdDSA'],
      revision: row.revision,
      secrets: secrets.map((secret) => ({ id: secret.id, hash: secret['hash'], expiresAt: secret['expires_at'] })),
    });
  });

  it('without a secret or optional properties has nulls and an empty list', async () => {
    const { id } = await domain();
    await client(id, 'bare');

    expect(await served.findClient(id, 'bare')).toMatchObject({
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
      idTokenAlgorithms: null,
      accessTokenAlgorithms: null,
      secrets: [],
    });
  });

  it('is that of its domain only, with its own secrets', async () => {
    const [one, other] = [await domain(), await domain()];
    for (const { id } of [one, other]) await client(id, 'shared');
    const secret = await rows.insert('client_secret', { domain_id: one.id, client_id: 'shared' });
    await client(one.id, 'neighbour');
    await rows.insert('client_secret', { domain_id: one.id, client_id: 'neighbour' });

    const [mine, hers] = [await served.findClient(one.id, 'shared'), await served.findClient(other.id, 'shared')];

    expect([mine?.secrets.map(({ id }) => id), hers?.secrets]).toEqual([[secret.id], []]);
  });

  it.each(['unknown', NUL, `real${NUL}`, ''])('is not found by %j', async (clientId) => {
    const { id } = await domain();
    await client(id, 'real');

    expect(await served.findClient(id, clientId)).toBeNull();
  });
});
