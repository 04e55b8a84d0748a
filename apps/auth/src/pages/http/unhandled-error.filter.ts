import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { getRequestEvent } from '@latchkey/observability';
import { isTemporary } from '@latchkey/persistence';
import { sendProblem, toProblem, type ProblemTranslator } from '@latchkey/problem';
import type { Request, Response } from 'express';
import { sendNotFound } from './not-found.js';
import { findDomain } from '../../domain/served-domain.service.js';
import { sendErrorPage } from './page-error.filter.js';
import { acceptsHtml } from './accepts-html.js';

/**
 * Handles errors that no page handler handles: an unknown path, or a database outage before the handler runs. Browsers get an error page,
 * other clients a problem document.
 */
@Catch()
export class UnhandledErrorFilter implements ExceptionFilter<unknown> {
  constructor(private readonly translators: readonly ProblemTranslator[]) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const problem = toProblem(error, this.translators);
    if (acceptsHtml(request) && isUnmatched(error)) sendNotFound(response, findDomain(request)?.branding);
    else if (acceptsHtml(request) && isTemporary(error)) sendErrorPage(response, error, null);
    else sendProblem(response, problem, getRequestEvent(response));
  }
}

/** Whether the router has found no handler. Only this file may know the class of the exception that Nest throws then. */
function isUnmatched(error: unknown): boolean {
  return error instanceof Error && error.name === 'NotFoundException';
}
