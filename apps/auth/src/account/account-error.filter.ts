import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { getRequestEvent } from '@latchkey/observability';
import { Problem, sendProblem } from '@latchkey/problem';
import type { Response } from 'express';
import { sendErrorPage } from '../pages/http/page-error.filter.js';
import { seeOther } from './see-other.js';
import { SignInRequiredError } from './sign-in-required.js';

/** Leads people to the sign-in where one is needed, and tells them in words what else is in their way. */
@Catch()
export class AccountErrorFilter implements ExceptionFilter<unknown> {
  catch(error: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    if (error instanceof SignInRequiredError && !response.headersSent) askToSignIn(error, response);
    else sendErrorPage(response, error, '/account');
  }
}

function askToSignIn(error: SignInRequiredError, response: Response): void {
  const { accept = '' } = response.req.headers;
  // The pages' script would follow a redirect to a page that it cannot show.
  if (accept.startsWith('application/json')) {
    const problem = new Problem('sign-in-required', 'Sign in again, by way of /account, and repeat what you wanted to do.');
    sendProblem(response, problem, getRequestEvent(response));
  } else seeOther(response, error.location);
}
