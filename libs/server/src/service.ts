import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { setRequestIdHeader, observeRequests, getRequestEvent, type Logger, type Metrics } from '@latchkey/observability';
import { Problem, sendProblem } from '@latchkey/problem';
import { maxConnections } from './connection-limit.js';
import { createHttpServer, type RefusalHeaders } from './http-server.js';
import { listen, type Endpoint } from './listen.js';
import type { Listener } from './listener.js';
import { MetricsServer } from './metrics-server.js';
import { operationalRoutes } from './operational-routes.js';
import { problemRoutes } from './problem-routes.js';

/**
 * Tells browsers to use only https for this host, for a year from each response: RFC 6797. It omits `includeSubDomains`, because hosts
 * below a custom domain belong to its owner and may have no https.
 */
export const STRICT_TRANSPORT_SECURITY = { 'Strict-Transport-Security': 'max-age=31536000' } as const;

export interface ServiceOptions extends Endpoint {
  /** The port of `/metrics`; undefined for the port of the service. */
  metricsPort?: number | undefined;
  /** The maximum number of connections of the process to the database and the queue. */
  poolSize: number;
  /** How many bytes longer than the limit for heads a request target may be for its query; 0 by default. */
  queryBytes?: number;
  /** The public URL, or a template of it. With https, responses carry HSTS. */
  publicUrl: string;
  /** Added to the rejections of requests that do not reach the application. */
  refusalHeaders?: RefusalHeaders;
  logger: Logger;
  metrics: Metrics;
}

/** The parts of a service once it has started. */
export interface Application {
  /** Takes requests that must not pay for anything they do not need. It sets their ids and STRICT_TRANSPORT_SECURITY itself. */
  preRouter?: Listener;
  listener: RequestListener;
  /** Whether requests can be served: the database answers, and has every migration. */
  isReady: () => Promise<boolean>;
  /** Releases all resources once the last request has been answered. */
  close: () => Promise<void>;
}

/** Milliseconds in which responses close the open connections before new connections are refused. */
const CLOSE_HEADER = 250;
/** Milliseconds after which unfinished requests are abandoned. */
const STOP_TIMEOUT_MS = 25_000;

/** Milliseconds that closing connections to other services may take. */
const CLOSING = 10_000;
const DROP_REPORT_INTERVAL_MS = 10_000;

/**
 * A server that listens immediately, so that it can report being alive. It answers 503 until its application has started, which may wait
 * for the database. It stops without losing a request.
 */
export class Service {
  private readonly server: Server;
  private readonly operational: Listener;
  private readonly metricsServer: MetricsServer | null;
  /** Keyed by connection, null between two of its requests. Adding and removing each response would keep it from the garbage collector. */
  private readonly underWay = new Map<Socket, ServerResponse | null>();
  private application: Application | undefined;
  private stopping: Promise<void> | undefined;
  private onLastClosed: (() => void) | undefined;

  constructor(private readonly options: ServiceOptions) {
    const { logger, metrics, metricsPort } = options;
    this.metricsServer = metricsPort === undefined ? null : new MetricsServer(metrics);
    const observe = observeRequests(logger, metrics);
    const isReady = async (): Promise<boolean> => this.stopping === undefined && (await this.application?.isReady()) === true;
    this.operational = operationalRoutes({ metrics: this.metricsServer ? null : metrics, isReady });
    this.server = createHttpServer((request, response) => {
      const { socket } = request;
      this.underWay.set(socket, response);
      response.on('close', () => {
        if (this.underWay.get(socket) === response) this.underWay.set(socket, null);
        // The rest of a rejected body precedes the next request on its connection, so it must be read and dropped.
        if (!request.readableEnded) request.resume();
      });
      observe(request, response, () => this.answer(request, response));
    }, options);
    this.server.on('connection', (socket: Socket) => {
      this.underWay.set(socket, null);
      socket.once('close', () => {
        this.underWay.delete(socket);
        if (this.underWay.size === 0) this.onLastClosed?.();
      });
    });
  }

  async start(): Promise<void> {
    const { port, address, metricsPort, logger } = this.options;
    this.limitConnections();
    await listen(this.server, this.options);
    if (metricsPort !== undefined) await this.metricsServer?.start(metricsPort, address);
    logger.info({ port, address }, 'listening');
  }

  /** Lets the application answer from now on. */
  serve(application: Application): void {
    this.application = application;
    this.options.logger.info('serving');
  }

  /** Answers the requests that have arrived, then closes. Further calls wait for the first. */
  stop(): Promise<void> {
    this.stopping ??= this.drain();
    return this.stopping;
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    if (this.application?.preRouter?.(request, response)) return;
    setRequestIdHeader(response);
    if (this.options.publicUrl.startsWith('https:')) response.setHeaders(new Map(Object.entries(STRICT_TRANSPORT_SECURITY)));
    if (this.operational(request, response) || problemRoutes(request, response)) return;
    if (this.application) this.application.listener(request, response);
    else this.refuseWhileStarting(request, response);
  }

  private refuseWhileStarting(request: IncomingMessage, response: ServerResponse): void {
    response.setHeaders(new Map(Object.entries(this.options.refusalHeaders?.(request) ?? {})));
    sendProblem(response, starting(), getRequestEvent(response));
  }

  private async drain(): Promise<void> {
    const { server } = this;
    const { logger } = this.options;
    server.prependListener('request', (_request, response) => announceClose(response));
    for (const response of this.underWay.values()) if (response) announceClose(response);
    await this.untilUnconnected();
    const closed = new Promise((resolve) => server.close(resolve));
    const forced = setTimeout(() => server.closeAllConnections(), STOP_TIMEOUT_MS);
    await closed;
    clearTimeout(forced);
    await Promise.race([this.application?.close(), delay(CLOSING, undefined, { ref: false })]);
    this.metricsServer?.stop();
    logger.info('stopped');
  }

  /** Waits until no connection is open, for at most CLOSE_HEADER. */
  private untilUnconnected(): Promise<void> {
    return new Promise((resolve) => {
      if (this.underWay.size === 0) return resolve();
      const timer = setTimeout(resolve, CLOSE_HEADER);
      this.onLastClosed = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Connections beyond the limit are closed, because with its last descriptor the process would also lose the database. */
  private limitConnections(): void {
    const limit = maxConnections(this.options.poolSize);
    if (limit === undefined) return;
    this.server.maxConnections = limit;
    let reportedAt = 0;
    this.server.on('drop', () => {
      if (Date.now() - reportedAt < DROP_REPORT_INTERVAL_MS) return;
      reportedAt = Date.now();
      this.options.logger.warn({ limit }, 'connections are refused');
    });
  }
}

/** Asks the client to send nothing more on this connection: RFC 9112 section 9.6. */
function announceClose(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}

function starting(): Problem {
  return new Problem('service-unavailable', 'The service is starting. Try again shortly.', { headers: { 'Retry-After': '2' } });
}
