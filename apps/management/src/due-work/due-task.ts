import { Inject } from '@nestjs/common';
import type { Logger } from '@latchkey/observability';
import type { DueKind } from '@latchkey/persistence';
import { PeriodicTask } from '@latchkey/server';
import { DueWorkSignals } from './due-work-signals.js';

/** The longest pause in milliseconds, after which a task also does work that the look does not find, such as what has expired. */
const MAX_PAUSE_MS = 300_000;

/** A periodic task that runs when rows of its kind are due. */
export abstract class DueTask extends PeriodicTask {
  @Inject(DueWorkSignals)
  private readonly signals!: DueWorkSignals;

  constructor(
    private readonly kinds: readonly DueKind[],
    logger: Logger,
  ) {
    super(MAX_PAUSE_MS, logger);
  }

  protected override async pause(): Promise<void> {
    const ended = new AbortController();
    const ending = AbortSignal.any([this.ending.signal, ended.signal]);
    await Promise.race(this.kinds.map((kind) => this.signals.wait(kind, this.every, ending)));
    ended.abort();
  }
}
