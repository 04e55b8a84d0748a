/**
 * Shares a slow read among concurrent callers. Those that ask during a read all share the next one, which starts after they asked, so its
 * result is never older than the question.
 */
export function shareReads<T>(read: () => Promise<T>): () => Promise<T> {
  let current: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  return () => {
    next ??= current.then(() => {
      next = undefined;
      const reading = read();
      current = reading.catch(() => undefined);
      return reading;
    });
    return next;
  };
}
