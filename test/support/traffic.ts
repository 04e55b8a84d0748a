import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import { eventually } from './eventually.js';

/** What a kind of user does once. It throws if an answer is not the expected one. */
export type Visit = () => Promise<void>;

const MAX_PHASE_MS = 300_000;

/** Repeats visits of several kinds, each kind one at a time, and keeps what failed. */
export class Traffic {
  /** Each with the phase in which its visit ended, and its kind. */
  readonly failures: string[] = [];
  /** How many visits there were. */
  total = 0;
  /** By kind: the visits that began and ended in this phase. */
  private readonly counts: Map<string, number>;
  private readonly loops: Promise<void>[];
  private phase = 'start';
  /** How many visits of each kind this phase needs. */
  private needed = 0;
  /** Ends the pauses between visits. */
  private pauses = new AbortController();
  private isOn = true;

  /** @param paceMs the pause after a visit, once a phase has had the visits that it needs */
  constructor(
    visits: Readonly<Record<string, Visit>>,
    private readonly paceMs: number,
  ) {
    this.counts = new Map(Object.keys(visits).map((kind) => [kind, 0]));
    this.loops = Object.entries(visits).map(([kind, visit]) => this.repeat(kind, visit));
  }

  /** Begins a phase. Returns when so many visits of each kind have begun and ended in it. */
  async pass(phase: string, visits: number): Promise<void> {
    this.phase = phase;
    this.needed = visits;
    for (const kind of this.counts.keys()) this.counts.set(kind, 0);
    this.endPauses();
    const isOver = () => [...this.counts.values()].every((count) => count >= visits);
    await eventually(isOver, { timeoutMs: MAX_PHASE_MS });
  }

  /** Begins a visit of each kind now, unless one is under way. */
  async hurry(): Promise<void> {
    this.endPauses();
    await setImmediate();
  }

  /** Lets the last visits end. */
  async stop(): Promise<void> {
    this.isOn = false;
    this.endPauses();
    await Promise.all(this.loops);
  }

  private async repeat(kind: string, visit: Visit): Promise<void> {
    while (this.isOn) {
      const { phase } = this;
      await visit().catch((error: unknown) => this.failures.push(`${this.phase}: ${kind}: ${String(error)}`));
      this.total += 1;
      if (phase === this.phase) this.counts.set(kind, this.counts.get(kind)! + 1);
      if (this.counts.get(kind)! >= this.needed) await delay(this.paceMs, undefined, { signal: this.pauses.signal }).catch(() => undefined);
    }
  }

  private endPauses(): void {
    this.pauses.abort();
    this.pauses = new AbortController();
  }
}
