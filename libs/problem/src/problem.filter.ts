import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { ServerResponse } from 'node:http';
import type { Problem } from './problem.js';
import { toProblem, type ProblemTranslator } from './translate.js';

/** The parts of a request's event that the filter needs: the id to show, and a place to leave details for the log. */
export interface ProblemContext {
  requestId: string;
  report(problem: Problem): void;
}

/** The one place where errors become responses. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    private readonly contextOf: (response: ServerResponse) => ProblemContext,
    private readonly translators: readonly ProblemTranslator[],
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<ServerResponse>();
    sendProblem(response, toProblem(error, this.translators), this.contextOf(response));
  }
}

/** Sends the problem document. If a response has already begun, it can only close the connection. */
export function sendProblem(response: ServerResponse, problem: Problem, context: ProblemContext): void {
  context.report(problem);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const body = JSON.stringify(problem.toDocument(context.requestId));
  response.writeHead(problem.status, {
    ...problem.headers,
    'Content-Type': 'application/problem+json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
  });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}
