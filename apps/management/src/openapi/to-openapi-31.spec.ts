import { describe, expect, it } from '@jest/globals';
import { toOpenApi31 } from './to-openapi-31.js';

describe('toOpenApi31', () => {
  it.each([
    [{ type: 'string' }, { type: 'string' }],
    [{ type: 'string', nullable: false }, { type: 'string' }],
    [
      { type: 'string', nullable: true, maxLength: 3 },
      { type: ['string', 'null'], maxLength: 3 },
    ],
    [
      { type: 'string', enum: ['a'], nullable: true },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    [{ allOf: [{ $ref: '#/a' }], nullable: true }, { anyOf: [{ allOf: [{ $ref: '#/a' }] }, { type: 'null' }] }],
    [
      { type: 'array', items: { type: 'integer', nullable: true }, nullable: true },
      { type: ['array', 'null'], items: { type: ['integer', 'null'] } },
    ],
    [
      { properties: { a: { oneOf: [{ type: 'string', nullable: true }] } } },
      { properties: { a: { oneOf: [{ type: ['string', 'null'] }] } } },
    ],
  ])('converts %j to %j', (schema, rewritten) => {
    expect(toOpenApi31(schema)).toEqual(rewritten);
  });
});
