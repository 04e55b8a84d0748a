import { Processor } from '@nestjs/bullmq';
import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, Metrics, type Logger } from '@latchkey/observability';
import { JobProcessor } from '../queue/job-processor.js';
import { domainJobSchema, QUEUES, type DomainJob } from '../queue/queues.js';
import { WORKER_OPTIONS } from '../queue/worker-options.js';
import { ProvisioningService } from './provisioning.service.js';

/** Each job holds a database connection while it waits for the name server. */
const CONCURRENCY = 2;

/** Creates the DNS records of a sandbox domain. */
@Injectable()
@Processor(QUEUES.domainProvision, { concurrency: CONCURRENCY, ...WORKER_OPTIONS })
export class ProvisionProcessor extends JobProcessor<DomainJob> {
  constructor(
    @Inject(LOGGER) logger: Logger,
    metrics: Metrics,
    private readonly provisioning: ProvisioningService,
  ) {
    super(domainJobSchema, logger, metrics);
  }

  protected work({ domainId }: DomainJob): Promise<void> {
    return this.provisioning.provision(domainId);
  }
}
