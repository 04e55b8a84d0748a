import { SpanStatusCode, type Span as ApiSpan } from '@opentelemetry/api';
import type { TraceContext } from './trace-context.js';
import type { Span, SpanAttributes } from './tracer.js';

/** A span of OpenTelemetry. */
export class RecordedSpan implements Span {
  readonly context: TraceContext;

  constructor(private readonly span: ApiSpan) {
    const { traceId, spanId } = span.spanContext();
    this.context = { traceId, spanId, isSampled: true };
  }

  /** Records only the kind of an error, because its message can contain values of a statement. */
  end({ name, attributes = {}, error }: { name?: string; attributes?: SpanAttributes; error?: unknown } = {}): void {
    if (name !== undefined) this.span.updateName(name);
    this.span.setAttributes(attributes);
    if (error !== undefined) {
      this.span.setStatus({ code: SpanStatusCode.ERROR });
      this.span.setAttribute('error.type', error instanceof Error ? error.constructor.name : String(error));
    }
    this.span.end();
  }
}
