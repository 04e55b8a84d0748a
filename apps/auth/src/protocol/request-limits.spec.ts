import { describe, expect, it } from '@jest/globals';
import { MAX_FORM_BYTES, MAX_PARAMETERS, MAX_QUERY_BYTES, findLimitViolation } from './request-limits.js';

const AUTHORIZE = '/connect/authorize';
const PAR = '/connect/par';
const TOKEN = '/connect/token';

const findQueryViolation = (query: string, path = AUTHORIZE) => findLimitViolation({ path, query, form: '' });
const findFormViolation = (form: string, path = TOKEN) => findLimitViolation({ path, query: '', form });
const many = (count: number) => Array.from({ length: count }, (_none, index) => `p${index}`).join('&');

describe('findLimitViolation in a query', () => {
  it.each([
    ['none', ''],
    ['a usual one', 'client_id=app&response_type=code&state=a%20b&scope=openid+email'],
    ['as many parameters as allowed', many(MAX_PARAMETERS)],
    ['one of the longest', `filling=${'x'.repeat(MAX_QUERY_BYTES - 8)}`],
    ['several resources', 'resource=urn:a&resource=urn:b&%72esource=urn:c'],
  ])('accepts %s', (_what, query) => {
    expect(findQueryViolation(query, '/connect/userinfo')).toBeNull();
  });

  it.each([
    ['too many parameters', many(MAX_PARAMETERS + 1), 'a request may have at most 100 parameters'],
    ['too many empty ones', '&'.repeat(MAX_PARAMETERS), 'a request may have at most 100 parameters'],
    ['one byte too many', `filling=${'x'.repeat(MAX_QUERY_BYTES - 7)}`, 'the query may have at most 16384 bytes'],
    ['a parameter twice', 'scope=a&state=b&scope=a', "'scope' parameter must not be provided twice"],
    ['a parameter twice, once encoded', 'scope=a&%73cope=a', "'scope' parameter must not be provided twice"],
    ['a parameter of every object, twice', '__proto__=a&__proto__=b', "'__proto__' parameter must not be provided twice"],
    ['a parameter of a strange name twice', '%22%0a=1&%22%0a=2', 'a parameter must not be provided twice'],
  ])('rejects %s', (_what, query, violation) => {
    expect(findQueryViolation(query, '/connect/userinfo')).toBe(violation);
  });
});

describe('findLimitViolation in a form', () => {
  it('accepts a form twice as long as a query', () => {
    expect(findFormViolation(`filling=${'x'.repeat(MAX_FORM_BYTES - 8)}`)).toBeNull();
    expect(findFormViolation(`filling=${'x'.repeat(MAX_FORM_BYTES - 7)}`)).toBe('the form may have at most 32768 bytes');
  });

  it('otherwise enforces the same limits for a form', () => {
    expect(findFormViolation(many(MAX_PARAMETERS + 1))).toBe('a request may have at most 100 parameters');
    expect(findFormViolation('scope=a&scope=b')).toBe("'scope' parameter must not be provided twice");
  });
});

describe.each([
  ['in a query', (parameters: string) => findQueryViolation(parameters, AUTHORIZE)],
  ['in a form', (parameters: string) => findFormViolation(parameters, AUTHORIZE)],
  ['pushed', (parameters: string) => findFormViolation(parameters, PAR)],
])('an authorization request %s', (_how, findViolation) => {
  it.each([
    ['state', 2_048],
    ['nonce', 2_048],
    ['claims', 8_192],
  ])('limits the decoded %s to %i bytes', (name, bytes) => {
    expect(findViolation(`${name}=${'x'.repeat(bytes)}`)).toBeNull();
    expect(findViolation(`${name}=${'%78'.repeat(2_048)}`)).toBeNull();
    expect(findViolation(`${name}=${'x'.repeat(bytes + 1)}`)).toBe(`'${name}' parameter may have at most ${bytes} bytes`);
    expect(findViolation(`${name}=${'é'.repeat(bytes / 2)}x`)).toBe(`'${name}' parameter may have at most ${bytes} bytes`);
  });
});

describe('findLimitViolation in a request object', () => {
  const objectOf = (claims: string): string => `request=e30.${Buffer.from(claims).toString('base64url')}.c2ln`;
  const findViolation = (claims: object, path = AUTHORIZE) => findFormViolation(objectOf(JSON.stringify(claims)), path);

  it.each([AUTHORIZE, PAR])('enforces the limits of the parameters that the object contains: %s', (path) => {
    expect(findViolation({ state: 'x'.repeat(2_048) }, path)).toBeNull();
    expect(findViolation({ state: 'x'.repeat(2_049) }, path)).toBe("'state' parameter may have at most 2048 bytes");
    expect(findViolation({ claims: { id_token: { sub: { value: 'x'.repeat(8_192) } } } }, path)).toBe(
      "'claims' parameter may have at most 8192 bytes",
    );
  });

  it('counts numbers with the length of their text towards the limit of all parameters', () => {
    const numbers = Array.from({ length: 1_000 }, () => '1e20').join();

    expect(findFormViolation(objectOf(`{"other":[${numbers}]}`), PAR)).toBe('the parameters may have at most 16384 bytes together');
  });

  it.each([
    ['state', { toString: 1 }, "'state' parameter of the request object must be a text"],
    ['resource', ['urn:a', { toString: 1 }], "'resource' parameter of the request object must be a text"],
    ['resource', [['urn:a']], "'resource' parameter of the request object must be a text"],
    ['resource', ['urn:a', 'urn:b'], null],
    ['claims', { userinfo: {} }, null],
    ['max_age', 0, null],
  ])('rejects values that oidc-provider cannot read: %s=%j', (name, value, violation) => {
    expect(findViolation({ [name]: value })).toBe(violation);
  });

  it('enforces no limits at other endpoints, or on a value that is not a JWT', () => {
    expect(findViolation({ state: 'x'.repeat(2_049) }, TOKEN)).toBeNull();
    expect(findFormViolation('request=garbage', PAR)).toBeNull();
  });
});

describe('JSON depth limit', () => {
  const nest = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  const encode = (json: string): string => Buffer.from(json).toString('base64url');
  const inParameter: [string, (json: string) => string][] = [
    ['claims', (json) => `claims=${encodeURIComponent(json)}`],
    ['request', (json) => `request=${encode(json)}.e30.c2ln`],
    ['request', (json) => `request=e30.${encode(json)}.c2ln`],
    ['claims', (json) => `request=e30.${encode(JSON.stringify({ claims: json }))}.c2ln`],
    ['id_token_hint', (json) => `id_token_hint=${encode(json)}.e30.c2ln`],
    ['id_token_hint', (json) => `id_token_hint=e30.${encode(json)}.c2ln`],
  ];

  it.each(inParameter)('accepts JSON of %s nested 32 levels deep: %#', (name, write) => {
    expect(findFormViolation(write(nest(32)), AUTHORIZE)).toBeNull();
    expect(findFormViolation(write(nest(33)), AUTHORIZE)).toBe(`the JSON of the '${name}' parameter may be nested 32 deep at most`);
    expect(findFormViolation(write(nest(1_200)), PAR)).toMatch(/nested 32 deep/);
  });

  it('counts the nesting of an object within a request object', () => {
    const request = `request=e30.${encode(`{"claims":${nest(32)}}`)}.c2ln`;

    expect(findFormViolation(request, AUTHORIZE)).toMatch(/^the JSON of the 'request' parameter/);
  });
});

describe('total length of authorization parameters', () => {
  it.each([AUTHORIZE, PAR])('limits the decoded parameters to 16384 bytes together: %s', (path) => {
    expect(findFormViolation(`a=${'%78'.repeat(6_000)}&b=${'x'.repeat(10_382)}`, path)).toBeNull();
    expect(findFormViolation(`a=${'%78'.repeat(6_000)}&b=${'x'.repeat(10_383)}`, path)).toBe(
      'the parameters may have at most 16384 bytes together',
    );
  });

  it('accepts longer parameters elsewhere', () => {
    expect(findFormViolation(`client_assertion=${'x'.repeat(20_000)}`, TOKEN)).toBeNull();
  });
});
