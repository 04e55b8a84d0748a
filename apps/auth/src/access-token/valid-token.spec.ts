import { beforeAll, describe, expect, it } from '@jest/globals';
import { encodeJwsPart, hashSecret } from '@latchkey/crypto';
import { CurrentRevision, type IssuedToken } from '@latchkey/persistence';
import type { CachedClient } from '../client/cached-client.js';
import { CachedDomain } from '../domain/cached-domain.js';
import { createDomainKey, createServedDomain } from '../domain/served-domain.fixture.js';
import type { DomainKey } from '../domain/signing-key.store.js';
import { parsePresentedToken } from './presented-token.js';
import { acceptClientToken, acceptUserToken, type ClientToken, type UserToken } from './valid-token.js';

const NOW = Date.parse('2026-01-01T12:00:00Z');
const SECONDS = NOW / 1_000;
const ISSUER = 'https://acme.example.com';
const CLAIMS = { iss: ISSUER, sub: 'maria', client_id: 'app', jti: 'a-jti', exp: SECONDS + 60 };
const RECORD = { clientId: 'app', accountId: 'maria', grantId: 'a-grant', scope: 'openid email', iat: SECONDS, exp: SECONDS + 60 };
const GRANT = { clientId: 'app', accountId: 'maria', openid: { scope: 'openid email' } };

let key: DomainKey;

beforeAll(async () => {
  key = await createDomainKey('ES256');
});

/** A token, with its records in the database. */
interface Case {
  claims?: object;
  /** The token whose hash is in the record, instead of its own. */
  recorded?: string;
  record?: object;
  model?: 'AccessToken' | 'RefreshToken' | null;
  typ?: string;
  /** Whether the domain has signed the token. By default the stored hash proves the signature. */
  isSigned?: boolean;
  grant?: object | null;
  user?: null;
  clientId?: string;
  keys?: DomainKey[];
}

function createToken(claims: object, { typ = 'at+jwt', isSigned = false }: Pick<Case, 'typ' | 'isSigned'> = {}): string {
  const signed = `${encodeJwsPart({ alg: 'ES256', kid: key.kid, typ })}.${encodeJwsPart(claims)}`;
  return `${signed}.${isSigned ? key.signer.sign(signed) : 'c2lnbmF0dXJl'}`;
}

const CURRENT = CurrentRevision.of({ domainId: 'acme', domainRevision: '1', clientRevision: null });

function accept({
  claims = {},
  recorded,
  record,
  model = 'AccessToken',
  grant,
  user,
  clientId = 'app',
  keys = [key],
  ...form
}: Case): UserToken | null {
  const token = createToken({ ...CLAIMS, ...claims }, form);
  const tokenHash = hashSecret(recorded ?? token).toString('base64url');
  const issued: IssuedToken = {
    current: CURRENT,
    owner: CURRENT,
    record: model && { model, payload: { ...RECORD, tokenHash, ...record } },
    grant: grant === null ? null : { ...GRANT, ...grant },
    user: user === null ? null : { sub: 'maria', attributes: {}, identityProvider: 'local', roles: [] },
  };
  const domain = new CachedDomain(createServedDomain('acme'), ISSUER, keys);
  const client = { client: { clientId, scope: 'openid profile email' } } as CachedClient;
  return acceptUserToken(parsePresentedToken(token)!, issued, { domain, client, now: NOW });
}

describe('acceptUserToken', () => {
  it('accepts a token with its record, grant, client and user', () => {
    expect(accept({})).toMatchObject({ record: RECORD, grant: GRANT, scope: ['openid', 'email'], claims: CLAIMS });
  });

  it('removes scopes that the client has lost', () => {
    expect(accept({ record: { scope: 'openid email orders' } })?.scope).toEqual(['openid', 'email']);
  });

  it('is accepted by its signature if its record is of an earlier release, without its hash', () => {
    expect(accept({ record: { tokenHash: undefined }, isSigned: true })).not.toBeNull();
  });

  it.each<[string, Case]>([
    ['is another token with the same jti', { recorded: 'another' }],
    ['has a record of an earlier release, without its hash, and is not signed', { record: { tokenHash: undefined } }],
    ['was revoked', { model: null }],
    ['has a record of another kind', { model: 'RefreshToken' }],
    ['is an ID token', { typ: 'JWT' }],
    ['is a logout token', { typ: 'logout+jwt' }],
    ['has expired', { claims: { exp: SECONDS } }],
    ['has a record that has expired', { record: { exp: SECONDS } }],
    ['is of another issuer', { claims: { iss: 'https://other.example.com' } }],
    ['is of a user who may not sign in', { user: null }],
    ['has no grant', { grant: null }],
    ['has a grant that has expired', { grant: { exp: SECONDS } }],
    ['has a grant to another client', { grant: { clientId: 'other' } }],
    ['has a grant of another user', { grant: { accountId: 'other' } }],
    ['is of another client than it says', { clientId: 'other' }],
  ])('rejects a token if it %s', (_what, values) => {
    expect(accept(values)).toBeNull();
  });

  it('rejects a token if the domain has removed the key that signed it', async () => {
    expect(accept({ keys: [await createDomainKey('ES256')] })).toBeNull();
  });
});

describe('the access token of a client itself', () => {
  const OWN = { ...CLAIMS, sub: 'app', scope: 'email orders' };

  function acceptOwn({ claims, model = null, keys = [key], ...form }: Case): ClientToken | null {
    const record = model && { model, payload: RECORD };
    const issued: IssuedToken = { current: CURRENT, owner: CURRENT, record, grant: null, user: null };
    const domain = new CachedDomain(createServedDomain('acme'), ISSUER, keys);
    const client = {
      client: { clientId: 'app', scope: 'email', generationStart: 0 },
      tokenMark: () => 'marked',
    } as unknown as CachedClient;
    const token = createToken({ ...OWN, iat: SECONDS, ...claims }, { isSigned: true, ...form });
    return acceptClientToken(parsePresentedToken(token)!, issued, { domain, client, now: NOW });
  }

  it('is accepted without a record, and has no scope that its client has lost', () => {
    expect(acceptOwn({})).toMatchObject({ scope: ['email'], claims: OWN });
  });

  it.each<[string, Case]>([
    ['was revoked', { model: 'AccessToken' }],
    ['is not signed', { isSigned: false }],
    ['is an ID token', { typ: 'JWT' }],
    ['has expired', { claims: { exp: SECONDS } }],
    ['is of another issuer', { claims: { iss: 'https://other.example.com' } }],
    ['is of a user', { claims: { sub: 'maria' } }],
    ['is of a client of the same id that was deleted', { claims: { jti: 'another-mark'.padStart(30, 'i') } }],
  ])('is not accepted if it %s', (_what, values) => {
    expect(acceptOwn(values)).toBeNull();
  });

  it('is not accepted if the domain has removed the key that has signed it', async () => {
    expect(acceptOwn({ keys: [await createDomainKey('ES256')] })).toBeNull();
  });
});

describe('what a request presents as a token', () => {
  it('is found by its jti if it is a JWT, and else as a whole', () => {
    const token = createToken(CLAIMS);

    expect(parsePresentedToken(token)).toMatchObject({ clientId: 'app', hash: hashSecret('a-jti') });
    expect(parsePresentedToken('opaque')).toEqual({ value: 'opaque', jws: null, clientId: null, hash: hashSecret('opaque') });
  });

  it.each([[{ jti: undefined }], [{ jti: 1 }], [{ client_id: undefined }], [{ client_id: ['app'] }]])('rejects %j as a token', (claims) => {
    expect(parsePresentedToken(createToken({ ...CLAIMS, ...claims }))).toBeNull();
  });
});
