import type { OpenAPIObject } from '@nestjs/swagger';

type SchemaObject = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string];

/** RFC 9457, as this API sends it. */
export const PROBLEM_DETAILS_SCHEMA: SchemaObject = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'instance'],
  properties: {
    type: { type: 'string', description: 'Identifies the kind of problem; it never changes.', example: '/problems/invalid-request' },
    title: { type: 'string' },
    status: { type: 'integer', format: 'int32' },
    detail: { type: 'string', description: 'What was wrong with this request, and what to do.' },
    instance: { type: 'string', description: 'Identifies this occurrence; quote it when you ask for help.' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['pointer', 'detail'],
        properties: { pointer: { type: 'string', description: 'JSON Pointer (RFC 6901) into the body.' }, detail: { type: 'string' } },
      },
    },
  },
  additionalProperties: true,
};
