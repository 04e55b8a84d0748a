import { EventEmitter, once } from 'node:events';

/** Tells tasks of this process that there is work for them. A task that is busy misses a signal, and waits for the next one. */
export class Signals<Name extends string> {
  private readonly emitter = new EventEmitter().setMaxListeners(0);
  private present: ReadonlySet<Name> | null = null;

  /** Whether there may be work, as far as this process knows. */
  has(name: Name): boolean {
    return this.present?.has(name) ?? true;
  }

  /** Replaces what is known by what a look has found. */
  replace(names: readonly Name[]): void {
    this.present = new Set(names);
    for (const name of names) this.emitter.emit(name);
  }

  /** Adds work that this process has made. */
  add(name: Name): void {
    if (this.present) this.present = new Set([...this.present, name]);
    this.emitter.emit(name);
  }

  /** Waits for the next signal, or until the time is over or the wait is aborted. @param timeoutMs milliseconds */
  async wait(name: Name, timeoutMs: number, ending: AbortSignal): Promise<void> {
    const ended = new AbortController();
    const abort = (): void => ended.abort();
    const timer = setTimeout(abort, timeoutMs).unref();
    ending.addEventListener('abort', abort);
    if (ending.aborted) abort();
    await once(this.emitter, name, { signal: ended.signal }).catch(() => undefined);
    clearTimeout(timer);
    ending.removeEventListener('abort', abort);
  }
}
