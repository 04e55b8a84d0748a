import type { ApiPropertyOptions } from '@nestjs/swagger';
import { CAMEL_CASE_CLAIMS, STANDARD_CLAIM_MAPPING } from '@latchkey/oauth';
import { createTextPattern } from '../openapi/patterns.js';
import {
  MAX_CLAIM_VALUE_LENGTH,
  MAX_CLAIMS,
  MAX_NAME_LENGTH,
  MAX_REQUIRED_CLAIMS,
  MAX_REQUIRED_VALUES,
  RESERVED_ATTRIBUTES,
} from './identity-provider-rules.js';

const CLAIM_VALUES = [
  { type: 'string', minLength: 1, maxLength: MAX_CLAIM_VALUE_LENGTH, pattern: createTextPattern() },
  { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
  { type: 'boolean' },
] as const;

export const CLAIM_NAME = {
  type: 'string',
  minLength: 1,
  maxLength: MAX_NAME_LENGTH,
  pattern: createTextPattern(`{1,${MAX_NAME_LENGTH}}`),
} as const;

export const CLAIM_MAPPING: ApiPropertyOptions = {
  type: 'object',
  additionalProperties: { ...CLAIM_NAME, not: { enum: [...RESERVED_ATTRIBUTES, ...CAMEL_CASE_CLAIMS] } },
  nullable: true,
  maxProperties: MAX_CLAIMS,
  example: { upn: 'preferred_username', email: 'email' },
  description:
    'By each claim of theirs the attribute of ours that it becomes, each once. Left out, standard claims become the attributes of their names: ' +
    `${Object.keys(STANDARD_CLAIM_MAPPING).join(', ')}.`,
};

export const REQUIRED_CLAIMS: ApiPropertyOptions = {
  type: 'object',
  additionalProperties: {
    oneOf: [
      ...CLAIM_VALUES,
      { type: 'array', items: { oneOf: [...CLAIM_VALUES] }, minItems: 1, maxItems: MAX_REQUIRED_VALUES, uniqueItems: true },
    ],
  },
  nullable: true,
  maxProperties: MAX_REQUIRED_CLAIMS,
  default: {},
  example: { hd: ['example.com', 'example.org'] },
  description:
    'Claims that a user must have at the provider, each with exactly this value, or one of a list of values, or with an array that contains one. Other users are rejected (required-claim).',
};
