/** Changes of a valid document, by whether the service accepts the result. */
interface Changes {
  accepted: object[];
  refused: object[];
}

const [NUL, LINE_BREAK] = ['a\0b', 'line\nbreak'];
const member = (name: string, values: readonly unknown[]) => values.map((value) => ({ [name]: value }));
const scopes = (values: readonly unknown[]) => values.map((scope) => ({ scopes: [{ scope }] }));
const many = (count: number) => Array.from({ length: count }, (_none, n) => `s${n}`);

export const RESOURCE_CHANGES: Changes = {
  accepted: [
    ...member('audience', ['https://orders.example.com/?a', 'urn:example:a', 'api://orders/c']),
    ...member('name', ['N', ' N ', 'x'.repeat(60)]),
    ...scopes(['a', 'x'.repeat(128), 'openid2', 'ssf']),
    {
      scopes: [
        { scope: 'a', description: null },
        { scope: 'b', description: 'x'.repeat(200) },
      ],
    },
    ...member('scopes', [[], null, many(200).map((scope) => ({ scope }))]),
    ...member('accessTokenExpiry', [1, 31_536_000, null]),
    ...member('tokenFormat', ['Jwt', 'PlainJwt', 'Opaque', null]),
    ...member('signingAlgorithm', ['ES256', null]),
    ...member('enforceRoles', [true, null]),
  ],
  refused: [
    ...member('audience', ['orders', '/orders', 'https://orders.example.com/#a', `https://${'x'.repeat(2_048)}`, 7, null]),
    ...member('name', ['', ' ', LINE_BREAK, NUL, 'x'.repeat(61), 7, null]),
    ...scopes(['', 'a b', 'openid', 'profile', 'offline_access', 'ssf.read', 'ssf.', 'x'.repeat(129), 7, null]),
    ...member('scopes', ['a', ['a'], [{}], [{ scope: 'a', other: 1 }], many(201).map((scope) => ({ scope }))]),
    ...['', ' ', LINE_BREAK, 'x'.repeat(201), 7].map((description) => ({ scopes: [{ scope: 'a', description }] })),
    ...member('accessTokenExpiry', [0, 31_536_001, 1.5, '60']),
    ...member('tokenFormat', ['jwt', 7]),
    ...member('signingAlgorithm', ['HS256', 'none', 7]),
    ...member('enforceRoles', ['true', 1]),
    { resourceId: 'orders' },
  ],
};

const permission = (resource: unknown, list: unknown = []) => ({ permissions: [{ resource, scopes: list }] });
export const ROLE_CHANGES: Changes = {
  accepted: [...member('description', ['D', null]), ...member('permissions', [[], null]), permission('enforced')],
  refused: [
    ...member('description', ['', ' ', LINE_BREAK, 'x'.repeat(201), 7]),
    ...member('permissions', [{}, ['a'], [{ resource: 'enforced' }], [{ resource: 'enforced', scopes: [], other: 1 }]]),
    ...['', 'a b', 'constructor', '.', 'x'.repeat(129), 7].map((resource) => permission(resource)),
    ...['a', [''], ['a b'], ['a', 'a'], many(201)].map((list) => permission('enforced', list)),
    { role: 'clerk' },
  ],
};

export const SCOPE_LIST_CHANGES: Changes = {
  accepted: member('scopes', [[]]),
  refused: [...member('scopes', [null, 'a', [''], ['a b'], ['a', 'a'], [7], many(201)]), { other: 1 }],
};

const ISSUER = { issuer: 'https://idp.example.com', jwksUri: 'https://idp.example.com/keys', resources: {} };
const AUDIENCE = { issuer: 'https://chat.example.com', resources: { 'https://chat.example.com/api': [] } };
const bearer = (issuer: object) => ({ jwtBearer: { issuers: [{ ...ISSUER, ...issuer }] } });
const idJag = (audience: object) => ({ idJag: { audiences: [{ ...AUDIENCE, ...audience }] } });
const exchange = (tokenExchange: object) => ({ tokenExchange: { mode: 'Delegation', resources: {}, ...tokenExchange } });
export const GRANTS_CHANGES: Changes = {
  accepted: [
    ...['clientCredentials', 'deviceCode', 'scim'].flatMap((name) => member(name, [true, false, null])),
    ...member('tokenExchange', [null]),
    exchange({}),
    exchange({ mode: 'Impersonation', resources: { enforced: [] } }),
    ...member('jwtBearer', [null]),
    ...member('idJag', [null]),
    ...[{}, { subjectClaim: 'oid', jwks: null }, { resources: { enforced: [] } }].map(bearer),
    ...[{}, { clientId: 'portal' }, { resources: {} }, { clientId: null }].map(idJag),
  ],
  refused: [
    ...['clientCredentials', 'deviceCode', 'scim'].flatMap((name) => member(name, ['true', 1])),
    ...member('tokenExchange', [true, [], {}, { mode: 'Delegation' }, { resources: {} }]),
    ...member('jwtBearer', [true, [], {}, { issuers: [] }, { issuers: [{}] }]),
    ...member('idJag', [true, [], {}, { audiences: [] }, { audiences: [{}] }]),
    ...[{ issuer: 'http://idp.example.com' }, { jwksUri: null }, { jwks: {} }, { jwksUri: 'a' }, { subjectClaim: '' }, { x: 1 }].map(
      bearer,
    ),
    ...[{ resources: [] }, { resources: { 'a b': [] } }, { resources: { enforced: 'a' } }].map(bearer),
    ...[{ issuer: 'a' }, { clientId: '' }, { resources: { a: [] } }, { x: 1 }].map(idJag),
    exchange({ mode: 'delegation' }),
    exchange({ other: 1 }),
    ...[[], { enforced: 'a' }, { enforced: ['a b'] }, { 'a b': [] }, { constructor: [] }].map((resources) => exchange({ resources })),
    { other: 1 },
  ],
};

const claims = (values: readonly object[]) => values.map((accessToken) => ({ accessToken }));
export const CLAIMS_CHANGES: Changes = {
  accepted: claims([{}, { tenant: 'acme', plan: ['gold'], 'https://example.com/a': { b: null } }, { ['x'.repeat(128)]: 1 }]),
  refused: [
    ...claims([{ sub: 'a' }, { scope: 'a' }, { roles: [] }, { cnf: {} }, { active: true }, JSON.parse('{"__proto__":1}') as object]),
    ...claims([{ '': 1 }, { [LINE_BREAK]: 1 }, { ['x'.repeat(129)]: 1 }, Object.fromEntries(many(76).map((name) => [name, 1]))]),
    ...member('accessToken', [null, [], 'a']),
    { other: 1 },
  ],
};
