export { createLogger, type Logger, type LoggerOptions } from './logger.js';
export { Metrics } from './metrics.js';
export { NestLogger } from './nest-logger.js';
export { observeRequests, type RequestObserver } from './observe-requests.js';
export { setRequestIdHeader, REQUEST_ID, RequestEvent, getRequestEvent } from './request-event.js';
export { LOGGER, ObservabilityModule } from './observability.module.js';
export {
  formatTraceparent,
  getCurrentTrace,
  getCurrentTraceId,
  getCurrentTraceparent,
  newSpanId,
  parseTraceparent,
  runInTrace,
  type TraceContext,
} from './trace-context.js';
export { continueTrace, runInSpan, selectTrace, startEntrySpan, traceWork } from './tracer.js';
export { startTracing, type StopTracing } from './start-tracing.js';
export { findRoot, readVersion, USER_AGENT } from './version.js';
