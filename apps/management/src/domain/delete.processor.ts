import { Processor } from '@nestjs/bullmq';
import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, Metrics, type Logger } from '@latchkey/observability';
import { DomainRepository } from '@latchkey/persistence';
import { JobProcessor } from '../queue/job-processor.js';
import { domainJobSchema, QUEUES, type DomainJob } from '../queue/queues.js';
import { WORKER_OPTIONS } from '../queue/worker-options.js';
import { DomainPurgeService } from './deletion/domain-purge.service.js';
import { ProvisioningService } from './provisioning.service.js';

/** Declares a killed worker dead sooner than in other queues, because the name stays reserved until the deletion has ended. */
const LOCK = { lockDuration: 5_000, stalledInterval: 2_500 };

/** Removes the data of a deleted domain, its own row last. As long as the row exists, a sweep finds it and starts again. */
@Injectable()
@Processor(QUEUES.domainDeletion, { concurrency: 2, ...WORKER_OPTIONS, ...LOCK })
export class DeleteProcessor extends JobProcessor<DomainJob> {
  constructor(
    @Inject(LOGGER) logger: Logger,
    metrics: Metrics,
    private readonly domains: DomainRepository,
    private readonly dns: ProvisioningService,
    private readonly purges: DomainPurgeService,
  ) {
    super(domainJobSchema, logger, metrics);
  }

  protected async work({ domainId }: DomainJob): Promise<void> {
    const domain = await this.domains.find(domainId);
    // Without a row, an earlier attempt has finished. With another status, the job is not needed.
    // control: the deletion job leaves domains alone that are not being deleted
    if (domain?.status !== 'deleting') return;
    // If a process may still be creating records, the next sweep tries again.
    if (!(await this.dns.remove(domain))) return;
    await this.purges.purge(domainId, this.ending.signal).catch((error: unknown) => {
      // The sweeper of another process enqueues the rest.
      if (error !== this.ending.signal.reason) throw error;
    });
  }
}
