import type { OpenAPIObject } from '@nestjs/swagger';
import { addProblemKind, createProblemResponse, type ProblemResponse } from './api-problems.js';
import { findReadOnlySource } from '../http/read-only-members.js';
import { getSchemaRules } from './schema-rules.js';
import {
  RESPONSE_HEADERS,
  HEADER_BY_STATUS,
  COMMON_RESPONSE_HEADERS,
  REQUEST_HEADERS,
  STATUSES_WITHOUT_RATE_LIMIT,
} from './common-headers.js';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type Content = Record<string, unknown>;
type ResponseObject = { description: string; content?: Content; headers?: Record<string, unknown> };

const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const;
const JSON_TYPE = 'application/json';

/**
 * Adds what applies to every operation: closed schemas, several media types, response headers, keys for writes, and repeated POSTs.
 *
 * @param mediaTypes of responses with JSON text
 */
export function completeDocument(document: OpenAPIObject, mediaTypes: readonly string[]): void {
  Object.assign(document.components!, { headers: RESPONSE_HEADERS, parameters: REQUEST_HEADERS });
  closeSchemas(document);
  for (const path of Object.values(document.paths)) {
    for (const method of METHODS) {
      const operation = path[method];
      if (!operation) continue;
      completeRequest(operation, method);
      for (const [status, response] of Object.entries(operation.responses as Record<string, ResponseObject>)) {
        offerMediaTypes(response, mediaTypes);
        addResponseHeaders(response, status);
      }
    }
  }
}

/** Schemas whose request and response differ declare that themselves. Dependencies between members are in the schema. */
function closeSchemas({ components }: OpenAPIObject): void {
  for (const [name, schema] of Object.entries(components?.schemas ?? {})) {
    Object.assign(schema, getSchemaRules(name));
    if ('properties' in schema) Object.assign(schema.properties!, describeReadOnlyMembers(name, components!.schemas!));
    if ('properties' in schema) schema.additionalProperties ??= false;
  }
}

/** Describes members that a PUT ignores if unchanged, because GET adds them. */
function describeReadOnlyMembers(request: string, schemas: Record<string, object>): Record<string, object> {
  const { resource, names } = findReadOnlySource(request) ?? { resource: '', names: [] };
  const { properties = {} } = (schemas[resource] ?? {}) as { properties?: Record<string, object> };
  return Object.fromEntries(names.map((name) => [name, { ...properties[name], readOnly: true }]));
}

function completeRequest({ responses, parameters }: Operation, method: (typeof METHODS)[number]): void {
  parameters?.push({ $ref: '#/components/parameters/RequestId' });
  addConditionalHeaders({ responses, parameters } as Operation);
  responses['431'] = createProblemResponse(['invalid-request']);
  responses['403'] = addProblemKind(responses['403'] as ProblemResponse | undefined, 'permission-denied');
  if (method !== 'post') return;
  parameters?.push({ $ref: '#/components/parameters/IdempotencyKey' });
  responses['409'] = addProblemKind(responses['409'] as ProblemResponse | undefined, 'idempotency-conflict');
}

function addConditionalHeaders({ responses, parameters }: Operation): void {
  if (responses['412']) parameters?.push({ $ref: '#/components/parameters/IfMatch' }, { $ref: '#/components/parameters/IfNoneMatch' });
  if (!responses['304']) return;
  parameters?.push({ $ref: '#/components/parameters/IfNoneMatch' });
  const found = responses['200'] as ResponseObject;
  found.headers = { ...found.headers, ETag: { $ref: '#/components/headers/ETag' } };
}

function offerMediaTypes({ content }: ResponseObject, mediaTypes: readonly string[]): void {
  const json = content?.[JSON_TYPE];
  if (content && json) for (const type of mediaTypes) content[type] = json;
}

function addResponseHeaders(response: ResponseObject, status: string): void {
  const commonHeaders = STATUSES_WITHOUT_RATE_LIMIT.has(status) ? ['X-Request-Id'] : COMMON_RESPONSE_HEADERS;
  const names = status in HEADER_BY_STATUS ? [...commonHeaders, HEADER_BY_STATUS[status]!] : commonHeaders;
  response.headers = { ...response.headers, ...Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])) };
}
