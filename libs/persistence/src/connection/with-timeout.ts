/**
 * Waits for an answer of the database, but no longer than this many milliseconds. Statements have a time limit, but the wait for a
 * connection has none.
 *
 * @throws Error that counts as an outage
 */
export async function withTimeout<T>(milliseconds: number, answer: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`timeout: the database did not answer within ${milliseconds} ms`)), milliseconds);
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
