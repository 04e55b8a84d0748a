import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import { RemovedIdentityProviderUsersRepository, type RemovedUsersLease } from '@latchkey/persistence';
import { DueTask } from '../due-work/due-task.js';
import { setTimeout as delay } from 'node:timers/promises';
import { describeError } from '../queue/job-lease.js';

/** The number of domains whose users are removed concurrently, so that a domain with a million users leaves room for others. */
const CONCURRENCY = 4;
/** The longest pause in milliseconds. Together with the longest step it is shorter than the lease. */
const MAX_PAUSE_MS = 1_000;

/**
 * Removes the sessions and grants of users whose identity provider was removed or has a new issuer. These users can already no longer sign
 * in.
 */
@Injectable()
export class RemovedIdentityProviderUsersSweeper extends DueTask {
  private readonly clearing = new Set<Promise<void>>();

  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly removedUsers: RemovedIdentityProviderUsersRepository,
  ) {
    super(['removedUsers'], logger);
  }

  /** Does not wait for long removals, so that other domains need not wait for them. */
  protected async run(): Promise<void> {
    while (this.clearing.size < CONCURRENCY) {
      const lease = await this.removedUsers.lease();
      if (lease === null) return;
      const cleared = this.attempt(() => this.clearAll(lease)).finally(() => this.clearing.delete(cleared));
      this.clearing.add(cleared);
    }
  }

  protected override async finish(): Promise<void> {
    await Promise.all(this.clearing);
  }

  private async clearAll(first: RemovedUsersLease): Promise<void> {
    for (let lease: RemovedUsersLease | null = first; lease !== null; lease = await this.leaseNext()) await this.clearOrFail(lease);
  }

  private async leaseNext(): Promise<RemovedUsersLease | null> {
    return this.ending.signal.aborted ? null : this.removedUsers.lease();
  }

  private async clearOrFail(lease: RemovedUsersLease): Promise<void> {
    try {
      await this.clear(lease);
    } catch (error) {
      // If even that cannot be stored, another worker starts when the lease ends.
      await this.removedUsers.fail(lease, describeError(error)).catch(() => undefined);
      throw error;
    }
  }

  /**
   * Leaves half of the machine to other work if a step is short. A stopping process leaves the rest to another one, which continues after a
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
