import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import { DomainRepository } from '@latchkey/persistence';
import { Monitor } from '@latchkey/server';

/** Exposes the number of domains as a metric. */
@Injectable()
export class DomainCountMonitor extends Monitor {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly domains: DomainRepository,
  ) {
    super(logger);
  }

  async measure(): Promise<void> {
    const counts = await this.domains.countByStatus();
    // A status that no domain has any more must not keep its last value.
    this.metrics.domains.reset();
    for (const { kind, status, domains } of counts) this.metrics.domains.set({ kind, status }, domains);
  }
}
