import type { Violation } from '@latchkey/problem';
import { isObject } from '../../http/merge-patch.js';

/** The last use of a method, as GET shows it. */
export interface ReturnedLastUse {
  type: string;
  lastUsedAt: Date | null;
}

/**
 * Checks the last uses in a request. They change by themselves between a GET and a PUT, so any value that GET can have shown is accepted:
 * null, or a time until the last use of a method of the type.
 */
export function findLastUseViolations(body: unknown, shown: readonly ReturnedLastUse[]): Violation[] {
  const methods: unknown = isObject(body) ? body['methods'] : undefined;
  if (!Array.isArray(methods)) return [];
  const detail = 'is read-only: leave it out, or send what GET shows';
  return methods.flatMap((method: unknown, index) =>
    isObject(method) && !isReturned(method, shown) ? [{ pointer: `/methods/${index}/lastUsedAt`, detail }] : [],
  );
}

function isReturned({ type, lastUsedAt }: Record<string, unknown>, shown: readonly ReturnedLastUse[]): boolean {
  if (lastUsedAt === undefined || lastUsedAt === null) return true;
  const time = typeof lastUsedAt === 'string' ? Date.parse(lastUsedAt) : NaN;
  return shown.some((method) => method.type === type && method.lastUsedAt !== null && time <= method.lastUsedAt.getTime());
}
