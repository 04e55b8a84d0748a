import type { OpenAPIObject } from '@nestjs/swagger';
import { ENTITY_TAGS, IDEMPOTENCY_KEY } from './patterns.js';

type Components = NonNullable<OpenAPIObject['components']>;

type Header = NonNullable<Components['headers']>[string];

const createRequiredHeader = (description: string, example: unknown, schema: object = { type: 'string' }): Header =>
  ({ description, required: true, schema, example }) as Header;
const createRateLimitHeader = (description: string, example: string): Header => ({
  ...createRequiredHeader(`${description} Absent where the service is run without limits.`, example),
  required: false,
});

/** The headers of responses, by name: those of every response, and those that come with a status. */
export const RESPONSE_HEADERS: NonNullable<Components['headers']> = {
  'X-Request-Id': createRequiredHeader("Names the request in the logs; the caller's own, if it sent a sane one.", 'uPf2-mJmqs2fAtzIH53sPA'),
  'RateLimit-Policy': createRateLimitHeader('How many requests (q) the API key may make in how many seconds (w).', '"api-key";q=6000;w=60'),
  RateLimit: createRateLimitHeader(
    'How many of them remain (r), and in how many seconds (t) the count begins anew.',
    '"api-key";r=5999;t=60',
  ),
  'WWW-Authenticate': createRequiredHeader('What to authenticate with.', 'ApiKey realm="management", header="x-api-key"'),
  Allow: createRequiredHeader('The methods that the address takes.', 'DELETE, GET, HEAD, PUT'),
  ETag: {
    ...createRequiredHeader(
      'The version of the resource, for If-Match and If-None-Match. Absent where there is none.',
      '"2jmj7l5rSw0yVb_vlWAYkK_YBwk"',
    ),
    required: false,
  },
  'Retry-After': createRequiredHeader('Seconds to wait for.', 2, { type: 'integer', minimum: 1 }),
};

export const COMMON_RESPONSE_HEADERS = ['X-Request-Id', 'RateLimit-Policy', 'RateLimit'];
/** A request that is refused before its key is known does not count. */
export const STATUSES_WITHOUT_RATE_LIMIT = new Set(['401', '408', '431', '500', '503']);
export const HEADER_BY_STATUS: Readonly<Record<string, string>> = {
  401: 'WWW-Authenticate',
  304: 'ETag',
  405: 'Allow',
  412: 'ETag',
  429: 'Retry-After',
  503: 'Retry-After',
};

/** The headers of requests, by the name of their component. */
export const REQUEST_HEADERS: NonNullable<Components['parameters']> = {
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    required: false,
    description: 'Names the request in the logs: letters, digits, and any of . _ -, 128 characters at most. Any other is replaced.',
    schema: { type: 'string' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: false,
    description: 'ETags: nothing is changed unless the resource has one of them now. *: unless it exists.',
    schema: { type: 'string', pattern: ENTITY_TAGS },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description:
      'ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT: creates, and replaces nothing. A document that shows its defaults, because nothing was stored, counts as one that does not exist.',
    schema: { type: 'string', pattern: ENTITY_TAGS },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'With the same key the same request is carried out once, and gets the same answer for 24 hours. A UUID is best. Visible ASCII characters, 255 at most, with or without quotes around them.',
    schema: { type: 'string', minLength: 1, maxLength: 257, pattern: IDEMPOTENCY_KEY },
  },
};
