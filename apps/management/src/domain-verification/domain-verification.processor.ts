import { Processor } from '@nestjs/bullmq';
import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, Metrics, type Logger } from '@latchkey/observability';
import { JobProcessor } from '../queue/job-processor.js';
import { domainJobSchema, QUEUES, type DomainJob } from '../queue/queues.js';
import { WORKER_OPTIONS } from '../queue/worker-options.js';
import { DomainVerificationService } from './domain-verification.service.js';

/** Checks a custom domain's DNS, unless an earlier run of the same job has done so. */
@Injectable()
@Processor(QUEUES.domainVerification, { concurrency: 10, ...WORKER_OPTIONS })
export class DomainVerificationProcessor extends JobProcessor<DomainJob> {
  constructor(
    @Inject(LOGGER) logger: Logger,
    metrics: Metrics,
    private readonly verifications: DomainVerificationService,
  ) {
    super(domainJobSchema, logger, metrics);
  }

  protected work({ domainId }: DomainJob): Promise<void> {
    return this.verifications.checkIfDue(domainId);
  }
}
