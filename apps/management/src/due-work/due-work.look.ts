import { Inject, Injectable } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { LOGGER, type Logger } from '@latchkey/observability';
import { DueWorkRepository } from '@latchkey/persistence';
import { PeriodicTask } from '@latchkey/server';
import { QUEUES } from '../queue/queues.js';
import { QUEUE_SIGNALS } from '../queue/queue-signals.js';
import { SETTINGS } from '../settings/settings.module.js';
import { DueWorkSignals } from './due-work-signals.js';

/** The pause in milliseconds while there is work. */
const BUSY_MS = 750;
/** The pause in milliseconds after a look that found none. */
const IDLE_MS = 2_000;

/** Looks for the work of all periodic tasks and workers at once, so that an idle process sends one statement instead of one for each. */
@Injectable()
export class DueWorkLook extends PeriodicTask {
  private readonly queues: readonly string[];
  private isBusy = true;

  constructor(
    @Inject(LOGGER) logger: Logger,
    @Inject(SETTINGS) private readonly settings: ManagementSettings,
    private readonly repository: DueWorkRepository,
    private readonly signals: DueWorkSignals,
  ) {
    super(IDLE_MS, logger);
    this.queues = settings.REDIS_URL ? [] : Object.values(QUEUES);
  }

  protected async run(): Promise<void> {
    const found = await this.repository.find(this.queues);
    // In the development outbox, messages wait to be read.
    const kinds = found.kinds.filter((kind) => kind !== 'message' || !this.settings.outbox);
    this.signals.replace(kinds);
    QUEUE_SIGNALS.replace(found.queues);
    this.isBusy = kinds.length + found.queues.length > 0;
  }

  protected override pause(): Promise<void> {
    return super.pause(this.isBusy ? BUSY_MS : IDLE_MS);
  }
}
