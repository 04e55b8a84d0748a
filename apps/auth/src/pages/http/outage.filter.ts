import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { getRequestEvent } from '@latchkey/observability';
import { isDatabaseOutage } from '@latchkey/persistence';
import { sendProblem, toProblem, type ProblemTranslator } from '@latchkey/problem';
import type { Request, Response } from 'express';
import { sendErrorPage } from './page-error.filter.js';
import { acceptsHtml } from './accepts-html.js';

/** Handles database outages that occur before a page handler runs. Browsers get an error page, other clients a problem document. */
@Catch()
export class OutageFilter implements ExceptionFilter<unknown> {
  constructor(private readonly translators: readonly ProblemTranslator[]) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const response = http.getResponse<Response>();
    if (acceptsHtml(http.getRequest<Request>()) && isDatabaseOutage(error)) sendErrorPage(response, error, null);
    else sendProblem(response, toProblem(error, this.translators), getRequestEvent(response));
  }
}
