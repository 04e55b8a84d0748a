import { diag, DiagLogLevel, ROOT_CONTEXT, SpanKind as Kind, trace, TraceFlags } from '@opentelemetry/api';
import type { Tracer as ApiTracer } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { AlwaysOnSampler, BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Logger } from './logger.js';
import { SpanSampler } from './span-sampler.js';
import type { TraceContext } from './trace-context.js';
import { RecordedSpan } from './recorded-span.js';
import type { Span, SpanKind, SpanStart, Tracer } from './tracer.js';
import { readVersion } from './version.js';

const KINDS: Readonly<Record<SpanKind, Kind>> = {
  server: Kind.SERVER,
  client: Kind.CLIENT,
  consumer: Kind.CONSUMER,
  internal: Kind.INTERNAL,
};
const SEND_INTERVAL_MS = 1_000;
/** Maximum length of an SDK message, in characters. */
const MAX_DETAIL_LENGTH = 300;

export interface OpenTelemetryOptions {
  /** The base URL of a receiver of OTLP over HTTP, without `v1/traces`. */
  endpoint: string;
  service: 'auth' | 'management';
  /** A value of OTEL_TRACES_SAMPLER, and its ratio. */
  sampler: string;
  ratio: number;
  logger: Logger;
}

/**
 * Records spans with OpenTelemetry's SDK, and sends them in batches. It is loaded only if a receiver is set. It decides itself which
 * requests to record, because the SDK would create a span for each of the others too.
 */
export class OpenTelemetryTracer implements Tracer {
  private readonly provider: TracerProvider;
  private readonly tracer: ApiTracer;
  private readonly sampler: SpanSampler;

  constructor({ endpoint, service, sampler, ratio, logger }: OpenTelemetryOptions) {
    const ignore = (): void => undefined;
    const report = (message: string): void => logger.warn({ detail: message.slice(0, MAX_DETAIL_LENGTH) }, 'traces not sent');
    diag.setLogger({ error: report, warn: ignore, info: ignore, debug: ignore, verbose: ignore }, DiagLogLevel.ERROR);
    this.sampler = new SpanSampler(sampler, ratio);
    const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
    this.provider = new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': `latchkey-${service}`, 'service.version': readVersion() }),
      sampler: new AlwaysOnSampler(),
      spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: SEND_INTERVAL_MS })],
    });
    this.tracer = this.provider.getTracer('latchkey');
  }

  shouldRecord(caller: TraceContext | null): boolean {
    return this.sampler.shouldRecord(caller);
  }

  start({ name, kind, attributes = {} }: SpanStart, parent: TraceContext | null): Span {
    const context = parent
      ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, traceFlags: TraceFlags.SAMPLED, isRemote: true })
      : ROOT_CONTEXT;
    return new RecordedSpan(this.tracer.startSpan(name, { kind: KINDS[kind], attributes }, context));
  }

  /** Sends the completed spans. */
  async stop(): Promise<void> {
    await this.provider.shutdown().catch(() => undefined);
  }
}
