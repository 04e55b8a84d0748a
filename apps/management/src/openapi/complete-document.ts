import type { OpenAPIObject } from '@nestjs/swagger';
import { addProblem, problemAnswer, type ProblemAnswer } from './api-problems.js';
import { rulesOf } from './schema-rules.js';
import { RESPONSE_HEADERS, BY_STATUS, HEADERS_OF_EVERY_RESPONSE, REQUEST_HEADERS, UNCOUNTED } from './common-headers.js';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type Content = Record<string, unknown>;
type ResponseObject = { description: string; content?: Content; headers?: Record<string, unknown> };

const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const;
const JSON_TYPE = 'application/json';

/**
 * Says what holds for every operation, and so stands at none: schemas are closed, answers come in several types and bear
 * headers, writing takes a key that may write, and a POST may be sent twice.
 *
 * @param representations the media types in which an answer with a JSON text is offered
 */
export function completeDocument(document: OpenAPIObject, representations: readonly string[]): void {
  Object.assign(document.components!, { headers: RESPONSE_HEADERS, parameters: REQUEST_HEADERS });
  closeSchemas(document);
  for (const path of Object.values(document.paths)) {
    for (const method of METHODS) {
      const operation = path[method];
      if (!operation) continue;
      completeRequest(operation, method);
      for (const [status, answer] of Object.entries(operation.responses as Record<string, ResponseObject>)) {
        offerMediaTypes(answer, representations);
        nameHeaders(answer, status);
      }
    }
  }
}

/** What takes or gives other members says so itself. What members ask of one another stands at the schema. */
function closeSchemas({ components }: OpenAPIObject): void {
  for (const [name, schema] of Object.entries(components?.schemas ?? {})) {
    Object.assign(schema, rulesOf(name));
    if ('properties' in schema) schema.additionalProperties ??= false;
  }
}

function completeRequest({ responses, parameters }: Operation, method: (typeof METHODS)[number]): void {
  parameters?.push({ $ref: '#/components/parameters/RequestId' });
  responses['431'] = problemAnswer(['invalid-request']);
  if (method !== 'get') responses['403'] = problemAnswer(['read-only-key']);
  if (method !== 'post') return;
  parameters?.push({ $ref: '#/components/parameters/IdempotencyKey' });
  responses['409'] = addProblem(responses['409'] as ProblemAnswer | undefined, 'idempotency-conflict');
}

function offerMediaTypes({ content }: ResponseObject, representations: readonly string[]): void {
  const json = content?.[JSON_TYPE];
  if (content && json) for (const type of representations) content[type] = json;
}

function nameHeaders(answer: ResponseObject, status: string): void {
  const everywhere = UNCOUNTED.has(status) ? ['X-Request-Id'] : HEADERS_OF_EVERY_RESPONSE;
  const names = status in BY_STATUS ? [...everywhere, BY_STATUS[status]!] : everywhere;
  answer.headers = { ...answer.headers, ...Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])) };
}
