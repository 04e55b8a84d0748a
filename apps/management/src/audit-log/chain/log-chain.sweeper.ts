import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import { DomainFailuresError, AuditLogChainRepository } from '@latchkey/persistence';
import { DueTask } from '../../due-work/due-task.js';
import { CheckpointService } from './checkpoint.service.js';
import { AuditLogChainService } from './audit-log-chain.service.js';

/** The pause for a domain whose entries could not be chained. */
const RETRY_MS = 60_000;
/** The number of domains per transaction. */
const PAGE_SIZE = 50;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Chains new entries of all domains. Each domain gets a turn before a domain with many entries gets another. */
@Injectable()
export class LogChainSweeper extends DueTask {
  /** Domains whose entries could not be chained, and the time of the next attempt in milliseconds since the epoch. */
  private readonly failed = new Map<string, number>();

  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly chains: AuditLogChainRepository,
    private readonly chain: AuditLogChainService,
    private readonly checkpoints: CheckpointService,
  ) {
    super(['chain'], logger);
  }

  protected async run(): Promise<void> {
    while (await this.chainAll());
  }

  /** @returns whether more entries remain */
  private async chainAll(): Promise<boolean> {
    let hasMore = false;
    for (let after: string | undefined = FIRST_ID; after !== undefined && !this.ending.signal.aborted;) {
      const page: string[] = await this.chains.listPendingDomains(after, PAGE_SIZE);
      hasMore = (await this.chainPage(page.filter((id) => !this.rests(id)))) || hasMore;
      after = page.length === PAGE_SIZE ? page.at(-1) : undefined;
    }
    // Keeps the checkpoints of a fast-growing chain in time too.
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
