import type { ApiBodyOptions } from '@nestjs/swagger';
import { USER_TABLES } from '@latchkey/persistence';

type Schema = Extract<ApiBodyOptions, { schema: unknown }>['schema'];

const LIST: Schema = { type: 'array', items: { type: 'object', additionalProperties: true } };
const NAMES = USER_TABLES.map(({ name }) => name);

/** docs/privacy.md says what the members of each list mean. */
export const USER_EXPORT_SCHEMA: Schema = {
  type: 'object',
  required: ['exportedAt', 'domain', 'sub', ...NAMES, 'log'],
  properties: {
    exportedAt: { type: 'string', format: 'date-time' },
    domain: { type: 'string' },
    sub: { type: 'string', minLength: 1 },
    ...Object.fromEntries([...NAMES, 'log'].map((name) => [name, LIST])),
  },
};
