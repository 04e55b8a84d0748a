import { performance } from 'node:perf_hooks';

/** Milliseconds of work after which sockets are read again, so that a request of another domain need not wait for all that wait already. */
const SLICE_MS = 1;
/** Milliseconds after which it is looked again whether anything may be served. */
const HOLD_MS = 1;
/** Requests of a domain that may wait for their turn. */
const MAX_WAITING = 1_000;

/** Work of a key. */
export interface Work {
  /** Runs in the key's turn. */
  act: () => void;
  /** Runs instead if too much of the key is waiting: also in its turn, so that refusing a flood takes turns too. */
  refuse: () => void;
  /** Whether it goes on with something that has begun: then it goes before the other work of its key. */
  continues: boolean;
}

interface Entry {
  act: () => void;
  /** Whether to run it: false if it is refused in its turn. */
  isAdmitted: boolean;
}

interface KeyQueue {
  entries: Entry[];
  admitted: number;
}

/** Queues work by key, and runs the keys in turn, for a slice of time in each turn of the event loop. Drops a key with its last entry. */
export class FairQueue {
  /** The first is next. */
  private readonly lines = new Map<string, KeyQueue>();
  private isServing = false;

  /** @param isHeld whether nothing may run now, because earlier work waits for something else */
  constructor(
    private readonly isHeld: () => boolean,
    private readonly maxWaiting = MAX_WAITING,
  ) {}

  get isEmpty(): boolean {
    return this.lines.size === 0;
  }

  /** Adds work to the end of the key's line, and takes a place in the round of the keys. */
  add(key: string, work: Work): void {
    const line = this.lines.get(key) ?? { entries: [], admitted: 0 };
    const isAdmitted = line.admitted < this.maxWaiting;
    if (isAdmitted) line.admitted += 1;
    const entry = { act: isAdmitted ? work.act : work.refuse, isAdmitted };
    // What has begun holds memory until it ends: of a thousand requests, few should be half done.
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

  /** @param end of the slice, by performance.now() */
  private serveNext(end: number): void {
    if (this.isHeld()) return void setTimeout(() => this.startSlice(), HOLD_MS);
    const entry = this.takeNext();
    if (!entry) return void (this.isServing = false);
    entry.act();
    // A tick that a microtask asks for comes after all that the entry has set off so far: that is what the slice is to measure.
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
    // To the end of the round.
    this.lines.delete(key);
    if (line.entries.length > 0) this.lines.set(key, line);
    return entry;
  }
}
