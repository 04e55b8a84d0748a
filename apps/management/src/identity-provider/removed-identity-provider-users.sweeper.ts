import { Inject, Injectable } from '@nestjs/common';
import { describeError } from '@latchkey/jobs';
import { LOGGER, type Logger } from '@latchkey/observability';
import { RemovedIdentityProviderUsersRepository, type RemovedUsersLease } from '@latchkey/persistence';
import { PeriodicTask } from '@latchkey/server';
import { setTimeout as delay } from 'node:timers/promises';

const INTERVAL_MS = 1_000;
/** Milliseconds of rest at most: with the longest step it is less than nobody else begins for. */
const MAX_PAUSE_MS = 1_000;

/** Clears away what users have left whose identity provider was removed, or is another one now. They are nobody already. */
@Injectable()
export class RemovedIdentityProviderUsersSweeper extends PeriodicTask {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly removedUsers: RemovedIdentityProviderUsersRepository,
  ) {
    super(INTERVAL_MS, logger);
  }

  protected async run(): Promise<void> {
    for (let lease = await this.removedUsers.lease(); lease !== null; lease = await this.leaseNext()) await this.clearOrFail(lease);
  }

  private async leaseNext(): Promise<RemovedUsersLease | null> {
    return this.ending.signal.aborted ? null : this.removedUsers.lease();
  }

  private async clearOrFail(lease: RemovedUsersLease): Promise<void> {
    try {
      await this.clear(lease);
    } catch (error) {
      // Where that cannot be written down either, somebody begins when the claim has lapsed.
      await this.removedUsers.fail(lease, describeError(error)).catch(() => undefined);
      throw error;
    }
  }

  /**
   * Leaves others half of the machine, where a step is short. A process that is about to end leaves it to another one, which takes it on in a
   * while.
   */
  private async clear(lease: RemovedUsersLease): Promise<void> {
    let stepStartedAt = performance.now();
    const goesOn = async (): Promise<boolean> => {
      await this.removedUsers.renew(lease);
      await delay(Math.min(performance.now() - stepStartedAt, MAX_PAUSE_MS), undefined, { signal: this.ending.signal }).catch(
        () => undefined,
      );
      stepStartedAt = performance.now();
      return !this.ending.signal.aborted;
    };
    if (await this.removedUsers.endSessions(lease, goesOn)) await this.removedUsers.complete(lease);
  }
}
