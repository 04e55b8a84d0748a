import type { TraceContext } from './trace-context.js';

const TRACE_ID_SPACE = 2 ** 32;

/**
 * Decides which requests are recorded, by the samplers of OpenTelemetry's environment variable OTEL_TRACES_SAMPLER: `always_on`,
 * `always_off`, `traceidratio`, and with the prefix `parentbased_`, by which a caller with a `traceparent` decides.
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
    if (caller === null) return Math.random() < this.ratio;
    if (this.followsCaller) return caller.isSampled;
    // The same for every process that a trace passes through.
    return Number.parseInt(caller.traceId.slice(-8), 16) / TRACE_ID_SPACE < this.ratio;
  }
}
