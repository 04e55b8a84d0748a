import { Inject, Injectable } from '@nestjs/common';
import { describeError } from '@latchkey/jobs';
import { LOGGER, type Logger } from '@latchkey/observability';
import { RemovedIdentityProviderUsersRepository, type FormerUsersClaim } from '@latchkey/persistence';
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
    private readonly former: RemovedIdentityProviderUsersRepository,
  ) {
    super(INTERVAL_MS, logger);
  }

  protected async run(): Promise<void> {
    for (let claim = await this.former.claim(); claim !== null; claim = await this.next()) await this.clearOrFail(claim);
  }

  private async next(): Promise<FormerUsersClaim | null> {
    return this.ending.signal.aborted ? null : this.former.claim();
  }

  private async clearOrFail(claim: FormerUsersClaim): Promise<void> {
    try {
      await this.clear(claim);
    } catch (error) {
      // Where that cannot be written down either, somebody begins when the claim has lapsed.
      await this.former.fail(claim, describeError(error)).catch(() => undefined);
      throw error;
    }
  }

  /**
   * Leaves others half of the machine, where a step is short. A process that is about to end leaves it to another one, which takes it on in a
   * while.
   */
  private async clear(claim: FormerUsersClaim): Promise<void> {
    let since = performance.now();
    const goesOn = async (): Promise<boolean> => {
      await this.former.renew(claim);
      await delay(Math.min(performance.now() - since, MAX_PAUSE_MS), undefined, { signal: this.ending.signal }).catch(() => undefined);
      since = performance.now();
      return !this.ending.signal.aborted;
    };
    if (await this.former.end(claim, goesOn)) await this.former.settle(claim);
  }
}
