import { tracingChannel } from 'node:diagnostics_channel';
import { startSpan, type Span } from './tracer.js';

/** What libs/persistence publishes about a statement: see observed-statements.ts there. */
interface StatementMessage {
  name: string;
  error?: unknown;
  span?: Span | null;
}

let isSubscribed = false;

/** Records the statements of all connections that open from now on. */
export function traceStatements(): void {
  if (isSubscribed) return;
  isSubscribed = true;
  tracingChannel<unknown, StatementMessage>('latchkey:statement').subscribe({
    start(message) {
      message.span = startSpan({ name: message.name, kind: 'client', attributes: { 'db.system.name': 'postgresql' } });
    },
    asyncEnd({ span, error }) {
      span?.end(error === undefined ? {} : { error });
    },
    end: () => undefined,
    asyncStart: () => undefined,
    error: () => undefined,
  });
}
