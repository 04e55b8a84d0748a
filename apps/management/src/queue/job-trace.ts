import { formatTraceparent, getCurrentTrace, parseTraceparent, type TraceContext } from '@latchkey/observability';
import type { Job, JobsOptions } from 'bullmq';

/** The option of a job by which it belongs to the trace of the request that enqueues it. */
export function createTraceOption(): Pick<JobsOptions, 'telemetry'> {
  const trace = getCurrentTrace();
  return trace ? { telemetry: { metadata: formatTraceparent(trace) } } : {};
}

/** The trace that a job belongs to; null if a sweeper has enqueued it. */
export function readJobTrace({ opts }: Pick<Job, 'opts'>): TraceContext | null {
  return parseTraceparent(opts.telemetry?.metadata);
}
