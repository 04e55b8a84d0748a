/**
 * Shares a slow read among concurrent callers. Those that ask while a read is under way all get the next one, which starts after they asked: what it
 * returns is never older than the question.
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
