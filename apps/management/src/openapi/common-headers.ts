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

/** The response headers by name: those of every response, and those of certain statuses. */
export const RESPONSE_HEADERS: NonNullable<Components['headers']> = {
  'X-Request-Id': createRequiredHeader("Names the request in the logs; the caller's own, if it sent a sane one.", 'uPf2-mJmqs2fAtzIH53sPA'),
  'RateLimit-Policy': createRateLimitHeader('How many requests (q) the API key may make in how many seconds (w).', '"api-key";q=6000;w=60'),
  RateLimit: createRateLimitHeader(
    'How many of them remain (r), and in how many seconds (t) the count begins anew.',
    '"api-key";r=5999;t=60',
  ),
  'WWW-Authenticate': createRequiredHeader('What to authenticate with.', 'ApiKey realm="management", header="x-api-key"'),
  Allow: createRequiredHeader('The methods that the path supports.', 'DELETE, GET, HEAD, PUT'),
  ETag: {
    ...createRequiredHeader(
      'The version of the resource, for If-Match and If-None-Match. Absent for resources without one.',
      '"2jmj7l5rSw0yVb_vlWAYkK_YBwk"',
    ),
    required: false,
  },
  'Retry-After': createRequiredHeader('Seconds to wait for.', 2, { type: 'integer', minimum: 1 }),
};

export const COMMON_RESPONSE_HEADERS = ['X-Request-Id', 'RateLimit-Policy', 'RateLimit'];
/** A request that is rejected before its key is known does not count. */
export const STATUSES_WITHOUT_RATE_LIMIT = new Set(['401', '408', '431', '500', '503']);
export const HEADER_BY_STATUS: Readonly<Record<string, string>> = {
  401: 'WWW-Authenticate',
  304: 'ETag',
  405: 'Allow',
  412: 'ETag',
  429: 'Retry-After',
  503: 'Retry-After',
};

/** The request headers by the name of their component. */
export const REQUEST_HEADERS: NonNullable<Components['parameters']> = {
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    required: false,
    description: 'Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced.',
    schema: { type: 'string' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: false,
    description: 'ETags: the change applies only if the resource currently has one of them. *: only if it exists.',
    schema: { type: 'string', pattern: ENTITY_TAGS },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description:
      'ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing.',
    schema: { type: 'string', pattern: ENTITY_TAGS },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'The same request with the same key runs once, and gets the same response for 24 hours. Preferably a UUID. At most 255 visible ASCII characters, with or without quotes.',
    schema: { type: 'string', minLength: 1, maxLength: 257, pattern: IDEMPOTENCY_KEY },
  },
};
