import { applyDecorators } from '@nestjs/common';
import { ApiResponse, type ApiResponseOptions } from '@nestjs/swagger';
import { PROBLEMS, type ProblemKind } from '@latchkey/problem';

type ContentObject = Record<string, { schema: { $ref: string } }>;

/** What any operation may answer with. */
const EVERYWHERE: readonly ProblemKind[] = [
  'unauthenticated',
  'too-many-requests',
  'malformed-json',
  'method-not-allowed',
  'content-too-large',
  'unsupported-media-type',
  'internal-error',
  'service-unavailable',
];

/** Documents the problems that an operation answers with: its own, and those of every operation. */
export function ApiProblems(...kinds: ProblemKind[]): MethodDecorator {
  const byStatus = Map.groupBy([...kinds, ...EVERYWHERE], (kind) => PROBLEMS[kind].status);
  return applyDecorators(...Array.from(byStatus, ([status, group]) => ApiResponse(describe(status, group))));
}

function describe(status: number, kinds: readonly ProblemKind[]): ApiResponseOptions {
  return { status, ...problemAnswer(kinds) };
}

/** The description of an answer that is one of these problems. */
export function problemAnswer(kinds: readonly ProblemKind[]): { description: string; content: ContentObject } {
  const description = kinds.map((kind) => `${PROBLEMS[kind].title} (\`/problems/${kind}\`).`).join(' ');
  return { description, content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/ProblemDetails' } } } };
}
