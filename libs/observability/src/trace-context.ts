import { AsyncLocalStorage } from 'node:async_hooks';
import { randomId } from '@latchkey/crypto';

/** The position of a unit of work in a trace: W3C Trace Context section 3.2. */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** The span that the work belongs to: 16 hexadecimal digits. */
  spanId: string;
  /** Whether the spans of the trace are recorded. */
  isSampled: boolean;
}

const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

const storage = new AsyncLocalStorage<TraceContext | null>();

/**
 * Parses a `traceparent` header. A later version of the format counts as version 00, which it extends.
 *
 * @returns null if it is absent, sent twice or malformed, so that the request belongs to no trace
 */
export function parseTraceparent(header: unknown): TraceContext | null {
  if (typeof header !== 'string') return null;
  const [, version, traceId, spanId, flags, rest] = TRACEPARENT.exec(header) ?? [];
  if (traceId === undefined || spanId === undefined || (version === '00' && rest !== undefined)) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags!, 16) & 1) === 1 };
}

/** The value of the `traceparent` header. */
export function formatTraceparent({ traceId, spanId, isSampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}

/** Runs work and everything that it starts as part of a trace. Without a trace this costs nothing. */
export function runInTrace<T>(trace: TraceContext | null, work: () => T): T {
  return trace ? storage.run(trace, work) : work();
}

/** Runs work as part of a trace or of none, whatever trace the current work belongs to. */
export function runInTraceOnly<T>(trace: TraceContext | null, work: () => T): T {
  return storage.run(trace, work);
}

/** A span id for unrecorded work: the last 62 random bits of a UUID, which are never all zero with its variant. */
export function newSpanId(): string {
  return randomId().replaceAll('-', '').slice(-16);
}

/** The trace id of the current work; null if it belongs to none. */
export function getCurrentTraceId(): string | null {
  return getCurrentTrace()?.traceId ?? null;
}

/** The `traceparent` header of the current work; null if it belongs to no trace. */
export function getCurrentTraceparent(): string | null {
  const trace = getCurrentTrace();
  return trace && formatTraceparent(trace);
}

/** The trace of the current work; null if it belongs to none. */
export function getCurrentTrace(): TraceContext | null {
  return storage.getStore() ?? null;
}
