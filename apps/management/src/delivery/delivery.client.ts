import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { outgoingPolicyOf, type ManagementSettings } from '@latchkey/config';
import { SafeFetchClient, findSafeFetchError } from '@latchkey/outgoing';
import { continueTrace, type TraceContext } from '@latchkey/observability';
import type { DeliveryAttempt } from '@latchkey/persistence';
import { performance } from 'node:perf_hooks';
import { SETTINGS } from '../settings/settings.module.js';

/** For a whole request, from the name resolution to the status. */
const ATTEMPT_TIMEOUT_MS = 5_000;

/** One attempt to deliver an event. */
export interface DeliveryRequest {
  /** The name of its span. */
  name: string;
  /** What it continues; null: none. */
  trace: TraceContext | null;
  /** Sends it, and returns the status of the answer. */
  send: (safeFetch: SafeFetchClient) => Promise<number>;
  /** Whether the receiver has taken what was sent, by that status. */
  isTaken: (responseStatus: number) => boolean;
}

/** Sends events to the addresses of receivers. */
@Injectable()
export class DeliveryClient implements OnApplicationShutdown {
  private readonly safeFetch: SafeFetchClient;

  constructor(@Inject(SETTINGS) settings: ManagementSettings) {
    this.safeFetch = new SafeFetchClient({ ...outgoingPolicyOf(settings), timeout: ATTEMPT_TIMEOUT_MS });
  }

  /**
   * Makes one attempt, with a `traceparent` of its own if it continues a trace.
   *
   * @returns how it ended; it never throws because of the receiver
   */
  async attempt({ name, trace, send, isTaken }: DeliveryRequest): Promise<DeliveryAttempt> {
    const startedAt = performance.now();
    const measure = (): number => Math.round(performance.now() - startedAt);
    try {
      const responseStatus = await continueTrace(name, trace, () => send(this.safeFetch));
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
