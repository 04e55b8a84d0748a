import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import {
  Database,
  UserInvitationRepository,
  UserInvitationStepRepository,
  workForEachDomain,
  type UserInvitationKey,
} from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';
import { DueTask } from '../due-work/due-task.js';
import { UserInvitationStepService } from './user-invitation-step.service.js';

const BATCH_SIZE = 500;

/** Takes a step of each invitation that is due, so that one with many users does not delay others, and removes old ones. */
@Injectable()
export class UserInvitationSweeper extends DueTask {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly database: Database,
    private readonly invitations: UserInvitationRepository,
    private readonly steps: UserInvitationStepRepository,
    private readonly work: UserInvitationStepService,
  ) {
    super(['userInvitation'], logger);
  }

  protected async run(): Promise<void> {
    await this.attempt(() => this.takeSteps());
    await this.attemptBatches(BATCH_SIZE, (limit) => this.invitations.deleteExpired(limit));
  }

  private async takeSteps(): Promise<void> {
    const due = Map.groupBy(await this.steps.listDue(BATCH_SIZE), ({ domainId }) => domainId);
    await workForEachDomain(this.database, due.keys(), async (domainId) => {
      if (this.ending.signal.aborted) return;
      for (const key of due.get(domainId)!) await this.take(key);
    });
  }

  private async take(key: UserInvitationKey): Promise<void> {
    try {
      await this.work.take(key);
    } catch (error) {
      // The domain was deleted meanwhile, and its invitations with it.
      if (!(error instanceof Problem) || error.kind !== 'domain-not-found') throw error;
    }
  }
}
