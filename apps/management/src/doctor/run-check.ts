import { setTimeout as delay } from 'node:timers/promises';
import { failed, type CheckResult, type Finding } from './check-result.js';

/** Milliseconds that one check may take. */
export const CHECK_TIMEOUT_MS = 15_000;

/** Runs one check until it ends or exceeds its time limit. It never throws, so that a failing check does not stop the others. */
export async function runCheck(name: string, check: () => Finding | Promise<Finding>, timeoutMs = CHECK_TIMEOUT_MS): Promise<CheckResult> {
  const ended = new AbortController();
  const late = delay(timeoutMs, failed(`no answer within ${timeoutMs / 1_000} s`), { signal: ended.signal });
  late.catch(() => undefined);
  try {
    return { name, ...(await Promise.race([Promise.resolve().then(check), late])) };
  } catch (error) {
    return { name, ...failed(describe(error)) };
  } finally {
    ended.abort();
  }
}

/** An error in one line. */
function describe(error: unknown): string {
  // If several addresses all refuse the connection, Node.js reports only the code.
  const { message, code } = error as NodeJS.ErrnoException;
  return (message || code || String(error)).replaceAll(/\s*\n\s*/g, '; ');
}
