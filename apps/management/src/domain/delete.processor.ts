import { Processor } from '@nestjs/bullmq';
import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, Metrics, type Logger } from '@latchkey/observability';
import { DomainRepository } from '@latchkey/persistence';
import { JobProcessor } from '../queue/job-processor.js';
import { domainJobSchema, QUEUES, type DomainJob } from '../queue/queues.js';
import { WORKER_OPTIONS } from '../queue/worker-options.js';
import { DomainPurgeService } from './deletion/domain-purge.service.js';
import { ProvisioningService } from './provisioning.service.js';

/** A killed worker counts as dead sooner than those of other queues, because the name stays occupied until the deletion has ended. */
const LOCK = { lockDuration: 5_000, stalledInterval: 2_500 };

/** Removes the data of a deleted domain, its own row last: as long as it exists, a sweep finds it and starts again. */
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
    // No row: an earlier attempt has finished. Another status: the job is not needed.
    // control: the deletion job leaves domains alone that are not being deleted
    if (domain?.status !== 'deleting') return;
    // If a process may still be creating records, the next sweep tries again.
    if (!(await this.dns.remove(domain))) return;
    await this.purges.purge(domainId, this.ending.signal).catch((error: unknown) => {
      // The sweeper of another process enqueues what is left.
      if (error !== this.ending.signal.reason) throw error;
    });
  }
}
