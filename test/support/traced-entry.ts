import type { ReceivedText } from './text-receiver.js';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN_ID = '00f067aa0ba902b7';
const TRACEPARENT = new RegExp(`^00-${TRACE_ID}-(?!${SPAN_ID}|0{16})([0-9a-f]{16})-01$`);

/** The trace fields in a log entry from a sampled request. */
export const TRACED_ENTRY = { trace_id: TRACE_ID, traceparent: `00-${TRACE_ID}-${SPAN_ID}-01` };

/** The number of different parent ids in requests that continue the trace of such an entry. */
export function countParents(requests: readonly ReceivedText[]): number {
  const parents = requests.flatMap(({ headers }) => TRACEPARENT.exec(String(headers['traceparent']))?.[1] ?? []);
  return new Set(parents).size;
}
