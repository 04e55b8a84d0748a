import openapiTypescript, { astToString } from 'openapi-typescript';

/** The generated file, relative to the root of the checkout. */
export const TYPES_FILE = 'libs/api-client/src/management-api.generated.ts';

const HEADER = '/** The types of the management API. `npm run generate:api-client` writes this file from the OpenAPI document. */\n\n';
const JSON_TYPE = 'application/json';
const PROBLEM_RESPONSE = {
  description: 'A problem (RFC 9457)',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/ProblemDetails' } } },
};

/** @typedef {{ content?: Record<string, object>, headers?: object }} Response */

/**
 * @param {{ paths: object }} document the OpenAPI document of the management API
 * @returns {Promise<string>} the text of the generated file
 */
export async function createTypes(document) {
  const copy = structuredClone(document);
  for (const path of Object.values(copy.paths)) {
    for (const operation of Object.values(path)) operation.responses = simplifyResponses(operation.responses);
  }
  const types = await openapiTypescript(/** @type {import('openapi-typescript').OpenAPI3} */ (/** @type {unknown} */ (copy)), {
    alphabetize: true,
    // A member with a default may be absent from a request.
    defaultNonNullable: false,
  });
  return HEADER + astToString(types);
}

/**
 * Keeps what a caller in TypeScript uses: successes, without headers and without media types that repeat JSON, and one kind of error. The file
 * would otherwise be six times as long.
 *
 * @param {Record<string, Response>} responses by status
 * @returns {Record<string, Response>}
 */
function simplifyResponses(responses) {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const simplified = successes.map(([status, { headers: _headers, ...response }]) => [status, keepOneMediaType(response)]);
  return { ...Object.fromEntries(simplified), default: PROBLEM_RESPONSE };
}

/**
 * @param {Response} response
 * @returns {Response}
 */
function keepOneMediaType(response) {
  const { [JSON_TYPE]: json, ...others } = response.content ?? {};
  if (!json) return response;
  const different = Object.entries(others).filter(([, media]) => JSON.stringify(media) !== JSON.stringify(json));
  return { ...response, content: { [JSON_TYPE]: json, ...Object.fromEntries(different) } };
}
