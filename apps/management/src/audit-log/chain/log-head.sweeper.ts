import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import {
  Database,
  AuditLogChainRepository,
  throwFailures,
  workForDomains,
  type ChainHead,
  type DomainFailure,
} from '@latchkey/persistence';
import { PeriodicTask } from '@latchkey/server';
import { AuditLogHeadService } from './audit-log-head.service.js';

const INTERVAL_MS = 60_000;
const PAGE_SIZE = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Gives MACs to heads of the previous release, and then checks some heads in each run, so that a head that is never extended is checked
 * too.
 */
@Injectable()
export class LogHeadSweeper extends PeriodicTask {
  private after = FIRST_ID;

  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly database: Database,
    private readonly chains: AuditLogChainRepository,
    private readonly heads: AuditLogHeadService,
  ) {
    super(INTERVAL_MS, logger);
  }

  protected async run(): Promise<void> {
    if (await this.heads.isAdopting()) await this.adoptAll();
    else await this.checkPage();
  }

  private async checkPage(): Promise<void> {
    const page = await this.chains.listHeads(this.after, PAGE_SIZE);
    this.after = findNext(page) ?? FIRST_ID;
    await this.heads.select(page);
  }

  private async adoptAll(): Promise<void> {
    const failures: DomainFailure[] = [];
    for (let after: string | null = FIRST_ID; after !== null && !this.ending.signal.aborted;) {
      const page: ChainHead[] = await this.chains.listHeads(after, PAGE_SIZE);
      const domainIds = page.map(({ domainId }) => domainId);
      const adopted = await workForDomains(this.database, domainIds, (ids) => this.database.transaction(() => this.adopt(ids)));
      failures.push(...adopted.failures);
      after = findNext(page);
    }
    throwFailures(failures);
  }

  private async adopt(domainIds: readonly string[]): Promise<void> {
    const locked = await this.chains.lockHeads(domainIds, false);
    const { valid, sign } = await this.heads.select(locked);
    const changed = valid.filter((head) => !(head.mac && sign(head).mac.equals(head.mac)));
    if (changed.length > 0) await this.chains.storeHeads(changed.map(sign));
  }
}

/** @returns the last domain of a full page; null after the end */
function findNext(page: readonly ChainHead[]): string | null {
  return page.length === PAGE_SIZE ? page.at(-1)!.domainId : null;
}
