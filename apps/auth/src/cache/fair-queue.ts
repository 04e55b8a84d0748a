import { performance } from 'node:perf_hooks';

/**
 * Milliseconds of work after which the event loop reads sockets again, so that a new request of another domain does not wait for the whole
 * queue.
 */
const SLICE_MS = 1;
/** Milliseconds between checks whether the queue may run. */
const HOLD_MS = 1;
/** The maximum number of requests of a domain that may wait. */
const MAX_WAITING = 1_000;

/** A unit of work, queued under a key. */
export interface Work {
  /** Runs when it is the key's turn. */
  act: () => void;
  /**
   * Runs instead if too much work of the key is waiting. It also waits for the key's turn, so that rejecting a flood does not delay other
   * keys.
   */
  refuse: () => void;
  /** Whether the work continues a request that has begun; it then goes before the other work of its key. */
  continues: boolean;
}

interface Entry {
  act: () => void;
  /** Whether to run the work; false if it is rejected in its turn. */
  isAdmitted: boolean;
}

interface KeyQueue {
  entries: Entry[];
  admitted: number;
}

/** Queues work by key and runs the keys in turn, for one time slice in each turn of the event loop. Removes a key with its last entry. */
export class FairQueue {
  /** The first key is next. */
  private readonly lines = new Map<string, KeyQueue>();
  private isServing = false;

  /** @param isHeld whether the queue must wait, because earlier work waits for something else */
  constructor(
    private readonly isHeld: () => boolean,
    private readonly maxWaiting = MAX_WAITING,
  ) {}

  get isEmpty(): boolean {
    return this.lines.size === 0;
  }

  /** Appends work to the line of its key, and queues the key for its turn. */
  add(key: string, work: Work): void {
    const line = this.lines.get(key) ?? { entries: [], admitted: 0 };
    const isAdmitted = line.admitted < this.maxWaiting;
    if (isAdmitted) line.admitted += 1;
    const entry = { act: isAdmitted ? work.act : work.refuse, isAdmitted };
    // A request that has begun holds memory until it ends, so few requests should be half done.
    if (work.continues) line.entries.unshift(entry);
    else line.entries.push(entry);
    this.lines.set(key, line);
    if (this.isServing) return;
    this.isServing = true;
    setImmediate(() => this.startSlice());
  }

  private startSlice(): void {
    this.serveNext(performance.now() + SLICE_MS);
  }

  /** @param end of the time slice, as returned by performance.now() */
  private serveNext(end: number): void {
    if (this.isHeld()) return void setTimeout(() => this.startSlice(), HOLD_MS);
    const entry = this.takeNext();
    if (!entry) return void (this.isServing = false);
    entry.act();
    // A tick that a microtask schedules runs after all work that the entry has started so far. The slice should measure all of it.
    queueMicrotask(() => process.nextTick(() => this.continueSlice(end)));
  }

  private continueSlice(end: number): void {
    if (performance.now() < end) this.serveNext(end);
    else setImmediate(() => this.startSlice());
  }

  private takeNext(): Entry | undefined {
    const [next] = this.lines;
    if (!next) return undefined;
    const [key, line] = next;
    const entry = line.entries.shift();
    if (entry?.isAdmitted) line.admitted -= 1;
    // Moves the key to the end of the round.
    this.lines.delete(key);
    if (line.entries.length > 0) this.lines.set(key, line);
    return entry;
  }
}
