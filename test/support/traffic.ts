import { setInterval as ticks } from 'node:timers/promises';
import { eventually } from './eventually.js';

/** What a kind of user does once. It throws if an answer is not the expected one. */
export type Visit = () => Promise<void>;

const MAX_PHASE_MS = 300_000;

/** Repeats visits of several kinds, each kind one at a time, and keeps what failed. */
export class Traffic {
  /** Each with the phase in which its visit ended, and its kind. */
  readonly failures: string[] = [];
  private readonly counts: Map<string, number>;
  private readonly loops: Promise<void>[];
  private phase = 'start';
  private isOn = true;

  /** @param paceMs between the starts of two visits of a kind, unless a visit takes longer */
  constructor(
    visits: Readonly<Record<string, Visit>>,
    private readonly paceMs: number,
  ) {
    this.counts = new Map(Object.keys(visits).map((kind) => [kind, 0]));
    this.loops = Object.entries(visits).map(([kind, visit]) => this.repeat(kind, visit));
  }

  /** How many visits there were. */
  get total(): number {
    return [...this.counts.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Begins a phase, which lasts until there were so many visits of each kind in it. */
  async pass(phase: string, visits: number): Promise<void> {
    this.phase = phase;
    const before = new Map(this.counts);
    const isOver = () => [...this.counts].every(([kind, count]) => count - before.get(kind)! >= visits);
    await eventually(isOver, { timeoutMs: MAX_PHASE_MS });
  }

  /** Lets the last visits end. */
  async stop(): Promise<void> {
    this.isOn = false;
    await Promise.all(this.loops);
  }

  private async repeat(kind: string, visit: Visit): Promise<void> {
    for await (const _ of ticks(this.paceMs)) {
      if (!this.isOn) return;
      await visit().catch((error: unknown) => this.failures.push(`${this.phase}: ${kind}: ${String(error)}`));
      this.counts.set(kind, this.counts.get(kind)! + 1);
    }
  }
}
