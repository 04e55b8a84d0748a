import { Processor } from '@nestjs/bullmq';
import { Inject, Injectable } from '@nestjs/common';
import { domainJob, JobProcessor, QUEUES, type DomainJob } from '@latchkey/jobs';
import { LOGGER, Metrics, type Logger } from '@latchkey/observability';
import { ProvisioningService } from './provisioning.service.js';

/** A worker that was killed is taken for dead after these milliseconds; its job is then begun again by another. */
const LOCK = { lockDuration: 10_000, stalledInterval: 5_000 };
/** Each job holds a connection to the database while the name server has its time. */
const CONCURRENCY = 2;

/** Makes the DNS records of a sandbox domain. */
@Injectable()
@Processor(QUEUES.domainProvision, { concurrency: CONCURRENCY, ...LOCK })
export class ProvisionProcessor extends JobProcessor<DomainJob> {
  constructor(
    @Inject(LOGGER) logger: Logger,
    metrics: Metrics,
    private readonly provisioning: ProvisioningService,
  ) {
    super(domainJob, logger, metrics);
  }

  protected work({ domainId }: DomainJob): Promise<void> {
    return this.provisioning.provision(domainId);
  }
}
