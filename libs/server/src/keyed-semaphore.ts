interface Line {
  taken: number;
  /** The first one is next. */
  waiting: Set<() => void>;
}

/** A semaphore for each key: callers over its limit wait in order of arrival. */
export class KeyedSemaphore {
  private readonly lines = new Map<string, Line>();

  constructor(private readonly max: number) {}

  /** @param signal aborts the wait, but has no effect after it @throws the signal's reason */
  async take<T>(key: string, act: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const line = this.lines.get(key) ?? { taken: 0, waiting: new Set() };
    this.lines.set(key, line);
    if (line.taken < this.max) line.taken += 1;
    else await acquire(line, signal);
    try {
      return await act();
    } finally {
      this.pass(key, line);
    }
  }

  private pass(key: string, line: Line): void {
    const [next] = line.waiting;
    // The next caller gets the permit directly, so that no other can take it in between.
    if (next) next();
    else line.taken -= 1;
    if (line.taken === 0) this.lines.delete(key);
  }
}

function acquire({ waiting }: Line, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      waiting.delete(proceed);
      reject(signal.reason as Error);
    };
    const proceed = (): void => {
      waiting.delete(proceed);
      signal.removeEventListener('abort', end);
      resolve();
    };
    if (signal.aborted) return end();
    signal.addEventListener('abort', end, { once: true });
    return void waiting.add(proceed);
  });
}
