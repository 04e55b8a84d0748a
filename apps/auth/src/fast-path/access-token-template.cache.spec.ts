import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { hashSecret } from '@latchkey/crypto';
import { CurrentRevision, type RevisionParts, type ServedClient } from '@latchkey/persistence';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { CachedClient } from '../client/cached-client.js';
import type { ClientCache } from '../client/client.cache.js';
import type { SecretLastUseService, UsedSecret } from '../client/secret-last-use.service.js';
import type { ClientAuthenticationService } from '../client-authentication/client-authentication.service.js';
import { SecretAuthenticationService } from '../client-authentication/secret/secret-authentication.service.js';
import type { PresentedKeys } from '../client-authentication/token-binding.js';
import { MAX_TEMPLATE_BYTES } from '../cache/cache-limits.js';
import { CachedDomain } from '../domain/cached-domain.js';
import { DomainCacheRegistry } from '../cache/domain-cache.registry.js';
import type { DomainCache } from '../domain/domain.cache.js';
import { createDomainKey, createServedDomain } from '../domain/served-domain.fixture.js';
import type { DomainKey } from '../domain/signing-key.store.js';
import { AccessTokenTemplate } from './access-token-template.js';
import { AccessTokenTemplateCache, INVALID_CLIENT } from './access-token-template.cache.js';
import type { SecretRequest } from './fast-path-request.js';

const CURRENT: RevisionParts = { domainId: 'one', domainRevision: '1', clientRevision: '1' };
const PLAIN: SecretRequest = { clientId: 'service', clientSecret: 'right', scope: undefined, resource: undefined };
/** A request that presents no key. */
const BARE = { hasProof: false, hasCertificate: false, isAuthenticatedByCertificate: false };
const NOW = Date.parse('2026-01-01T12:00:00Z');

/** Their signing times: first, 100 ms after NOW, and 200 ms after NOW. */
const keys: DomainKey[] = [];
/** The rows in the database. */
let rows: { client: Partial<ServedClient>; keys: readonly DomainKey[] };
/** The domains whose records were queried. */
let asked: string[];
let noted: UsedSecret[];
let grants: AccessTokenTemplateCache;

const current = (changes: Partial<RevisionParts> = {}): CurrentRevision => CurrentRevision.of({ ...CURRENT, ...changes });

function domainOf({ domainId: id, domainRevision: revision }: CurrentRevision): CachedDomain | null {
  asked.push(`${id}@${revision}`);
  if (id === 'gone') return null;
  return new CachedDomain({ ...createServedDomain(id), revision }, `https://${id}.example.com`, rows.keys);
}

function clientOf({ domainId, clientRevision: revision }: CurrentRevision, clientId: string): CachedClient | null {
  if (revision === null) return null;
  const defaults = {
    clientType: 'Confidential',
    grantType: 'ClientCredentials',
    scope: 'read write',
    accessTokenExpiry: null,
    audiences: null,
    authentication: null,
    accessTokenAlgorithms: null,
  };
  const secrets = [{ id: 'secret', hash: hashSecret('right'), expiresAt: null }];
  return new CachedClient(domainId, {
    ...defaults,
    tokenQuota: null,
    presentation: null,
    active: true,
    expiresAt: null,
    secrets,
    clientId,
    revision,
    ...rows.client,
  } as unknown as ServedClient);
}

beforeAll(async () => {
  for (const signsFrom of [0, NOW + 100, NOW + 200]) keys.push(await createDomainKey('ES256', signsFrom));
});

beforeEach(() => {
  [asked, noted, rows] = [[], [], { client: {}, keys: [keys[0]!] }];
  const domains = { get: async (revision: CurrentRevision) => domainOf(revision) };
  const clients = { get: async (revision: CurrentRevision, clientId: string) => clientOf(revision, clientId) };
  const uses = { record: (used: UsedSecret) => noted.push(used) };
  const secrets = new SecretAuthenticationService({ record: () => undefined } as unknown as SecretLastUseService);
  const verifySecret: ClientAuthenticationService['verifySecret'] = (client, secret, now) => secrets.verify(client, secret, now);
  grants = new AccessTokenTemplateCache(
    domains as DomainCache,
    clients as ClientCache,
    { verifySecret } as ClientAuthenticationService,
    uses as unknown as SecretLastUseService,
    new DomainCacheRegistry(),
  );
});

interface Asked extends Partial<SecretRequest> {
  shown?: Partial<PresentedKeys>;
  revision?: Partial<RevisionParts>;
  /** Milliseconds after NOW. */
  after?: number;
}

function grant({ revision, after = 0, shown, ...plain }: Asked = {}): ReturnType<AccessTokenTemplateCache['getOrBuild']> {
  return grants.getOrBuild({ ...PLAIN, ...plain }, current(revision), { now: NOW + after, presented: { ...BARE, ...shown } });
}

/** @throws TypeError if the request is refused */
async function responseOf(request: Asked = {}): Promise<{ access_token: string }> {
  const template = (await grant(request)) as AccessTokenTemplate;
  return JSON.parse(template.render(NOW + (request.after ?? 0), null)) as { access_token: string };
}

async function tokenFor(request: Asked = {}): Promise<string> {
  return (await responseOf(request)).access_token;
}

describe('AccessTokenTemplateCache', () => {
  it('renders a token response with the headers of RFC 6749 section 5.1', async () => {
    const { access_token: token, ...rest } = await responseOf();

    expect(rest).toEqual({ token_type: 'Bearer', expires_in: 3_600, scope: 'read write' });
    expect(decodeJwt(token)).toMatchObject({ iss: 'https://one.example.com', sub: 'service', scope: 'read write', iat: NOW / 1_000 });
  });

  it('returns the cached template for the second request, and records the use of its secret', async () => {
    const first = await grant();
    expect(noted).toEqual([]);

    expect(grant({ after: 1 })).toBe(first);
    expect(asked).toEqual(['one@1']);
    expect(noted).toMatchObject([{ domainId: 'one', clientId: 'service', secretId: 'secret' }]);
  });

  it.each<[string, Partial<RevisionParts>]>([
    ['the client', { clientRevision: '2' }],
    ['the domain', { domainRevision: '2' }],
    ['a domain of the same name that came after it', { domainId: 'two' }],
  ])('builds another template for a new revision of %s', async (_what, revision) => {
    const before = await grant();
    rows.client = { scope: 'read' };

    expect(await grant({ revision })).not.toBe(before);
    expect(decodeJwt(await tokenFor({ revision }))).toMatchObject({
      iss: `https://${revision.domainId ?? 'one'}.example.com`,
      scope: 'read',
    });
  });

  it('builds separate templates by client, domain, scope and resource', async () => {
    rows.client = { audiences: ['urn:a', 'urn:b'] };
    const claims = [
      [{}, { sub: 'service', iss: 'https://one.example.com', scope: 'read write', aud: ['urn:a', 'urn:b'] }],
      [{ clientId: 'other' }, { sub: 'other' }],
      [{ revision: { domainId: 'two' } }, { iss: 'https://two.example.com' }],
      [{ scope: 'read' }, { scope: 'read' }],
      [{ scope: 'write' }, { scope: 'write' }],
      [{ resource: 'urn:b' }, { aud: 'urn:b' }],
      [
        { scope: 'read', resource: 'urn:a' },
        { scope: 'read', aud: 'urn:a' },
      ],
    ] as const;

    for (const [request, expected] of [...claims, ...claims]) expect(decodeJwt(await tokenFor(request))).toMatchObject(expected);
    expect(asked).toHaveLength(claims.length);
  });

  it('uses the next signing key from its exact start', async () => {
    rows.keys = keys.toReversed();
    const kids: unknown[] = [];
    for (const after of [0, 99, 100, 199, 200, 10_000]) kids.push(decodeProtectedHeader(await tokenFor({ after })).kid);

    expect(kids).toEqual([0, 0, 1, 1, 2, 2].map((index) => keys[index]!.kid));
  });

  it("signs with the client's algorithm, otherwise with the domain's", async () => {
    rows.keys = [await createDomainKey('EdDSA'), keys[0]!];
    const ofDomain = decodeProtectedHeader(await tokenFor({}));
    rows.client = { accessTokenAlgorithms: ['EdDSA'] };
    const ofClient = decodeProtectedHeader(await tokenFor({ revision: { clientRevision: '2' } }));

    expect([ofDomain.alg, ofClient.alg, ofClient.kid]).toEqual(['ES256', 'EdDSA', rows.keys[0]!.kid]);
  });

  it('drops a template at the millisecond its secret expires, but not for another secret of the client', async () => {
    const secrets = [
      { id: 'ends', hash: hashSecret('right'), expiresAt: new Date(NOW + 100) },
      { id: 'stays', hash: hashSecret('new'), expiresAt: null },
    ];
    rows = { client: { secrets }, keys: keys.toReversed() };
    const states: boolean[] = [];
    for (const after of [0, 99, 100]) states.push((await grant({ after })) !== INVALID_CLIENT);

    expect(states).toEqual([true, true, false]);
    expect(await grant({ clientSecret: 'new', after: 100 })).toBeInstanceOf(AccessTokenTemplate);
  });

  it.each<[string, Asked, Partial<ServedClient>]>([
    ['more scope is asked for than the client may have', { scope: 'read admin' }, {}],
    ["the resource is not the client's", { resource: 'urn:other' }, {}],
    ['the client is public', {}, { clientType: 'Public' }],
    ['the client has another grant', {}, { grantType: 'AuthorizationCode' }],
    ['the domain is gone', { revision: { domainId: 'gone' } }, {}],
  ])('returns no template if %s, also after a grant and the second time', async (_what, request, client) => {
    await grant();
    rows.client = client;
    const revision = { clientRevision: '2', ...request.revision };

    expect([await grant({ ...request, revision }), await grant({ ...request, revision })]).toEqual([null, null]);
  });

  it('returns invalid_client if the client was removed, whatever grant another client has', async () => {
    await grant();
    rows.client = { grantType: 'AuthorizationCode' };

    expect(await grant({ revision: { clientRevision: null } })).toBe(INVALID_CLIENT);
    expect(await grant({ clientSecret: 'wrong', revision: { clientRevision: '2' } })).toBe(INVALID_CLIENT);
  });

  it('returns no template for a wrong secret while one for the right secret is cached', async () => {
    const granted = await grant();

    const refused = [await grant({ clientSecret: 'wrong' }), await grant({ clientSecret: '' })];

    expect(refused).toEqual([INVALID_CLIENT, INVALID_CLIENT]);
    expect(grant()).toBe(granted);
  });

  it('binds a token to the key that the request presents, or to none', async () => {
    const bindingOf = async (shown: Partial<PresentedKeys>) => ((await grant({ shown })) as AccessTokenTemplate).binding;

    expect([await bindingOf({}), await bindingOf({ hasProof: true }), await bindingOf({})]).toEqual([null, 'DPoP', null]);
  });

  it('states the type of the token and what it is bound to', async () => {
    const template = (await grant({ shown: { hasProof: true } })) as AccessTokenTemplate;
    const answer = JSON.parse(template.render(NOW, { name: 'jkt', thumbprint: 'abc' })) as { access_token: string; token_type: string };

    expect([answer.token_type, decodeJwt(answer.access_token)['cnf']]).toEqual(['DPoP', { jkt: 'abc' }]);
  });

  it('keeps the latest templates, up to a number of bytes', async () => {
    rows.client = { scope: 'x'.repeat(1_000_000) };
    const { bytes } = (await grant()) as AccessTokenTemplate;
    const max = Math.floor(MAX_TEMPLATE_BYTES / bytes);
    const revisions = Array.from({ length: max + 1 }, (_none, index) => ({ clientRevision: `revision-${index}` }));
    for (const revision of revisions) await grant({ revision });
    asked = [];

    await grant({ revision: revisions.at(-1)! });
    await grant({ revision: revisions[2]! });
    expect(asked).toEqual([]);
    await grant({ revision: revisions[0]! });
    expect(asked).toEqual(['one@1']);
  });
});
