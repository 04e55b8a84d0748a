import { Injectable } from '@nestjs/common';
import { DomainRepository, UserImportJobRepository } from '@latchkey/persistence';
import { UserImportBatchService } from './user-import-batch.service.js';

/** The number of lines of a statement that deletes them. */
const DELETED_LINES = 2_000;
/** With fewer new users, the statistics of all users stay good enough. */
const MIN_ANALYZED_USERS = 1_000;

/** The background work on imports, in short steps. A process that dies between two steps loses nothing. */
@Injectable()
export class UserImportJobService {
  constructor(
    private readonly domains: DomainRepository,
    private readonly jobs: UserImportJobRepository,
    private readonly batches: UserImportBatchService,
  ) {}

  /** Takes the next step of the domain's first import. @returns false if there is none @throws Problem domain-not-found */
  async step(domainId: string): Promise<boolean> {
    const domain = await this.domains.find(domainId);
    // A frozen domain takes no changes. The sweeper enqueues it again once it is thawed.
    const takesChanges = domain !== null && domain.status !== 'deleting' && domain.frozenAt === null;
    const next = takesChanges ? await this.jobs.findNext(domainId) : null;
    if (!domain || !next) return false;
    const isRunning = next.status === 'Running';
    const created = isRunning ? await this.batches.run(domain, next) : null;
    if (created !== null) {
      if (!next.dryRun && isMuchMore(created, next.created)) await this.jobs.analyzeUsers();
      return true;
    }
    // Of a dry run, or an import that is being removed.
    if ((await this.jobs.deleteLines(next, DELETED_LINES)) === DELETED_LINES) return true;
    if (!isRunning) await this.jobs.delete(next);
    else {
      if (!next.dryRun && next.created >= MIN_ANALYZED_USERS) await this.jobs.analyzeUsers();
      await this.jobs.complete(next);
    }
    return true;
  }
}

/**
 * Whether the statistics that describe the table before are wrong now: at each doubling. With those of an almost empty table, the check of a
 * foreign key reads all users of the domain.
 */
function isMuchMore(created: number, before: number): boolean {
  return created >= MIN_ANALYZED_USERS && Math.floor(Math.log2(created)) > Math.floor(Math.log2(before));
}
