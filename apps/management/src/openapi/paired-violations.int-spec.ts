import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer, Call } from '../../../../test/support/http.js';
import type { Caller } from '../../../../test/support/management.js';
import { useManagementFixture } from '../../../../test/support/management-fixture.js';
import {
  fetchDocument,
  parametersOf,
  placesOf,
  resolve,
  type OpenApiDocument,
  type Place,
  type Schema,
} from '../../../../test/support/openapi-document.js';

const PLATFORM_KEY = 'the-key-of-the-platform';
const fixture = useManagementFixture({ RATE_LIMIT: 'off', PLATFORM_KEY });
let document: OpenApiDocument;
let domain: string;
let sub: string;
let webhookId: string;

beforeAll(async () => {
  document = await fetchDocument(fixture.management.url);
  domain = await fixture.caller.registerDomain();
  const root = `/v1/domain/${domain}`;
  const idOf = ({ json }: Answer) => json as { sub: string; id: string };
  sub = idOf(await fixture.caller.post(`${root}/user`, { preferredUsername: 'jane.doe-of-the-shop', name: 'Jane' })).sub;
  webhookId = idOf(await fixture.caller.post(`${root}/webhook`, { url: 'https://shop.example.com/webhook' })).id;
  await fixture.caller.put(`${root}/resource/an-id`, { audience: 'urn:an-id', name: 'API' });
  await fixture.caller.put(`${root}/client/shop`, { clientType: 'Confidential', grantType: 'AuthorizationCode', scope: 'openid' });
});

const JSON_TYPE = 'application/json';
/** Values that violate a rule beyond their type. The others have a type that the member never has. */
const FORBIDDEN_VALUES: Readonly<Record<string, unknown>> = {
  domain: 'co.uk',
  url: 'https://10.0.0.1/webhook',
  uri: 'https://10.0.0.1/logout',
  issuer: 'https://login.example.com/?a',
  preferredUsername: 'short',
};
const UNKNOWN = ['extra', 'Other'];

function pathOf({ template }: Place): string {
  const ids: Record<string, string> = { domain, sub, webhookId, clientId: 'shop', name: 'northwind' };
  return template.replace(/\{(\w+)\}/g, (_all, name: string) => ids[name] ?? 'an-id');
}

function callerOf({ template }: Place): Caller {
  return template.startsWith('/v1/subscription') ? fixture.management.as(PLATFORM_KEY) : fixture.caller;
}

/** The valid bodies of operations with a body and parameters, which read the body first. */
const VALID_BODIES: Readonly<Record<string, object>> = {
  applyConfiguration: { version: 1 },
  provisionIdentityProvider: { issuer: 'https://login.example.com', clientId: 'latchkey' },
};

function getValidBody({ operation }: Place): Call {
  const body = VALID_BODIES[operation.operationId];
  return body ? { headers: { 'Content-Type': JSON_TYPE }, body: JSON.stringify(body) } : {};
}

function pairsOf<T>(items: readonly T[]): [T, T][] {
  return items.flatMap((first, n) => items.slice(n + 1).map((second): [T, T] => [first, second]));
}

/** A value of a type that the schema does not permit. */
function getWrongValue(name: string, schema: Schema): unknown {
  if (name in FORBIDDEN_VALUES) return FORBIDDEN_VALUES[name];
  const types = [resolve<Schema>(document, schema).type ?? []].flat();
  return types.includes('boolean') || types.includes('integer') ? 'x' : 7.5;
}

/** Two errors in every pair of members of an operation's body, including unknown members. */
function listInvalidBodies({ operation }: Place): { body: unknown; pointers: string[] }[] {
  const schema = operation.requestBody?.content[JSON_TYPE]?.schema;
  if (!schema) return [];
  const whole = resolve<Schema>(document, schema);
  const object = whole.items ? resolve<Schema>(document, whole.items) : whole;
  // A list of strings.
  if (whole.items && !object.properties) return pairsOf([1, 2, 3]).map((pair) => ({ body: pair, pointers: ['/0', '/1'] }));
  const members = Object.entries(object.properties ?? {})
    .filter(([, member]) => member['readOnly'] !== true)
    .map(([name, member]): [string, unknown] => [name, getWrongValue(name, member)]);
  // A patch of a user may have other members, so it uses names that no attribute has.
  const others = object['additionalProperties'] === false ? UNKNOWN : ['sub', 'identityProvider', 'preferredUsername'];
  const all: [string, unknown][] = [...members, ...others.map((name): [string, unknown] => [name, 1])];
  return pairsOf(all).map((pair) => {
    const body = Object.fromEntries(pair);
    return { body: whole.items ? [body] : body, pointers: pair.map(([name]) => `${whole.items ? '/0' : ''}/${name}`) };
  });
}

/** Two errors in every pair of parameters of an operation's query, including unknown parameters. */
function listInvalidQueries({ operation }: Place): { query: string; names: string[] }[] {
  const parameters = parametersOf(document, operation).filter((parameter) => parameter.in === 'query');
  // Repeating most parameters is an error.
  const invalid = parameters.map(({ name, schema }) => [name, schema.type === 'array' ? `${name}=x` : `${name}=x&${name}=y`] as const);
  const all = [...invalid, ...UNKNOWN.map((name) => [name, `${name}=1`] as const)];
  return pairsOf(all).map((pair) => ({ query: pair.map(([, text]) => text).join('&'), names: pair.map(([name]) => name) }));
}

function getPointers({ status, json }: Answer): string[] {
  return status === 400 ? ((json as { errors?: { pointer: string }[] }).errors ?? []).map(({ pointer }) => pointer) : [String(status)];
}

describe('requests with two errors', () => {
  it('report both errors of a body, whatever the operation and the members', async () => {
    const cases = placesOf(document).flatMap((place) => listInvalidBodies(place).map((invalid) => ({ place, ...invalid })));
    expect(cases.length).toBeGreaterThan(400);
    const incomplete: object[] = [];
    for (const { place, body, pointers } of cases) {
      const call = { method: place.method, headers: { 'Content-Type': JSON_TYPE }, body: JSON.stringify(body) };
      const found = getPointers(await callerOf(place).send(pathOf(place), call));
      // The errors of a list include those of its items.
      const isNamed = (pointer: string) => found.some((each) => each === pointer || each.startsWith(`${pointer}/`));
      if (!pointers.every(isNamed)) incomplete.push({ operation: place.operation.operationId, body, found });
    }

    expect(incomplete).toEqual([]);
  });

  it('report both errors of a query, whatever the operation and the parameters', async () => {
    const cases = placesOf(document).flatMap((place) => listInvalidQueries(place).map((invalid) => ({ place, ...invalid })));
    const incomplete: object[] = [];
    for (const { place, query, names } of cases) {
      const found = getPointers(await callerOf(place).send(`${pathOf(place)}?${query}`, { method: place.method, ...getValidBody(place) }));
      if (!names.every((name) => found.includes(name))) incomplete.push({ operation: place.operation.operationId, query, found });
    }

    expect(incomplete).toEqual([]);
  });
});
