import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import { eventually } from './eventually.js';

/** One visit of a kind of user. It throws if an answer is not the expected one. */
export type Visit = () => Promise<void>;

const MAX_PHASE_MS = 300_000;

/** Repeats visits of several kinds, one visit of each kind at a time, and records the failures. */
export class Traffic {
  /** Each failure with its kind and the phase in which the visit ended. */
  readonly failures: string[] = [];
  /** The total number of visits. */
  total = 0;
  /** By kind, the visits that began and ended in this phase. */
  private readonly counts: Map<string, number>;
  private readonly loops: Promise<void>[];
  private phase = 'start';
  /** The number of visits of each kind that this phase needs. */
  private needed = 0;
  /** Ends the pauses between visits. */
  private pauses = new AbortController();
  private isOn = true;

  /** @param paceMs the pause after a visit once a phase has had enough visits */
  constructor(
    visits: Readonly<Record<string, Visit>>,
    private readonly paceMs: number,
  ) {
    this.counts = new Map(Object.keys(visits).map((kind) => [kind, 0]));
    this.loops = Object.entries(visits).map(([kind, visit]) => this.repeat(kind, visit));
  }

  /** Begins a phase. Returns when this many visits of each kind have begun and ended in it. */
  async pass(phase: string, visits: number): Promise<void> {
    this.phase = phase;
    this.needed = visits;
    for (const kind of this.counts.keys()) this.counts.set(kind, 0);
    this.endPauses();
    const isOver = () => [...this.counts.values()].every((count) => count >= visits);
    await eventually(isOver, { timeoutMs: MAX_PHASE_MS });
  }

  /** Begins a visit of each kind now, unless one is in progress. */
  async hurry(): Promise<void> {
    this.endPauses();
    await setImmediate();
  }

  /** Lets the last visits finish. */
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
