import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import { LogoutNoticeRepository } from '@latchkey/persistence';
import { DueTask } from '../due-work/due-task.js';
import { LogoutNoticeQueue } from '../queue/logout-notice.queue.js';

/** A small batch, because clients can take seconds to answer, and the queue works in order of arrival. */
const BATCH_SIZE = 100;

/** Enqueues every due logout notice. */
@Injectable()
export class LogoutNoticeSweeper extends DueTask {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly notices: LogoutNoticeRepository,
    private readonly queue: LogoutNoticeQueue,
  ) {
    super(['logoutNotice'], logger);
  }

  protected async run(): Promise<void> {
    const due = await this.notices.listDue(BATCH_SIZE);
    if (due.length > 0)
      await this.queue.enqueue(
        due.map(({ domainId, id, attempts, traceparent }) => ({ domainId, noticeId: id, attempt: attempts + 1, traceparent })),
      );
  }
}
