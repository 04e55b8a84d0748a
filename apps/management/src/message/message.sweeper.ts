import { Inject, Injectable } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { LOGGER, type Logger } from '@latchkey/observability';
import { MessageRepository } from '@latchkey/persistence';
import { DueTask } from '../due-work/due-task.js';
import { MessageQueue } from '../queue/message.queue.js';
import { SETTINGS } from '../settings/settings.module.js';

const BATCH_SIZE = 500;

/** Enqueues every due message, expires old ones, and deletes those that are a day older. */
@Injectable()
export class MessageSweeper extends DueTask {
  constructor(
    @Inject(LOGGER) logger: Logger,
    @Inject(SETTINGS) private readonly settings: ManagementSettings,
    private readonly messages: MessageRepository,
    private readonly queue: MessageQueue,
  ) {
    super(['message'], logger);
  }

  protected async run(): Promise<void> {
    await this.attemptBatches(BATCH_SIZE, (limit) => this.messages.deleteExpired(limit));
    // The development outbox also shows expired messages.
    if (this.settings.outbox) return;
    await this.attemptBatches(BATCH_SIZE, (limit) => this.messages.expire(limit));
    const due = await this.messages.listDue(BATCH_SIZE);
    if (due.length > 0) await this.queue.enqueue(due.map(({ domainId, id, traceparent }) => ({ domainId, messageId: id, traceparent })));
  }
}
