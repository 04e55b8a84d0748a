import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { DiscoveryServer } from '../../../../test/support/discovery-server.js';
import { startManagement, type Caller, type StartedManagement } from '../../../../test/support/management.js';
import { ACCEPTED_DOCUMENTS, REFUSED_DOCUMENTS } from './authentication-documents.fixture.js';
import { CLAIMS_CHANGES, GRANTS_CHANGES, RESOURCE_CHANGES, ROLE_CHANGES, SCOPE_LIST_CHANGES } from './resource-documents.fixture.js';
import { ACCEPTED_SIGNING, NULL_SIGNING, REFUSED_SIGNING } from './signing-documents.fixture.js';

const [NUL, LINE_BREAK] = ['a\0b', 'line\nbreak'];
const textOf = (length: number, unit = 'x') => unit.repeat(length);
const INVALID_URIS = [...'|app|/callback|https:|https:///x|https://a b|https://a.example/%zz'.split('|'), `https://${textOf(2_048)}`, 7];
const INVALID_HTTP_URIS = ['http://app.example.com/cb', 'https://app.example.com/cb#x', 'https://user@app.example.com/cb'];
const INVALID_REDIRECT_URIS = [...INVALID_URIS, ...INVALID_HTTP_URIS, 'https://*.example.com/cb', 'myapp:/cb'];
const LINK_TARGETS =
  'https://app.example.com|https://a.example:8443/a/b|http://localhost:8080/cb|http://a.LocalHost|http://127.0.0.1/'.split('|');
const INVALID_LINK_URIS = ['https://app.example.com/?a', 'http://localhost/?a', 'HTTP://localhost/cb', 'HTTPS://app.example.com'];

let database: TestDatabase;
let upstream: DiscoveryServer;
let management: StartedManagement;
let caller: Caller;
let domainPath: string;
let sub: string;
/** A client cannot change its type, so each request creates another client. */
let clientCount = 0;

beforeAll(async () => {
  [database, upstream] = await Promise.all([createTestDatabase(), DiscoveryServer.start()]);
  management = await startManagement(database.url, { WORKER: 'off' });
  caller = management.as(management.apiKey);
  domainPath = `/v1/domain/${await caller.registerDomain()}`;
  sub = ((await caller.post(`${domainPath}/user`, { preferredUsername: 'jane.doe.the.first', name: 'Jane' })).json as { sub: string }).sub;
  await caller.put(`${domainPath}/client/logged-out`, CLIENT);
  await caller.put(`${domainPath}/resource/enforced`, { audience: 'urn:enforced', name: 'Enforced' });
});

afterAll(async () => {
  await Promise.all([management.stop(), upstream.stop()]);
  await database.drop();
});

const CLIENT = { clientType: 'Confidential', grantType: 'AuthorizationCode', scope: 'openid' };
const PUBLIC = { ...CLIENT, clientType: 'Public' };
const USER = { preferredUsername: 'jane.doe.the.next', name: 'Jane' };

/** Only public clients may have these origins. */
const APP_ORIGINS = [
  'capacitor://localhost',
  'ionic://localhost',
  `chrome-extension://${'abcdefghijklmnop'.repeat(2)}`,
  'moz-extension://2c127fa4-62c7-7e4f-90e5-472b45eecfdc',
  'safari-web-extension://3D5C8A0E-9B1F-4C7D-8E2A-1F0B9C8D7E6F',
];

type SchemaCase = [what: string, method: string, address: () => string, base: object, good: object[], bad: object[]];

/** Values of one member, each as a change of a valid body. */
const asMember = (name: string, values: readonly unknown[]) => values.map((value) => ({ [name]: value }));
const asListMember = (name: string, values: readonly unknown[]) => values.map((value) => ({ [name]: [value] }));

const SCHEMA_CASES: SchemaCase[] = [
  [
    'a client',
    'PUT',
    () => `${domainPath}/client/app-${(clientCount += 1)}`,
    CLIENT,
    [
      ...asMember('scope', ['read', 'read write', '!#[]~', textOf(128)]),
      ...asListMember('audiences', ['https://api.example.com', 'urn:example:a', 'HTTPS://User@API.example.com:8443/x?y', 'api://orders/c']),
      ...asListMember('redirectUris', [
        'https://app.example.com',
        'HTTPS://app.example.com:1/cb?x=*@',
        'http://localhost:1/cb',
        'http://[::1]/',
      ]),
      ...asListMember('redirectUris', ['http://127.0.0.1/cb', 'http://LocalHost/cb', 'http://a.localhost', 'https://app.example.com/%41']),
      ...asListMember('allowedOrigins', ['https://app.example.com', 'http://localhost:3000', 'https://[::1]:8443']),
      ...asListMember('providers', ['northwind', '\u{1f510}']),
      ...asListMember('allowedOrigins', APP_ORIGINS).map((change) => ({ ...PUBLIC, ...change })),
      { ...PUBLIC, redirectUris: ['com.example.app:/cb', 'com.example.app://cb/x', 'https://app.example.com', 'com.example.app:a@b'] },
      { audiences: null, redirectUris: null, postSignOutRedirectUris: null, accessTokenExpiry: 1, refreshTokenExpiry: 31_536_000 },
    ],
    [
      { clientType: 'Public', grantType: 'ClientCredentials' },
      ...asMember('scope', ['', ' ', 'a  b', ' a', 'a ', 'a"', 'a\\', 'ä', 'a\tb', textOf(129), 7, null]),
      ...asListMember('audiences', [...INVALID_URIS, 'https://api.example.com/#x', 'http://', 'https:api.example.com']),
      ...asListMember('redirectUris', [...INVALID_REDIRECT_URIS, 'com.example.app:/cb']),
      ...asListMember('postSignOutRedirectUris', INVALID_REDIRECT_URIS),
      ...asListMember('redirectUris', ['myapp:/cb', 'com.example.app:/cb#x', 'com.example.app://u@host/cb', 'com.example.app://*/cb']).map(
        (change) => ({ ...PUBLIC, ...change }),
      ),
      ...asListMember('allowedOrigins', [
        ...INVALID_URIS,
        'https://app.example.com/',
        'https://App.example.com',
        'https://app.example.com:443',
      ]),
      ...asListMember('allowedOrigins', APP_ORIGINS),
      ...asListMember('allowedOrigins', ['capacitor://localhost:1', 'chrome-extension://x', 'app://localhost']).map((change) => ({
        ...PUBLIC,
        ...change,
      })),
      ...asListMember('allowedOrigins', ['http://app.example.com:80', 'ftp://app.example.com', 'https://u@app.example.com']),
      ...asListMember('providers', ['', NUL, LINE_BREAK, textOf(129), '\u200b', '\ue000', '\u0378']),
      ...asListMember('policies', ['none', null]),
      ...asMember('accessTokenExpiry', [0, 31_536_001, 1.5, '60']),
      { other: 1 },
    ],
  ],
  [
    'a new user',
    'POST',
    () => `${domainPath}/user`,
    USER,
    [{ preferredUsername: 'jane.doe.of.nulls', sub: null, attributes: null }],
    [
      ...asMember('preferredUsername', ['', 'too-short', LINE_BREAK.repeat(3), `${NUL}bcdefghijkl`, textOf(257), 7, null]),
      ...asMember('name', ['', NUL, 7, null]),
      { other: 1 },
    ],
  ],
  [
    'a patch of a user',
    'PATCH',
    () => `${domainPath}/user/${sub}`,
    {},
    [
      ...asMember('birthdate', ['2024-02-29', '0000-02-29', '2000-02-29', '1999', '0001', '2026-12-31', null]),
      ...asMember('profile', ['https://example.com/jane#me', 'HTTP://example.com']),
      ...asMember('locale', ['en', 'en-US', 'i-klingon', 'x-a']),
      ...asMember('zoneinfo', ['Europe/Berlin', 'UTC', 'Etc/GMT+1']),
      ...asMember('phone_number', ['+14255551212', null]),
      ...asMember('email', ['jane@example.com', 'jäne@exämple.com']),
      ...asMember('updated_at', [0, -1, Number.MAX_SAFE_INTEGER]),
      { [textOf(128)]: 'a name as long as names may be', roles: ['a'], more: { a: 1 }, less: null, givenName: null, some: LINE_BREAK },
    ],
    [
      ...asMember('birthdate', ['', '0000', '2026-02-29', '1900-02-29', '2026-04-31', '2026-13-01', '2026-1-1', '26-01-01', '12-31', 7]),
      ...['profile', 'picture', 'website'].flatMap((name) => asMember(name, ['', 'example.com', 'ftp://example.com', 'https://', 7])),
      ...asMember('locale', ['', 'en_US', '-', 'en--US', 7]),
      ...asMember('zoneinfo', ['', '+01:00', '-01:00', 'Europe Berlin', 7]),
      ...asMember('phone_number', ['', '4255551212', '+0123456', '+1 425 555 1212', '+1234567890123456', 7]),
      ...asMember('email', ['', 'jane', '@example.com', 'jane@', 'ja\nne@example.com', 7]),
      ...asMember('updated_at', [1.5, '0', Number.MAX_SAFE_INTEGER + 1]),
      ...asMember('name', ['', NUL, 7]),
      ...asMember('preferred_username', [null, 'short', `${LINE_BREAK}-and-more`, textOf(257)]),
      ...asMember('active', [null, 'true']),
      ...['sub', 'identityProvider', '', LINE_BREAK, NUL, textOf(129)].map((name) => ({ [name]: 'x' })),
      { preferredUsername: 'jane.doe.the.next' },
      { emailVerified: true },
      { any: NUL },
      { any: 1.5 },
      { any: Number.MAX_SAFE_INTEGER + 1 },
    ],
  ],
  [
    'a magic link',
    'POST',
    () => `${domainPath}/user/${sub}/magiclink`,
    { redirectUri: 'https://app.example.com/welcome' },
    asMember('redirectUri', LINK_TARGETS),
    [...asMember('redirectUri', [...INVALID_REDIRECT_URIS, ...INVALID_LINK_URIS, null]), ...asMember('resetPasskeys', ['true', 1])],
  ],
  [
    'the claims of scopes',
    'PUT',
    () => `${domainPath}/id_token/claims_supported`,
    { scope: 'profile' },
    [...asMember('claims', [null, [], ['a', 'b'], ['\u{1f510}']]), ...asMember('scope', ['!', textOf(128)])],
    [
      ...asMember('scope', ['', 'a b', 'a"', 'ä', textOf(129), 7]),
      ...asMember('claims', [
        ['a', 'a'],
        [''],
        ['__proto__'],
        [LINE_BREAK],
        [NUL],
        [textOf(129)],
        [7],
        'a',
        Array.from({ length: 76 }, (_, n) => `c${n}`),
      ]),
    ],
  ],
  [
    'the branding',
    'PUT',
    () => `${domainPath}/branding`,
    {},
    [...asMember('name', ['N', null, ' N ', textOf(60, '\u{1f510}')]), ...asMember('logoUrl', ['https://example.com/a.svg?b', null])],
    [
      ...asMember('name', ['', ' ', '\u3000', LINE_BREAK, NUL, textOf(61), 7]),
      ...asMember('logoUrl', [
        ...INVALID_URIS,
        'http://example.com/a.svg',
        'https://u:p@example.com/',
        'data:image/png,x',
        'https://example.com/#a',
      ]),
      ...asMember('supportUri', ['', 'http://example.com/', 'mailto:', 'mailto:a', 'mailto:a@b.example?cc=c@b.example', 'tel:1', 7]),
      ...asMember('accentColor', ['', 'red', '#12345', '#1234567', '#12345g', 7]),
      ...asMember('backgroundColor', ['', 'red', '#12345', 7]),
      ...asMember('corners', ['', 'square', 7]),
      ...asMember('font', ['', 'Arial', 7]),
    ],
  ],
  [
    'how long the log is shown',
    'PUT',
    () => `${domainPath}/log/retention`,
    { days: 3650, personalDays: 30 },
    [...asMember('days', [30, 400]), ...asMember('personalDays', [31, 3650])],
    [...asMember('days', [29, 3651, 30.5, '30', null]), ...asMember('personalDays', [29, 3651, -90, '90', null])],
  ],
  [
    'how clients come without an operator',
    'PUT',
    () => `${domainPath}/client-registration`,
    {},
    [
      ...asMember('metadataDocuments', [
        null,
        {},
        { enabled: null },
        { hosts: null },
        { hosts: ['a.example', 'localhost'] },
        { resources: [] },
      ]),
      ...asMember('dynamicRegistration', [null, { enabled: true, resources: ['enforced'] }]),
    ],
    [
      ...asMember('metadataDocuments', [
        [],
        7,
        { enabled: 'true' },
        { other: 1 },
        ...[['a', 'a'], ['..'], ['constructor']].map((resources) => ({ resources })),
        ...['A.example', 'a.example:1', '127.0.0.1', '', '-a.example', 'a.example.', textOf(64), 7].map((host) => ({ hosts: [host] })),
      ]),
      ...asMember('dynamicRegistration', [{ hosts: null }, { resources: textOf(2) }]),
    ],
  ],
  ['a preview of a mail', 'POST', () => `${domainPath}/mail-preview`, { kind: 'sign-in-link' }, [{ language: null }], [{ kind: null }]],
  ['a test of mail', 'POST', () => `${domainPath}/mail-test`, { to: 'jane@example.com' }, [{ language: null }], [{ to: null }]],
  [
    'the sign-in of a domain',
    'PUT',
    () => `${domainPath}/sign-in`,
    {},
    [{}, { secondFactor: 'Always' }],
    [{ secondFactor: null }, { secondFactor: 'always' }, { secondFactor: 7 }, { other: 1 }],
  ],
  ['the signing of a domain', 'PUT', () => `${domainPath}/signing`, {}, ACCEPTED_SIGNING, [...REFUSED_SIGNING, ...NULL_SIGNING]],
  ['that of a client', 'PUT', () => `${domainPath}/client/logged-out/signing`, {}, [...ACCEPTED_SIGNING, ...NULL_SIGNING], REFUSED_SIGNING],
  [
    'where a client hears of logouts',
    'PUT',
    () => `${domainPath}/client/logged-out/backchannel_logout`,
    { uri: 'https://app.example.com/logout' },
    asMember('uri', ['https://app.example.com:8443/a?b']),
    [...asMember('uri', [...INVALID_REDIRECT_URIS, null]), ...asMember('sessionRequired', ['true', 1])],
  ],
  [
    'a resource',
    'PUT',
    () => `${domainPath}/resource/app`,
    { audience: 'https://api.example.com', name: 'API' },
    RESOURCE_CHANGES.accepted,
    RESOURCE_CHANGES.refused,
  ],
  ['a role', 'PUT', () => `${domainPath}/role/clerk`, {}, ROLE_CHANGES.accepted, ROLE_CHANGES.refused],
  [
    'what a client may ask for at a resource',
    'PUT',
    () => `${domainPath}/client/logged-out/resource/enforced`,
    { scopes: [] },
    SCOPE_LIST_CHANGES.accepted,
    SCOPE_LIST_CHANGES.refused,
  ],
  [
    'the claims of a client',
    'PUT',
    () => `${domainPath}/client/logged-out/claims`,
    { accessToken: {} },
    CLAIMS_CHANGES.accepted,
    CLAIMS_CHANGES.refused,
  ],
  ['the grants of a client', 'PUT', () => `${domainPath}/client/logged-out/grants`, {}, GRANTS_CHANGES.accepted, GRANTS_CHANGES.refused],
  [
    'how a client authenticates',
    'PUT',
    () => `${domainPath}/client/logged-out/authentication`,
    { methods: [{ type: 'ClientSecret' }] },
    ACCEPTED_DOCUMENTS,
    REFUSED_DOCUMENTS,
  ],
  [
    'a domain',
    'POST',
    () => '/v1/domain',
    {},
    asMember('domain', ['LocalHost']),
    asMember('domain', [...'| |intranet|a b.example|a.example/x|https://a.example|a.example:1|u@a.example|[::1]|a.%62'.split('|'), 7]),
  ],
  [
    'an identity provider',
    'PUT',
    () => `${domainPath}/provider/northwind`,
    { issuer: 'https://login.example.com', clientId: 'latchkey', clientSecret: 'x' },
    [
      ...asMember('scopes', [['openid'], ['openid', 'a:b'], null]),
      ...asMember('claimMapping', [{}, { upn: 'preferred_username' }, null]),
      ...asMember('displayName', ['Northwind', null]),
      { clientSecret: undefined, tokenEndpointAuthMethod: 'private_key_jwt' },
    ],
    [
      ...asMember('issuer', [...INVALID_REDIRECT_URIS, 'https://login.example.com/?a', `https://a/${textOf(1_024)}`]),
      ...asMember('clientId', ['', 'ä', LINE_BREAK, textOf(257), 7]),
      ...asMember('clientSecret', ['', 'ä', LINE_BREAK, textOf(2_049), 7]),
      { tokenEndpointAuthMethod: 'private_key_jwt' },
      ...asMember('scopes', [[], ['profile'], ['openid', 'openid'], ['openid', 'a b'], ['openid', textOf(129)], 'openid']),
      ...asMember('claimMapping', [
        JSON.parse('{"__proto__":"nickname"}'),
        { a: '__proto__' },
        [],
        { upn: 'sub' },
        { upn: 'active' },
        { upn: 'preferredUsername' },
        { upn: '' },
        { '': 'upn' },
        { [LINE_BREAK]: 'upn' },
        { upn: LINE_BREAK },
        { upn: 7 },
      ]),
      ...asMember('displayName', ['', ' ', LINE_BREAK, textOf(61), 7]),
      ...asMember('enabled', ['true', 1]),
    ],
  ],
];

describe('OpenAPI document of bodies', () => {
  const toRequestBody = (what: string, body: object) => (what === 'the claims of scopes' ? [body] : body);

  it.each(SCHEMA_CASES)('states what the service enforces for %s', async (what, method, address, base, good, bad) => {
    const mismatches: unknown[] = [];
    for (const [isGood, changes] of [[true, [{}, ...good]] as const, [false, bad] as const]) {
      for (const change of changes) {
        const changed = { ...base, ...change };
        // The service accepts only an issuer that responds.
        if (isGood && 'issuer' in changed) Object.assign(changed, { issuer: upstream.issuer });
        const body = JSON.parse(JSON.stringify(toRequestBody(what, changed))) as unknown;
        const path = address();
        const { status } = await caller.send(path, { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
        const stated = management.contract!.findRequestViolations({ method, path }, body).length === 0;
        if (stated !== isGood || status < 300 !== isGood)
          mismatches.push({ change: JSON.stringify(change).slice(0, 120), isGood, stated, status });
      }
    }

    expect(mismatches).toEqual([]);
  });
});
