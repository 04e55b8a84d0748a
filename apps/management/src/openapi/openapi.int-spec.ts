import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PROBLEMS, type ProblemKind } from '@latchkey/problem';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { send } from '../../../../test/support/http.js';
import { startManagement, type StartedManagement } from '../../../../test/support/management.js';
import {
  fetchDocument,
  parametersOf,
  placesOf,
  type OpenApiDocument,
  type Operation,
  type Response,
  type Schema,
} from '../../../../test/support/openapi-document.js';

/** The part of JSON Schema 2020-12 used here, without OpenAPI 3.0's own keywords. */
const KEYWORDS = new Set(
  `$ref type enum const format description example default title items properties required additionalProperties minimum maximum
   minLength maxLength minItems maxItems uniqueItems pattern allOf anyOf oneOf not contains propertyNames patternProperties readOnly maxProperties`.split(
    /\s+/,
  ),
);
const TYPES = new Set(['string', 'integer', 'number', 'boolean', 'array', 'object', 'null']);

let database: TestDatabase;
let management: StartedManagement;
let document: OpenApiDocument;
let operations: [string, Operation][];

beforeAll(async () => {
  database = await createTestDatabase();
  management = await startManagement(database.url, { WORKER: 'off' });
  document = await fetchDocument(management.url);
  operations = placesOf(document).map(({ method, template, operation }) => [`${method} ${template}`, operation]);
});

afterAll(async () => {
  await management.stop();
  await database.drop();
});

/** Every schema of the document, including nested ones, with its location. */
function listSchemas(node: unknown, pointer: string): [string, Schema][] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]: [string, unknown]) => {
    const childPointer = `${pointer}/${key}`;
    if (key === 'schema') return listNestedSchemas(value as Schema, childPointer);
    if (key === 'schemas')
      return Object.entries(value as object).flatMap(([name, schema]) => listNestedSchemas(schema as Schema, `${childPointer}/${name}`));
    return listSchemas(value, childPointer);
  });
}

function listNestedSchemas(schema: Schema, pointer: string): [string, Schema][] {
  const parts: [string, unknown][] = [...Object.entries(schema['properties'] ?? {}), ['items', schema['items']], ['not', schema['not']]];
  for (const name of ['allOf', 'anyOf', 'oneOf'])
    for (const part of (schema[name] as unknown[] | undefined) ?? []) parts.push([name, part]);
  const inner = parts.filter((part): part is [string, Schema] => typeof part[1] === 'object');
  return [[pointer, schema], ...inner.flatMap(([name, part]) => listNestedSchemas(part, `${pointer}/${name}`))];
}

function getBodySchema({ requestBody }: Operation): Schema {
  const name = requestBody?.content['application/json']?.schema.$ref?.split('/').at(-1);
  return document.components.schemas[name ?? ''] ?? {};
}

function expectProblemResponse(status: string, { content, description }: Response): void {
  expect(Object.keys(content!)).toEqual(['application/problem+json']);
  const { allOf, properties } = content!['application/problem+json']!.schema;
  expect(allOf).toEqual([{ $ref: '#/components/schemas/ProblemDetails' }]);
  const types = properties!['type']!.enum as string[];
  expect(types.length).toBeGreaterThan(0);
  for (const type of types) expect(description).toContain(type);
  // Headers that are too large have a separate status without a problem type.
  if (status !== '431') expect(types.map((type) => getStatus(type))).toEqual(types.map(() => Number(status)));
}

function getStatus(type: string): number | undefined {
  return PROBLEMS[type.replace('/problems/', '') as ProblemKind]?.status;
}

describe('OpenAPI document', () => {
  it('is OpenAPI 3.1, and requires no key', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Latchkey management API', version: 'v1' } });
  });

  it('contains every operation of the service, each with a unique id', () => {
    expect(operations.map(([place]) => place).sort()).toEqual([
      'DELETE /v1/api-key/{apiKeyId}',
      'DELETE /v1/domain/{domain}',
      'DELETE /v1/domain/{domain}/branding/text/{language}',
      'DELETE /v1/domain/{domain}/client-registration/token/{tokenId}',
      'DELETE /v1/domain/{domain}/client/{clientId}',
      'DELETE /v1/domain/{domain}/client/{clientId}/authentication',
      'DELETE /v1/domain/{domain}/client/{clientId}/backchannel_logout',
      'DELETE /v1/domain/{domain}/client/{clientId}/claims',
      'DELETE /v1/domain/{domain}/client/{clientId}/grants',
      'DELETE /v1/domain/{domain}/client/{clientId}/presentation',
      'DELETE /v1/domain/{domain}/client/{clientId}/quota',
      'DELETE /v1/domain/{domain}/client/{clientId}/refresh-token',
      'DELETE /v1/domain/{domain}/client/{clientId}/resource/{resourceId}',
      'DELETE /v1/domain/{domain}/client/{clientId}/secret/{secretId}',
      'DELETE /v1/domain/{domain}/client/{clientId}/signing',
      'DELETE /v1/domain/{domain}/freeze',
      'DELETE /v1/domain/{domain}/invitation/{invitationId}',
      'DELETE /v1/domain/{domain}/provider/{name}',
      'DELETE /v1/domain/{domain}/resource/{resourceId}',
      'DELETE /v1/domain/{domain}/role/{role}',
      'DELETE /v1/domain/{domain}/signal-stream/{streamId}',
      'DELETE /v1/domain/{domain}/user-import/{importId}',
      'DELETE /v1/domain/{domain}/user/{sub}',
      'DELETE /v1/domain/{domain}/user/{sub}/credential/{credentialId}',
      'DELETE /v1/domain/{domain}/user/{sub}/session',
      'DELETE /v1/domain/{domain}/user/{sub}/session/{sessionId}',
      'DELETE /v1/domain/{domain}/webhook/{webhookId}',
      'DELETE /v1/operator/{operatorId}',
      'DELETE /v1/subscription/{subscriptionId}',
      'GET /v1/api-key',
      'GET /v1/api-key/{apiKeyId}',
      'GET /v1/caller',
      'GET /v1/deletion/{deletionId}',
      'GET /v1/domain',
      'GET /v1/domain-import/key',
      'GET /v1/domain/{domain}',
      'GET /v1/domain/{domain}/access_token/claims_supported',
      'GET /v1/domain/{domain}/branding',
      'GET /v1/domain/{domain}/branding/text',
      'GET /v1/domain/{domain}/branding/text/{language}',
      'GET /v1/domain/{domain}/branding/text/{language}/default',
      'GET /v1/domain/{domain}/client',
      'GET /v1/domain/{domain}/client-registration',
      'GET /v1/domain/{domain}/client-registration/token',
      'GET /v1/domain/{domain}/client/{clientId}',
      'GET /v1/domain/{domain}/client/{clientId}/active',
      'GET /v1/domain/{domain}/client/{clientId}/authentication',
      'GET /v1/domain/{domain}/client/{clientId}/backchannel_logout',
      'GET /v1/domain/{domain}/client/{clientId}/claims',
      'GET /v1/domain/{domain}/client/{clientId}/grants',
      'GET /v1/domain/{domain}/client/{clientId}/presentation',
      'GET /v1/domain/{domain}/client/{clientId}/quota',
      'GET /v1/domain/{domain}/client/{clientId}/refresh-token',
      'GET /v1/domain/{domain}/client/{clientId}/resource',
      'GET /v1/domain/{domain}/client/{clientId}/resource/{resourceId}',
      'GET /v1/domain/{domain}/client/{clientId}/role',
      'GET /v1/domain/{domain}/client/{clientId}/secret',
      'GET /v1/domain/{domain}/client/{clientId}/signing',
      'GET /v1/domain/{domain}/configuration',
      'GET /v1/domain/{domain}/erasure/{sub}',
      'GET /v1/domain/{domain}/export',
      'GET /v1/domain/{domain}/id_token/claims_supported',
      'GET /v1/domain/{domain}/invitation',
      'GET /v1/domain/{domain}/log',
      'GET /v1/domain/{domain}/log/retention',
      'GET /v1/domain/{domain}/mail-sender',
      'GET /v1/domain/{domain}/provider',
      'GET /v1/domain/{domain}/provider/{name}',
      'GET /v1/domain/{domain}/resource',
      'GET /v1/domain/{domain}/resource/{resourceId}',
      'GET /v1/domain/{domain}/role',
      'GET /v1/domain/{domain}/role/{role}',
      'GET /v1/domain/{domain}/sign-in',
      'GET /v1/domain/{domain}/signal-stream',
      'GET /v1/domain/{domain}/signal-stream/{streamId}',
      'GET /v1/domain/{domain}/signal-stream/{streamId}/delivery',
      'GET /v1/domain/{domain}/signal-stream/{streamId}/delivery/{deliveryId}',
      'GET /v1/domain/{domain}/signal-stream/{streamId}/status',
      'GET /v1/domain/{domain}/signing',
      'GET /v1/domain/{domain}/usage',
      'GET /v1/domain/{domain}/user',
      'GET /v1/domain/{domain}/user-import',
      'GET /v1/domain/{domain}/user-import/{importId}',
      'GET /v1/domain/{domain}/user-invitation',
      'GET /v1/domain/{domain}/user-invitation/{invitationId}',
      'GET /v1/domain/{domain}/user/{sub}',
      'GET /v1/domain/{domain}/user/{sub}/credential',
      'GET /v1/domain/{domain}/user/{sub}/export',
      'GET /v1/domain/{domain}/user/{sub}/role',
      'GET /v1/domain/{domain}/user/{sub}/session',
      'GET /v1/domain/{domain}/webhook',
      'GET /v1/domain/{domain}/webhook/{webhookId}',
      'GET /v1/domain/{domain}/webhook/{webhookId}/delivery',
      'GET /v1/operator',
      'GET /v1/operator/{operatorId}',
      'GET /v1/receipt-keys',
      'GET /v1/subscription',
      'GET /v1/subscription/{subscriptionId}',
      'GET /v1/subscription/{subscriptionId}/quota',
      'PATCH /v1/domain/{domain}/client/{clientId}',
      'PATCH /v1/domain/{domain}/user/{sub}',
      'POST /v1/api-key',
      'POST /v1/domain',
      'POST /v1/domain-import',
      'POST /v1/domain/{domain}/client-registration/token',
      'POST /v1/domain/{domain}/client/{clientId}/secret',
      'POST /v1/domain/{domain}/freeze',
      'POST /v1/domain/{domain}/invitation',
      'POST /v1/domain/{domain}/mail-preview',
      'POST /v1/domain/{domain}/mail-sender/verify',
      'POST /v1/domain/{domain}/mail-test',
      'POST /v1/domain/{domain}/signal-stream/{streamId}/delivery/{deliveryId}/replay',
      'POST /v1/domain/{domain}/signal-stream/{streamId}/verification',
      'POST /v1/domain/{domain}/user',
      'POST /v1/domain/{domain}/user-import',
      'POST /v1/domain/{domain}/user-invitation',
      'POST /v1/domain/{domain}/user-invitation/{invitationId}/stop',
      'POST /v1/domain/{domain}/user/{sub}/magiclink',
      'POST /v1/domain/{domain}/verify',
      'POST /v1/domain/{domain}/webhook',
      'POST /v1/domain/{domain}/webhook/{webhookId}/replay',
      'POST /v1/domain/{domain}/webhook/{webhookId}/secret',
      'POST /v1/domain/{domain}/webhook/{webhookId}/test',
      'POST /v1/subscription',
      'PUT /v1/api-key/{apiKeyId}',
      'PUT /v1/domain/{domain}/access_token/claims_supported',
      'PUT /v1/domain/{domain}/branding',
      'PUT /v1/domain/{domain}/branding/text/{language}',
      'PUT /v1/domain/{domain}/client-registration',
      'PUT /v1/domain/{domain}/client/{clientId}',
      'PUT /v1/domain/{domain}/client/{clientId}/active',
      'PUT /v1/domain/{domain}/client/{clientId}/authentication',
      'PUT /v1/domain/{domain}/client/{clientId}/backchannel_logout',
      'PUT /v1/domain/{domain}/client/{clientId}/claims',
      'PUT /v1/domain/{domain}/client/{clientId}/grants',
      'PUT /v1/domain/{domain}/client/{clientId}/presentation',
      'PUT /v1/domain/{domain}/client/{clientId}/quota',
      'PUT /v1/domain/{domain}/client/{clientId}/refresh-token',
      'PUT /v1/domain/{domain}/client/{clientId}/resource/{resourceId}',
      'PUT /v1/domain/{domain}/client/{clientId}/role',
      'PUT /v1/domain/{domain}/client/{clientId}/signing',
      'PUT /v1/domain/{domain}/configuration',
      'PUT /v1/domain/{domain}/id_token/claims_supported',
      'PUT /v1/domain/{domain}/log/retention',
      'PUT /v1/domain/{domain}/mail-sender',
      'PUT /v1/domain/{domain}/provider/{name}',
      'PUT /v1/domain/{domain}/resource/{resourceId}',
      'PUT /v1/domain/{domain}/role/{role}',
      'PUT /v1/domain/{domain}/sign-in',
      'PUT /v1/domain/{domain}/signal-stream/{streamId}/authorization-header',
      'PUT /v1/domain/{domain}/signal-stream/{streamId}/status',
      'PUT /v1/domain/{domain}/signing',
      'PUT /v1/domain/{domain}/user/{sub}/role',
      'PUT /v1/domain/{domain}/webhook/{webhookId}',
      'PUT /v1/operator/{operatorId}',
      'PUT /v1/subscription/{subscriptionId}/quota',
    ]);
    const names = operations.map(([, { operationId }]) => operationId);
    expect(names).toEqual(names.filter((name) => /^[a-z][A-Za-z]+$/.test(name)));
    expect(new Set(names).size).toBe(names.length);
  });

  it('requires the API key for every operation', () => {
    expect(document.security).toEqual([{ apiKey: [] }, { accessToken: [] }]);
    expect(document.components.securitySchemes).toEqual({
      apiKey: { type: 'apiKey', name: 'x-api-key', in: 'header' },
      accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: expect.stringContaining('DPoP') },
    });
  });

  it('declares each path parameter as a required string', () => {
    for (const [place, operation] of operations) {
      const named = parametersOf(document, operation).filter((parameter) => parameter.in === 'path');
      const templated = [...place.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect([place, named.map(({ name }) => name).sort()]).toEqual([place, templated.sort()]);
      for (const { required, schema } of named) expect({ required, type: schema.type }).toEqual({ required: true, type: 'string' });
    }
  });

  it('describes the problems of each operation as problem documents with specific types', () => {
    for (const [place, { responses }] of operations) {
      const problems = Object.entries(responses).filter(([status]) => Number(status) >= 400);
      const statuses = problems.map(([status]) => status);
      expect(statuses).toEqual(expect.arrayContaining(['400', '401', '403', '405', '408', '413', '415', '429', '431', '500', '503']));
      expect([place, statuses.includes('404')]).toEqual([place, place.includes('{')]);
      if (place.startsWith('POST ')) expect(statuses).toContain('409');
      for (const [status, response] of problems) expectProblemResponse(status, response);
    }
  });

  it('lists every kind of problem under /v1', () => {
    const documented = new Set([...JSON.stringify(document.paths).matchAll(/"\/problems\/([a-z-]+)"/g)].map(([, kind]) => kind!));

    // Paths without an operation return not-found; the auth server reports sign-in errors.
    expect([...documented, 'not-found', 'sign-in-required'].toSorted()).toEqual(Object.keys(PROBLEMS).toSorted());
  });

  it('documents the headers of every response, and those of certain statuses', () => {
    for (const [place, { responses, parameters }] of operations) {
      expect(parameters).toContainEqual({ $ref: '#/components/parameters/RequestId' });
      const takesKey = parameters!.some((parameter) => '$ref' in parameter && parameter.$ref === '#/components/parameters/IdempotencyKey');
      expect([place, takesKey]).toEqual([place, place.startsWith('POST ')]);
      for (const [status, { headers }] of Object.entries(responses)) {
        const names = Object.keys(headers!);
        expect(names).toContain('X-Request-Id');
        if (['401', '408', '431', '500', '503'].includes(status)) expect(names).not.toContain('RateLimit');
        else expect(names).toEqual(expect.arrayContaining(['RateLimit', 'RateLimit-Policy']));
      }
      const byStatus = { 401: 'WWW-Authenticate', 405: 'Allow', 429: 'Retry-After', 503: 'Retry-After' };
      for (const [status, name] of Object.entries(byStatus)) expect(Object.keys(responses[status]!.headers!)).toContain(name);
    }
    const required = Object.entries(document.components.headers).filter(([, header]) => header.required);
    expect(required.map(([name]) => name)).toEqual(['X-Request-Id', 'WWW-Authenticate', 'Allow', 'Retry-After']);
  });

  it('offers each response body in three media types with one schema', () => {
    for (const [, { responses }] of operations) {
      for (const [status, { content }] of Object.entries(responses)) {
        if (Number(status) >= 400 || !content) continue;
        // A domain is only a stream; the log and the users are also streams, with schemas of their own; the configuration is also YAML.
        if (Object.keys(content).join() === 'application/x-ndjson') continue;
        const { 'application/x-ndjson': _stream, 'application/yaml': yaml, ...bodies } = content;
        expect(Object.keys(bodies).sort()).toEqual(['application/json', 'text/json', 'text/plain']);
        expect(new Set(Object.values({ ...bodies, ...(yaml && { yaml }) }).map((media) => JSON.stringify(media))).size).toBe(1);
      }
    }
  });

  it('contains the bodies of the specification', () => {
    const bodies = new Map(operations.map(([place, operation]) => [place, operation]));
    const registration = bodies.get('POST /v1/domain')!;
    const provision = bodies.get('PUT /v1/domain/{domain}/client/{clientId}')!;

    expect(registration.requestBody!.required).toBe(false);
    expect(getBodySchema(registration)).toMatchObject({
      additionalProperties: false,
      properties: { domain: { type: ['string', 'null'] } },
    });
    expect(getBodySchema(registration)['required']).toBeUndefined();
    expect(provision.requestBody!.required).toBe(true);
    expect(getBodySchema(provision)).toMatchObject({ additionalProperties: false, required: ['clientType', 'grantType', 'scope'] });
    expect(getBodySchema(provision)['properties']).toMatchObject({
      scope: { type: 'string', minLength: 1, maxLength: 128 },
      redirectUris: { type: ['array', 'null'], items: { type: 'string', format: 'uri' } },
      accessTokenExpiry: { type: ['integer', 'null'], format: 'int32', minimum: 1, maximum: 31_536_000 },
    });
    expect(document.components.schemas['CreateClientResponse']).toMatchObject({
      required: ['clientSecret'],
      properties: { clientSecret: { type: ['string', 'null'] } },
    });
  });

  it('uses JSON Schema 2020-12 without keywords that only OpenAPI 3.0 has', () => {
    const schemas = listSchemas(document, '#');
    expect(schemas.length).toBeGreaterThan(50);
    for (const [pointer, schema] of schemas) {
      const types = [schema.type ?? []].flat();
      expect([pointer, Object.keys(schema).filter((keyword) => !KEYWORDS.has(keyword))]).toEqual([pointer, []]);
      expect([pointer, types.filter((type) => !TYPES.has(String(type)))]).toEqual([pointer, []]);
      if (types.includes('null') && schema.enum) expect([pointer, schema.enum]).toEqual([pointer, expect.arrayContaining([null])]);
    }
  });

  it('has no broken reference', () => {
    const references = JSON.stringify(document).match(/"\$ref":"[^"]+"/g) ?? [];
    const known = Object.entries(document.components).flatMap(([kind, parts]) =>
      Object.keys(parts).map((name) => `"$ref":"#/components/${kind}/${name}"`),
    );

    expect([...new Set(references)].filter((reference) => !known.includes(reference))).toEqual([]);
  });
});

describe('/docs', () => {
  /** The URLs that the page and its resources load. */
  const LOADED = /(?:src|href)="([^"]+)"|url\(["']?([^"')]+)|@import\s+["']([^"']+)|sourceMappingURL=(\S+)/g;

  it('loads nothing from other origins', async () => {
    const page = await send(`${management.url}/docs`);
    expect(page.status).toBe(200);
    const parts = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, part]) => new URL(part!, `${management.url}/docs`));
    expect(parts.length).toBeGreaterThan(3);
    for (const part of parts) {
      expect(part.origin).toBe(management.url);
      expect({ part: part.pathname, status: (await send(part.href)).status }).toEqual({ part: part.pathname, status: 200 });
    }
  });

  it('has a style sheet that loads nothing from other origins', async () => {
    const { text } = await send(`${management.url}/docs/swagger-ui.css`);

    expect([...text.matchAll(LOADED)].map(([, , url]) => url).filter((url) => url && !url.startsWith('data:'))).toEqual([]);
  });

  it('is prevented from loading anything from other origins', async () => {
    const { headers } = await send(`${management.url}/docs`);

    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
  });

  it('contains the document', async () => {
    const { text } = await send(`${management.url}/docs/swagger-ui-init.js`);

    expect(text).toContain('"operationId": "provisionClient"');
  });
});
