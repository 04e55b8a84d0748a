import { Problem } from '@latchkey/problem';
import { KeyedSemaphore } from '@latchkey/server';
import type { RequestHandler, Response } from 'express';
import { getAuthenticatedCaller, getOwnerId } from '../caller/caller.js';
import { createPermissionProblem } from '../caller/permission.guard.js';
import { includesPermission, type Permission } from '../caller/permission.js';

const PERMISSION: Permission = 'domain:write';
/** Less than the time in which the server must receive a request. */
const MAX_WAIT_MS = 10_000;
const RETRY_AFTER_SECONDS = 5;

/**
 * Reads large configurations of a subscription one after the other, each only once the response to the one before has been sent, because a
 * configuration takes many times its size in memory.
 *
 * @param read reads the body of a request
 * @throws Problem permission-denied to callers who may not apply it, too-many-requests
 */
export function createLargeConfigurationReader(read: RequestHandler): RequestHandler {
  // control: a subscription has one large body in memory at a time
  const turns = new KeyedSemaphore(1);
  return (request, response, next) => {
    const caller = getAuthenticatedCaller(request);
    // control: only a caller that may apply a configuration may send a large body
    if (!includesPermission(caller.permissions, PERMISSION)) throw createPermissionProblem(PERMISSION, caller.name);
    const patience = AbortSignal.timeout(MAX_WAIT_MS);
    const work = (): Promise<void> => holdUntilAnswered(response, () => read(request, response, next));
    turns.take(getOwnerId(caller), work, patience).catch((error: unknown) => {
      next(patience.aborted && error === patience.reason ? createTurnProblem() : error);
    });
  };
}

async function holdUntilAnswered(response: Response, read: () => void): Promise<void> {
  // The caller has gone while it waited.
  if (response.closed) return;
  const answered = new Promise<void>((resolve) => response.once('close', resolve));
  read();
  await answered;
}

function createTurnProblem(): Problem {
  const detail = 'Another large configuration of your subscription is being applied. Nothing was changed; send this one again.';
  return new Problem('too-many-requests', detail, { headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) } });
}
