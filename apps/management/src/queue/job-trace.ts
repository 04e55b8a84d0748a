import { formatTraceparent, getCurrentTrace, parseTraceparent, type TraceContext } from '@latchkey/observability';
import type { Job, JobsOptions } from 'bullmq';

/** The job option that assigns it to the trace of the request that enqueues it. */
export function createTraceOption(): Pick<JobsOptions, 'telemetry'> {
  const trace = getCurrentTrace();
  return trace ? { telemetry: { metadata: formatTraceparent(trace) } } : {};
}

/** The trace of a job; null if a sweeper has enqueued it. */
export function readJobTrace({ opts }: Pick<Job, 'opts'>): TraceContext | null {
  return parseTraceparent(opts.telemetry?.metadata);
}
