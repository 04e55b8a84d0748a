import { Processor } from '@nestjs/bullmq';
import { Inject, Injectable } from '@nestjs/common';
import { JobProcessor, logoutNoticeJobSchema, QUEUES, WORKER_OPTIONS, type LogoutNoticeJob } from '@latchkey/jobs';
import { LOGGER, Metrics, type Logger } from '@latchkey/observability';
import { LogoutNoticeService } from './logout-notice.service.js';

/** Tells a client of the end of a session, if it still has to hear of it: whatever came before may have been the same job. */
@Injectable()
@Processor(QUEUES.logoutNotice, { concurrency: 10, ...WORKER_OPTIONS })
export class LogoutNoticeProcessor extends JobProcessor<LogoutNoticeJob> {
  constructor(
    @Inject(LOGGER) logger: Logger,
    metrics: Metrics,
    private readonly notices: LogoutNoticeService,
  ) {
    super(logoutNoticeJobSchema, logger, metrics);
  }

  protected work({ domainId, noticeId }: LogoutNoticeJob): Promise<void> {
    return this.notices.attempt({ domainId, id: noticeId });
  }
}
