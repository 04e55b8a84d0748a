import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import { DomainProvisioningRepository, JobStateRepository } from '@latchkey/persistence';
import { PeriodicTask } from '@latchkey/server';
import { DomainProvisionQueue } from '../queue/domain-provision.queue.js';
import { QUEUES } from '../queue/queues.js';
import { SandboxRecords } from './sandbox-records.js';

const INTERVAL_MS = 5_000;
/** Milliseconds between two looks for jobs that were left when there was a DNS provider. */
const INTERVAL_WITHOUT_RECORDS_MS = 300_000;
const BATCH_SIZE = 500;

/** Enqueues sandbox domains whose records are missing: new ones, and all of them when the settings have changed. */
@Injectable()
export class ProvisionSweeper extends PeriodicTask {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly records: SandboxRecords,
    private readonly provisioning: DomainProvisioningRepository,
    private readonly states: JobStateRepository,
    private readonly queue: DomainProvisionQueue,
  ) {
    super(records.target === null ? INTERVAL_WITHOUT_RECORDS_MS : INTERVAL_MS, logger);
  }

  protected async run(): Promise<void> {
    const { target } = this.records;
    await this.attempt(() => this.provisioning.deleteObsoleteJobs(target, QUEUES.domainProvision));
    if (target === null) return;
    const due = await this.provisioning.listUnprovisioned(target, QUEUES.domainProvision, BATCH_SIZE);
    await this.attempt(() => this.states.recordDue(QUEUES.domainProvision, due));
    for (const id of due) this.queue.enqueue(id);
  }
}
