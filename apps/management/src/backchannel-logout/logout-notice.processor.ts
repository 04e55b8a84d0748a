import { Processor } from '@nestjs/bullmq';
import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, Metrics, type Logger } from '@latchkey/observability';
import { JobProcessor } from '../queue/job-processor.js';
import { logoutNoticeJobSchema, QUEUES, type LogoutNoticeJob } from '../queue/queues.js';
import { WORKER_OPTIONS } from '../queue/worker-options.js';
import { LogoutNoticeService } from './logout-notice.service.js';

/** Sends a client a logout notice, unless an earlier run of the same job has delivered it. */
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

  protected work({ domainId, noticeId, attempt }: LogoutNoticeJob): Promise<void> {
    return this.notices.attempt({ domainId, id: noticeId }, attempt);
  }
}
