import { describe, expect, it } from '@jest/globals';
import type { ManagementSettings } from '@latchkey/config';
import { observeRequests, type Logger, type Metrics } from '@latchkey/observability';
import type { Database } from '@latchkey/persistence';
import type { Problem } from '@latchkey/problem';
import type { Request, RequestHandler, Response } from 'express';
import type { ApiKeyLastUseService } from '../api-key/api-key-last-use.service.js';
import { AuthenticationMiddleware } from '../authentication/authentication.middleware.js';
import type { OperatorAuthenticationService } from '../authentication/operator-authentication.service.js';
import type { ApiKeyService } from '../api-key/api-key.service.js';
import type { FailedAuthenticationLimiter } from '../api-key/failed-authentication.limiter.js';
import { RateLimitMiddleware } from './rate-limit.middleware.js';

/** Counts in memory instead of the rate limit table. */
class FakeRateLimitStore {
  private readonly points = new Map<string, number>();

  async query({ values: [key, points] }: { values: [string, number] }): Promise<object> {
    const total = (this.points.get(key) ?? 0) + points;
    this.points.set(key, total);
    return { rows: [{ points: total, expire: Date.now() + 60_000 }] };
  }
}

function createMiddleware(RATE_LIMIT: 'on' | 'off'): RateLimitMiddleware {
  const store = new FakeRateLimitStore();
  const settings = { RATE_LIMIT, RATE_LIMIT_PER_MINUTE: 2 } as ManagementSettings;
  return new RateLimitMiddleware(settings, { getRateLimitStore: () => store } as unknown as Database);
}

/** Accepts any API key; its id is the key itself. */
const apiKeys = { authenticate: async (key: string) => ({ id: key }), requireNetwork: () => undefined } as unknown as ApiKeyService;
const lastUse = { record: () => undefined } as unknown as ApiKeyLastUseService;
const operators = { findCredentials: () => null } as unknown as OperatorAuthenticationService;
const settings = { PLATFORM_KEY: undefined };
const authentication = new AuthenticationMiddleware(settings, apiKeys, lastUse, {} as FailedAuthenticationLimiter, operators);

const observe = observeRequests({} as Logger, {} as Metrics);

/** @returns the kind of problem of the rejection, or null */
async function request({ handler }: RateLimitMiddleware, key: string): Promise<string | null> {
  const incoming = { headers: { 'x-api-key': key } } as unknown as Request;
  const response = { req: incoming, setHeader: () => response, on: () => response } as unknown as Response;
  observe(incoming, response);
  await pass(authentication.handler, incoming, response);
  return pass(handler, incoming, response);
}

/** @returns the kind of problem in the middleware's response, or null */
function pass(handler: RequestHandler, incoming: Request, response: Response): Promise<string | null> {
  return new Promise((resolve) => {
    void handler(incoming, response, (problem?: unknown) => resolve(problem === undefined ? null : (problem as Problem).kind));
  });
}

async function countRefusals(middleware: RateLimitMiddleware, key: string): Promise<(string | null)[]> {
  return [await request(middleware, key), await request(middleware, key), await request(middleware, key)];
}

describe('RateLimitMiddleware', () => {
  it('rejects requests of an API key above the limit, but not those of another key', async () => {
    const middleware = createMiddleware('on');

    expect(await countRefusals(middleware, 'one')).toEqual([null, null, 'too-many-requests']);
    expect(await request(middleware, 'other')).toBeNull();
  });

  it('counts nothing with RATE_LIMIT=off', async () => {
    expect(await countRefusals(createMiddleware('off'), 'one')).toEqual([null, null, null]);
  });
});
