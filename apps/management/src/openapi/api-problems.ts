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

/** An answer that is a problem, with the values that its `type` may have. */
export interface ProblemResponse {
  description: string;
  content: {
    [MEDIA_TYPE]: { schema: { type: string; allOf: { $ref: string }[]; properties: { type: { type: string; enum: string[] } } } };
  };
}

/** Documents the problems that an operation answers with: its own, and those of every operation. */
export function ApiProblems(...kinds: ProblemKind[]): MethodDecorator {
  const byStatus = Map.groupBy(new Set([...kinds, ...COMMON_PROBLEMS]), (kind) => PROBLEMS[kind].status);
  return applyDecorators(...Array.from(byStatus, ([status, group]) => ApiResponse({ status, ...createProblemResponse(group) })));
}

/** The description of an answer that is one of these problems. */
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

/** The description of an answer that is one of these problems, or of those that it was described as before. */
export function addProblemKind(response: ProblemResponse | undefined, kind: ProblemKind): ProblemResponse {
  const known = response?.content[MEDIA_TYPE].schema.properties.type.enum.map((type) => type.replace('/problems/', '') as ProblemKind);
  return createProblemResponse([...(known ?? []), kind]);
}
