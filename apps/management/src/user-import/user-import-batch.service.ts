import { Injectable } from '@nestjs/common';
import { UserImportJobRepository, type ActorType, type Domain, type UserImport, type UserImportProgress } from '@latchkey/persistence';
import { setImmediate as giveWay } from 'node:timers/promises';
import { runAsActor } from '../audit-event/actor.js';
import { DomainChangeService } from '../current-domain/domain-change.service.js';
import { parseLine, type ParsedLine } from './parse-line.js';
import type { UserImportPlan } from './user-import-plan.js';
import { UserImportPlanService } from './user-import-plan.service.js';

/** Lines of a transaction, so that others wait only shortly for its locks. */
const BATCH_LIMITS = { lines: 100, bytes: 1_048_576 } as const;
/** How long lines are read before other requests get a turn. */
const TURN_MS = 2;
const MAX_ERRORS = 100;
/** A pointer can contain a name of any length. */
const MAX_POINTER_LENGTH = 500;

/** Imports the users of some lines in one transaction with their log entries and the progress. */
@Injectable()
export class UserImportBatchService {
  constructor(
    private readonly changes: DomainChangeService,
    private readonly jobs: UserImportJobRepository,
    private readonly plans: UserImportPlanService,
  ) {}

  /**
   * Imports the next lines. If another process does the same, one of them changes nothing.
   *
   * @returns the number of users that the import has created by then; null if there are no more lines
   * @throws Problem domain-not-found
   */
  async run(domain: Domain, userImport: UserImport): Promise<number | null> {
    const lines = await this.parse(userImport);
    if (lines.length === 0) return null;
    let { created } = userImport;
    const hasSubs = lines.some(({ user }) => user?.sub);
    const work = async (): Promise<void> => {
      if (!(await this.jobs.lockAt(userImport))) return;
      const plan = await this.plans.create(userImport, lines);
      await (userImport.dryRun ? this.plans.tryOut(userImport, plan) : this.plans.carryOut(domain, plan));
      const progress = addProgress(userImport, plan, lines[plan.read - 1]!.number);
      await this.jobs.advance(userImport, progress);
      created = progress.created;
    };
    await runAsActor({ ...userImport.actor, type: userImport.actor.type as ActorType, address: null }, () =>
      // A chosen sub is compared with the ids of clients, whose creation takes the second lock. Updates take the first one in any case, and
      // would meet a deletion of the domain in a deadlock if they took it second.
      this.changes.change(domain, () => (hasSubs ? this.changes.changeAlone(domain, work) : work())),
    );
    return created;
  }

  private async parse(userImport: UserImport): Promise<ParsedLine[]> {
    const parsed: ParsedLine[] = [];
    let turnEndsAt = performance.now() + TURN_MS;
    for (const line of await this.jobs.readLines(userImport, BATCH_LIMITS)) {
      parsed.push(await parseLine(line));
      if (performance.now() < turnEndsAt) continue;
      await giveWay();
      turnEndsAt = performance.now() + TURN_MS;
    }
    return parsed;
  }
}

function addProgress(before: UserImport, plan: UserImportPlan, position: number): UserImportProgress {
  const room = MAX_ERRORS - before.errors.length;
  const errors = plan.errors.slice(0, room).map((error) => ({ ...error, pointer: error.pointer.slice(0, MAX_POINTER_LENGTH) }));
  return {
    position,
    read: before.read + plan.read,
    created: before.created + plan.creations.length,
    updated: before.updated + plan.updates.length,
    failed: before.failed + plan.failed,
    errors: [...before.errors, ...errors],
  };
}
