import { newSpanId, parseTraceparent, type TraceContext } from '@latchkey/observability';
import type { KeyedEntry } from '@latchkey/persistence';

/**
 * The trace that a delivery of a log entry continues. If only its id is known, it counts as not recorded, the default
 * of W3C Trace Context section 3.2.2.5.1.
 *
 * @returns null if the entry belongs to no trace
 */
export function readEntryTrace({ traceId, traceparent }: Pick<KeyedEntry, 'traceId' | 'traceparent'>): TraceContext | null {
  if (traceId === null) return null;
  const trace = parseTraceparent(traceparent);
  return trace?.traceId === traceId ? trace : parseTraceparent(`00-${traceId}-${newSpanId()}-00`);
}
