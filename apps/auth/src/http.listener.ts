import { Injectable } from '@nestjs/common';
import { getRequestEvent } from '@latchkey/observability';
import { sendProblem, toProblem } from '@latchkey/problem';
import { normalizeAuthorization, pathOf } from '@latchkey/server';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ProviderGateway } from './authorization/provider.gateway.js';
import { toDatabaseProblem } from './database-problem.js';
import { normalizeToOriginForm } from './domain/host.js';
import { RequestHostService } from './domain/request-host.service.js';
import { FastPathRouter } from './fast-path/fast-path.router.js';
import { setCorsHeaders } from './protocol/cors.js';
import { RequestRouter } from './request.router.js';

/** Answers the requests that reach the application: each goes to `preRouter`, and to `answer` if that has left it. */
@Injectable()
export class HttpListener {
  constructor(
    private readonly fastPaths: FastPathRouter,
    private readonly provider: ProviderGateway,
    private readonly hosts: RequestHostService,
    private readonly router: RequestRouter,
  ) {}

  /**
   * Handles requests that can take a fast path, before creating anything that it does not need.
   *
   * @returns false if it has left the request
   */
  preRouter(request: IncomingMessage, response: ServerResponse): boolean {
    normalizeRequest(request);
    if (this.hosts.readsForwardedHost) varyByForwardedHost(response);
    const handler = this.fastPaths.find(request);
    if (!handler) return false;
    const host = this.hosts.read(request);
    if (host === null || this.hosts.isRefused(host)) return false;
    if (handler !== this.fastPaths.documents) getRequestEvent(response).route = pathOf(request);
    handler
      .handle(request, response, this.hosts.domainNameOf(host))
      .then((requestState) => (requestState ? this.provider.handle(request, response, requestState) : undefined))
      .catch((error: unknown) => sendProblemOf(response, error));
    return true;
  }

  /** Answers the requests that take no fast path. */
  answer(request: IncomingMessage, response: ServerResponse): void {
    setCorsHeaders(request, response);
    this.router.route(request, response).catch((error: unknown) => sendProblemOf(response, error));
  }
}

/** RFC 9110 section 12.5.5. Handlers name further headers, by setting or writing `Vary`: none of them may replace this one. */
function varyByForwardedHost(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (...values: unknown[]) => ServerResponse;
  response.writeHead = (...values: unknown[]) => {
    const headers = values.at(-1);
    const written = typeof headers === 'object' && headers !== null && !Array.isArray(headers) ? (headers as Record<string, unknown>) : {};
    const name = Object.keys(written).find((each) => each.toLowerCase() === 'vary');
    const current = name === undefined ? response.getHeader('Vary') : written[name];
    const vary = [current ?? [], 'X-Forwarded-Host'].flat().join(', ');
    if (name === undefined) response.setHeader('Vary', vary);
    else written[name] = vary;
    return writeHead(...values);
  };
}

/** So that later code, and libraries, read one form of what may be written in several. */
function normalizeRequest(request: IncomingMessage): void {
  normalizeToOriginForm(request);
  const { authorization } = request.headers;
  if (authorization?.includes('  ')) request.headers.authorization = normalizeAuthorization(authorization);
}

function sendProblemOf(response: ServerResponse, error: unknown): void {
  if (!response.headersSent) setCorsHeaders(response.req, response);
  sendProblem(response, toProblem(error, [toDatabaseProblem]), getRequestEvent(response));
}
