import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { SafeFetchClient, findSafeFetchError } from '@latchkey/outgoing';
import type { DeliveryAttempt } from '@latchkey/persistence';
import { performance } from 'node:perf_hooks';
import { SETTINGS } from '../settings/settings.module.js';

/** For a whole request, from the name resolution to the status. */
const ATTEMPT_TIMEOUT_MS = 5_000;

/** Sends events to the addresses of receivers. */
@Injectable()
export class DeliveryClient implements OnApplicationShutdown {
  private readonly safeFetch: SafeFetchClient;

  constructor(@Inject(SETTINGS) settings: ManagementSettings) {
    this.safeFetch = new SafeFetchClient({ production: settings.production, timeout: ATTEMPT_TIMEOUT_MS });
  }

  /**
   * Makes one attempt.
   *
   * @param send sends it, and returns the status of the answer
   * @param isTaken whether the receiver has taken what was sent, by that status
   * @returns how it ended; it never throws because of the receiver
   */
  async attempt(
    send: (safeFetch: SafeFetchClient) => Promise<number>,
    isTaken: (responseStatus: number) => boolean,
  ): Promise<DeliveryAttempt> {
    const startedAt = performance.now();
    const measure = (): number => Math.round(performance.now() - startedAt);
    try {
      const responseStatus = await send(this.safeFetch);
      const error = isTaken(responseStatus) ? null : `The receiver answered with the status ${responseStatus}.`;
      return { responseStatus, durationMs: measure(), error };
    } catch (error) {
      const failure = findSafeFetchError(error);
      if (!failure) throw error;
      return { responseStatus: null, durationMs: measure(), error: `The receiver ${failure.message}.` };
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.safeFetch.close();
  }
}
