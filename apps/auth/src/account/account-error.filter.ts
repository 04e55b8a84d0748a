import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { getRequestEvent } from '@latchkey/observability';
import { Problem, sendProblem } from '@latchkey/problem';
import type { Response } from 'express';
import { sendErrorPage } from '../pages/http/page-error.filter.js';
import { SignInRequiredError } from './sign-in-required.js';
import { seeOther } from './account-context.js';

/** Redirects to the sign-in for SignInRequiredError, and renders an error page for any other error. */
@Catch()
export class AccountErrorFilter implements ExceptionFilter<unknown> {
  catch(error: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    if (error instanceof SignInRequiredError && !response.headersSent) requireSignIn(error, response);
    else sendErrorPage(response, error, '/account');
  }
}

function requireSignIn(error: SignInRequiredError, response: Response): void {
  // The pages' script would follow a redirect to a page that it cannot display.
  if (response.req.accepts(['html', 'json']) === 'json') {
    const problem = new Problem('sign-in-required', 'A recent sign-in is required. Sign in again at /account, then repeat the request.');
    sendProblem(response, problem, getRequestEvent(response));
  } else seeOther(response, error.location);
}
