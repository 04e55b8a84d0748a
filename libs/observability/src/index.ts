export { createLogger, type Logger, type LoggerOptions } from './logger.js';
export { Metrics } from './metrics.js';
export { NestLogger } from './nest-logger.js';
export { observeRequests, type RequestObserver } from './observe-requests.js';
export { setRequestIdHeader, REQUEST_ID, RequestEvent, getRequestEvent } from './request-event.js';
export { LOGGER, ObservabilityModule } from './observability.module.js';
