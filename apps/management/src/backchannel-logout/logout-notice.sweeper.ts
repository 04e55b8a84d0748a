import { Inject, Injectable } from '@nestjs/common';
import { LogoutNoticeQueue } from '@latchkey/jobs';
import { LOGGER, type Logger } from '@latchkey/observability';
import { LogoutNoticeRepository } from '@latchkey/persistence';
import { PeriodicTask } from '@latchkey/server';

const INTERVAL_MS = 1_000;
/** Few: clients may take seconds to answer, and what is in the queue has its turn in the order in which it came. */
const BATCH_SIZE = 100;

/** Rings for every client that is due to be told of the end of a session. */
@Injectable()
export class LogoutNoticeSweeper extends PeriodicTask {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly notices: LogoutNoticeRepository,
    private readonly queue: LogoutNoticeQueue,
  ) {
    super(INTERVAL_MS, logger);
  }

  protected async run(): Promise<void> {
    const due = await this.notices.listDue(BATCH_SIZE);
    if (due.length > 0)
      await this.queue.enqueue(due.map(({ domainId, id, attempts }) => ({ domainId, noticeId: id, attempt: attempts + 1 })));
  }
}
