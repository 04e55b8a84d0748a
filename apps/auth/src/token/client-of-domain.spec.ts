import { describe, expect, it } from '@jest/globals';
import { encodeJwsPart, generateSigningKey, hashSecret, importPrivateKey } from '@latchkey/crypto';
import type { ServedClient } from '@latchkey/persistence';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { ClientRecord } from '../client/client-record.js';
import type { SecretUses } from '../client/secret-uses.js';
import { DomainRecord, type DomainKey } from '../domain/domain-record.js';
import { ClientOfDomain } from './client-of-domain.js';
import type { PlainRequest } from './plain-request.js';

const ISSUER = 'https://acme.example.com';
const DOMAIN = { id: 'domain', name: 'acme.example.com', revision: '1', branding: { name: null, logoUrl: null, accentColor: null } };
const PLAIN: PlainRequest = { clientId: 'service', clientSecret: 'right', scope: undefined, resource: undefined };
const NOW = Date.parse('2026-01-01T12:00:00Z');
const uses = { note: () => undefined } as unknown as SecretUses;

async function keySigningFrom(signsFrom: number): Promise<DomainKey> {
  const { kid, publicJwk, privateKey } = await generateSigningKey('ES256');
  const accessTokenHeader = encodeJwsPart({ alg: 'ES256', typ: 'at+jwt', kid });
  return { kid, algorithm: 'ES256', publicJwk, privateKey: importPrivateKey(privateKey), signsFrom, accessTokenHeader };
}

function pairOf(keys: readonly DomainKey[], changes: Partial<ServedClient> = {}): ClientOfDomain {
  const client = {
    clientId: 'service',
    clientType: 'Confidential',
    grantType: 'ClientCredentials',
    scope: 'read write',
    revision: '7',
    secrets: [{ id: 'secret', hash: hashSecret('right'), expiresAt: null }],
    accessTokenExpiry: null,
    audiences: null,
    ...changes,
  } as unknown as ServedClient;
  return new ClientOfDomain(new DomainRecord(DOMAIN, ISSUER, keys), new ClientRecord('domain', client, uses));
}

function tokenOf(pair: ClientOfDomain, plain: PlainRequest, now = NOW): string {
  return (JSON.parse(pair.tokensFor(plain, now)!.answer(now)) as { access_token: string }).access_token;
}

describe('the tokens that a plain request gets', () => {
  it('are made ready once for all that want nothing in particular', async () => {
    const pair = pairOf([await keySigningFrom(0)]);

    const tokens = pair.tokensFor(PLAIN, NOW);

    expect(pair.tokensFor(PLAIN, NOW + 1)).toBe(tokens);
    expect(decodeJwt(tokenOf(pair, PLAIN))).toMatchObject({ iss: ISSUER, sub: 'service', aud: ISSUER, scope: 'read write' });
  });

  it('are signed by the key whose time has come, from that very millisecond on', async () => {
    const [later, soon, first] = [await keySigningFrom(NOW + 200), await keySigningFrom(NOW + 100), await keySigningFrom(0)];
    const pair = pairOf([later, soon, first]);

    const kids = [0, 99, 100, 199, 200, 10_000].map((ms) => decodeProtectedHeader(tokenOf(pair, PLAIN, NOW + ms)).kid);

    expect(kids).toEqual([first, first, soon, soon, later, later].map(({ kid }) => kid));
  });

  it('are those of the scope and the resource that are asked for, and do not stay for the next one', async () => {
    const pair = pairOf([await keySigningFrom(0)], { audiences: ['urn:a', 'urn:b'] });

    expect(decodeJwt(tokenOf(pair, { ...PLAIN, scope: 'read', resource: 'urn:b' }))).toMatchObject({ aud: 'urn:b', scope: 'read' });
    expect(decodeJwt(tokenOf(pair, PLAIN))).toMatchObject({ aud: ['urn:a', 'urn:b'], scope: 'read write' });
  });

  it.each<[string, Partial<PlainRequest>, Partial<ServedClient>]>([
    ['the secret is wrong', { clientSecret: 'wrong' }, {}],
    ['more scope is asked for than the client may have', { scope: 'read admin' }, {}],
    ["the resource is not the client's", { resource: 'urn:other' }, {}],
    ['the client is public', {}, { clientType: 'Public' }],
    ['the client has another grant', {}, { grantType: 'AuthorizationCode' }],
  ])('are none if %s', async (_what, asked, changes) => {
    expect(pairOf([await keySigningFrom(0)], changes).tokensFor({ ...PLAIN, ...asked }, NOW)).toBe(null);
  });
});
