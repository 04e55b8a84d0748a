import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import { PROBLEMS, type ProblemKind } from '@latchkey/problem';

const MEDIA_TYPE = 'application/problem+json';

/** The responses that any operation can have. */
const COMMON_PROBLEMS: readonly ProblemKind[] = [
  'invalid-request',
  'malformed-json',
  'unauthenticated',
  'method-not-allowed',
  'request-timeout',
  'content-too-large',
  'unsupported-media-type',
  'too-many-requests',
  'internal-error',
  'service-unavailable',
];

/** A problem response with the possible values of its `type`. */
export interface ProblemResponse {
  description: string;
  content: {
    [MEDIA_TYPE]: { schema: { type: string; allOf: { $ref: string }[]; properties: { type: { type: string; enum: string[] } } } };
  };
}

/** Documents the problems of an operation: its own, and those of every operation. */
export function ApiProblems(...kinds: ProblemKind[]): MethodDecorator {
  const byStatus = Map.groupBy(new Set([...kinds, ...COMMON_PROBLEMS]), (kind) => PROBLEMS[kind].status);
  return applyDecorators(...Array.from(byStatus, ([status, group]) => ApiResponse({ status, ...createProblemResponse(group) })));
}

/** Describes a response that is one of these problems. */
export function createProblemResponse(kinds: readonly ProblemKind[]): ProblemResponse {
  const types = kinds.map((kind) => `/problems/${kind}`);
  const schema = {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/ProblemDetails' }],
    properties: { type: { type: 'string', enum: types } },
  };
  const description = kinds.map((kind) => `${PROBLEMS[kind].title} (\`/problems/${kind}\`).`).join(' ');
  return { description, content: { [MEDIA_TYPE]: { schema } } };
}

/** Describes a response that is one of these problems, or of those in an earlier description. */
export function addProblemKind(response: ProblemResponse | undefined, kind: ProblemKind): ProblemResponse {
  const known = response?.content[MEDIA_TYPE].schema.properties.type.enum.map((type) => type.replace('/problems/', '') as ProblemKind);
  return createProblemResponse([...(known ?? []), kind]);
}
