import type { Logger } from './logger.js';
import { traceStatements } from './trace-statements.js';
import { setTracer } from './tracer.js';

export interface TracingSettings {
  /** The base URL of a receiver of OTLP over HTTP; undefined if spans are not recorded. */
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  OTEL_TRACES_SAMPLER: string;
  OTEL_TRACES_SAMPLER_ARG: number;
}

/** Sends the recorded spans, and stops. */
export type StopTracing = () => Promise<void>;

/** Records the spans of this process if a receiver is set. OpenTelemetry is loaded only then. */
export async function startTracing(
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: ratio }: TracingSettings,
  { service, logger }: { service: 'auth' | 'management'; logger: Logger },
): Promise<StopTracing> {
  if (endpoint === undefined) return async () => undefined;
  const { OpenTelemetryTracer } = await import('./open-telemetry.tracer.js');
  const tracer = new OpenTelemetryTracer({ endpoint, service, sampler, ratio, logger });
  setTracer(tracer);
  traceStatements();
  return async () => {
    setTracer(null);
    await tracer.stop();
  };
}
