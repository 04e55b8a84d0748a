import type { TraceContext } from './trace-context.js';

/**
 * Decides which requests are recorded, with the samplers of OpenTelemetry's environment variable OTEL_TRACES_SAMPLER: `always_on`,
 * `always_off` and `traceidratio`. With the prefix `parentbased_`, a caller with a `traceparent` decides. Without it a caller decides
 * nothing: `traceidratio` also ignores the trace id, which the caller chooses.
 */
export class SpanSampler {
  private readonly followsCaller: boolean;
  /** From 0 to 1. */
  private readonly ratio: number;

  /** @param ratio the share of traces that `traceidratio` records */
  constructor(sampler: string, ratio: number) {
    this.followsCaller = sampler.startsWith('parentbased_');
    if (sampler.endsWith('always_on')) this.ratio = 1;
    else this.ratio = sampler.endsWith('always_off') ? 0 : ratio;
  }

  shouldRecord(caller: TraceContext | null): boolean {
    return caller !== null && this.followsCaller ? caller.isSampled : Math.random() < this.ratio;
  }
}
