import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { newTokenId } from '@latchkey/crypto';
import type { Metrics } from '@latchkey/observability';
import { Problem, sendProblem } from '@latchkey/problem';
import { createGetOnlyProblem } from './allowed-methods.js';
import { createHttpServer } from './http-server.js';
import { listen } from './listen.js';
import { pathOf } from './listener.js';
import { isRead, sendMetrics } from './operational-routes.js';

/** Serves `/metrics` and nothing else on `METRICS_PORT`, so that the whole port of the service can be public. */
export class MetricsServer {
  private readonly server: Server;

  constructor(private readonly metrics: Metrics) {
    this.server = createHttpServer((request, response) => void this.answer(request, response));
  }

  /** @throws OperatorError if the port is taken */
  start(port: number, address: string): Promise<void> {
    return listen(this.server, { port, portVariable: 'METRICS_PORT', address });
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async answer(request: IncomingMessage, response: ServerResponse & { req: IncomingMessage }): Promise<void> {
    if (pathOf(request) !== '/metrics') return refuse(response, new Problem('not-found', 'This port serves only /metrics.'));
    if (!isRead(request)) return refuse(response, createGetOnlyProblem());
    await sendMetrics(response, this.metrics);
  }
}

function refuse(response: ServerResponse & { req: IncomingMessage }, problem: Problem): void {
  sendProblem(response, problem, { requestId: newTokenId(), report: () => undefined });
}
