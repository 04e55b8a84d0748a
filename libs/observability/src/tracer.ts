import { getCurrentTrace, newSpanId, runInTrace, runInTraceOnly, type TraceContext } from './trace-context.js';

/** The kinds of OpenTelemetry: work for a caller, a request to another service, work from a queue, and work within the process. */
export type SpanKind = 'server' | 'client' | 'consumer' | 'internal';

export type SpanAttributes = Readonly<Record<string, string | number | undefined>>;

/** A recorded unit of work. */
export interface Span {
  readonly context: TraceContext;
  /** @param outcome a name that is only known at the end, and the error if the work has failed */
  end(outcome?: { name?: string; attributes?: SpanAttributes; error?: unknown }): void;
}

export interface SpanStart {
  name: string;
  kind: SpanKind;
  attributes?: SpanAttributes;
}

/** Records spans. */
export interface Tracer {
  /** Whether to record a request, or a job that no request has started. @param caller the trace that it belongs to */
  shouldRecord(caller: TraceContext | null): boolean;
  /** @param parent null if the span begins a trace */
  start(span: SpanStart, parent: TraceContext | null): Span;
}

let tracer: Tracer | null = null;

/** Sets the recorder of this process's spans; null to record none. */
export function setTracer(value: Tracer | null): void {
  tracer = value;
}

/** Starts the span of a request or a job. @param caller the trace that it belongs to @returns null if it is not recorded */
export function startEntrySpan(start: SpanStart, caller: TraceContext | null): Span | null {
  if (tracer === null) return null;
  // The request that started a job has already decided.
  const isRecorded = start.kind === 'consumer' && caller ? caller.isSampled : tracer.shouldRecord(caller);
  return isRecorded ? tracer.start(start, caller) : null;
}

/** Starts a span within the current one. @returns null if that is not recorded */
export function startSpan(start: SpanStart): Span | null {
  if (tracer === null) return null;
  const parent = getCurrentTrace();
  return parent?.isSampled ? tracer.start(start, parent) : null;
}

/** The trace of a request or a job: that of its span, or of its caller. */
export function selectTrace(span: Span | null, caller: TraceContext | null): TraceContext | null {
  if (span) return span.context;
  // Without a recorded span in this process, later work must not count as sampled, although the caller is recorded.
  return tracer !== null && caller?.isSampled ? { ...caller, isSampled: false } : caller;
}

/** Records work within the current span. */
export async function traceWork<T>(start: SpanStart, work: () => Promise<T>): Promise<T> {
  return runInSpan(startSpan(start), work);
}

/**
 * Records work that continues the trace of the request that caused it, instead of that of the current job. The work gets its own span id
 * each time, even if it is not recorded: W3C Trace Context section 3.2.2.4. The request has decided whether it is recorded.
 *
 * @param name of the span
 *
 * @param caller null if the work belongs to no trace
 */
export async function continueTrace<T>(name: string, caller: TraceContext | null, work: () => Promise<T>): Promise<T> {
  const span = caller && startEntrySpan({ name, kind: 'consumer' }, caller);
  const trace = span?.context ?? (caller && { ...caller, spanId: newSpanId() });
  return runInTraceOnly(trace, () => runInSpan(span, work));
}

/** Runs work, and ends its span with it. */
export async function runInSpan<T>(span: Span | null, work: () => Promise<T>): Promise<T> {
  if (!span) return work();
  try {
    const result = await runInTrace(span.context, work);
    span.end();
    return result;
  } catch (error) {
    span.end({ error });
    throw error;
  }
}
