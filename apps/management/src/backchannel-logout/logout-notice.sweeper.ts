import { Inject, Injectable } from '@nestjs/common';
import { LogoutNoticeQueue } from '@latchkey/jobs';
import { LOGGER, type Logger } from '@latchkey/observability';
import { LogoutNoticeRepository } from '@latchkey/persistence';
import { PeriodicTask } from '@latchkey/server';

const EVERY = 1_000;
/** Few: clients may take seconds to answer, and what is in the queue has its turn in the order in which it came. */
const BATCH = 100;

/** Rings for every client that is due to be told of the end of a session. */
@Injectable()
export class LogoutNoticeSweeper extends PeriodicTask {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly notices: LogoutNoticeRepository,
    private readonly queue: LogoutNoticeQueue,
  ) {
    super(EVERY, logger);
  }

  protected async run(): Promise<void> {
    const due = await this.notices.listDue(BATCH);
    if (due.length > 0) await this.queue.ring(due.map(({ domainId, id, attempts }) => ({ domainId, noticeId: id, attempt: attempts + 1 })));
  }
}
