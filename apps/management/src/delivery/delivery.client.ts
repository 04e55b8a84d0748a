import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { outgoingPolicyOf, type ManagementSettings } from '@latchkey/config';
import { SafeFetchClient, findSafeFetchError, type Notified } from '@latchkey/outgoing';
import { continueTrace, type TraceContext } from '@latchkey/observability';
import type { DeliveryAttempt } from '@latchkey/persistence';
import { performance } from 'node:perf_hooks';
import { SETTINGS } from '../settings/settings.module.js';

/** For a whole request, from name resolution to the response status. */
const ATTEMPT_TIMEOUT_MS = 5_000;
/** Seconds. A receiver that asks for a longer wait is tried again after this time. */
const MAX_RETRY_AFTER = 60;

/** One attempt to deliver an event. */
export interface DeliveryRequest {
  /** The name of its span. */
  name: string;
  /** The trace to continue; null if there is none. */
  trace: TraceContext | null;
  send: (safeFetch: SafeFetchClient) => Promise<Notified>;
  /** Whether a status means that the receiver has accepted the event. */
  isTaken: (responseStatus: number) => boolean;
}

/** Sends events to the endpoints of receivers. */
@Injectable()
export class DeliveryClient implements OnApplicationShutdown {
  private readonly safeFetch: SafeFetchClient;

  constructor(@Inject(SETTINGS) settings: ManagementSettings) {
    this.safeFetch = new SafeFetchClient({ ...outgoingPolicyOf(settings), timeout: ATTEMPT_TIMEOUT_MS });
  }

  /**
   * Makes one attempt, with its own `traceparent` if it continues a trace.
   *
   * @returns how it ended; it never throws because of the receiver
   */
  async attempt({ name, trace, send, isTaken }: DeliveryRequest): Promise<DeliveryAttempt> {
    const startedAt = performance.now();
    const measure = (): number => Math.round(performance.now() - startedAt);
    try {
      const { status, retryAfter } = await continueTrace(name, trace, () => send(this.safeFetch));
      const error = isTaken(status) ? null : describeStatus(status);
      return { responseStatus: status, durationMs: measure(), error, retryAfter: limitRetryAfter(retryAfter) };
    } catch (error) {
      const failure = findSafeFetchError(error);
      if (!failure) throw error;
      return { responseStatus: null, durationMs: measure(), error: `The receiver ${failure.message}.`, retryAfter: null };
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.safeFetch.close();
  }
}

function describeStatus(status: number): string {
  const isRedirect = status >= 300 && status <= 399;
  return `The receiver answered with the status ${status}${isRedirect ? ', a redirect, which is not followed' : ''}.`;
}

function limitRetryAfter(seconds: number | null): number | null {
  return seconds === null ? null : Math.min(seconds, MAX_RETRY_AFTER);
}
