import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import { DomainFailuresError, LogChainRepository } from '@latchkey/persistence';
import { PeriodicTask } from '@latchkey/server';
import { CheckpointService } from './checkpoint.service.js';
import { LogChainService } from './log-chain.service.js';

/** An entry shows within a second, of which this is a part. */
const INTERVAL_MS = 500;
/** How long a domain rests whose entries could not be chained. */
const RETRY_MS = 60_000;
/** Domains that one transaction serves. */
const PAGE_SIZE = 50;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Chains new entries of all domains. Each domain has its turn before one with many entries has another. */
@Injectable()
export class LogChainSweeper extends PeriodicTask {
  /** The domains whose entries could not be chained, and when that is tried again, in milliseconds since the epoch. */
  private readonly failed = new Map<string, number>();

  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly chains: LogChainRepository,
    private readonly chain: LogChainService,
    private readonly checkpoints: CheckpointService,
  ) {
    super(INTERVAL_MS, logger);
  }

  protected async run(): Promise<void> {
    while (await this.chainAll());
  }

  /** @returns whether there is more */
  private async chainAll(): Promise<boolean> {
    let hasMore = false;
    for (let after: string | undefined = FIRST_ID; after !== undefined && !this.ending.signal.aborted;) {
      const page: string[] = await this.chains.listPendingDomains(after, PAGE_SIZE);
      hasMore = (await this.chainPage(page.filter((id) => !this.rests(id)))) || hasMore;
      after = page.length === PAGE_SIZE ? page.at(-1) : undefined;
    }
    // A chain that grows fast has its checkpoints in time, too.
    if (hasMore) await this.attempt(() => this.checkpoints.signDue());
    return hasMore && !this.ending.signal.aborted;
  }

  private async chainPage(page: readonly string[]): Promise<boolean> {
    const { rest, failures } = await this.chain.chain(page);
    const retryAt = Date.now() + RETRY_MS;
    for (const { domainId } of failures) this.failed.set(domainId, retryAt);
    if (failures.length > 0) this.reportFailure(new DomainFailuresError(failures));
    return rest.length > 0;
  }

  private rests(domainId: string): boolean {
    const retryAt = this.failed.get(domainId);
    if (retryAt === undefined) return false;
    if (Date.now() < retryAt) return true;
    this.failed.delete(domainId);
    return false;
  }
}
