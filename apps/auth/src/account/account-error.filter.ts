import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { requestEventOf } from '@latchkey/observability';
import { isDatabaseOutage } from '@latchkey/persistence';
import { Problem, sendProblem, toProblem } from '@latchkey/problem';
import type { Request, Response } from 'express';
import { errorPage } from '../pages/error.view.js';
import { chooseLanguage } from '../pages/language.js';
import type { PageContext } from '../pages/page-context.js';
import { sendPage } from '../pages/send-page.js';
import { AccountRefusal } from './account-refusal.js';
import { seeOther } from './see-other.js';
import { SignInNeeded } from './sign-in-needed.js';

/** Leads people to the sign-in where one is needed, and tells them in words what else is in their way. */
@Catch()
export class AccountErrorFilter implements ExceptionFilter<unknown> {
  catch(error: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    if (response.headersSent) response.destroy();
    else if (error instanceof SignInNeeded) askToSignIn(error, response);
    else tell(error, response);
  }
}

function askToSignIn(error: SignInNeeded, response: Response): void {
  const { accept = '' } = response.req.headers;
  // The pages' script would follow a redirect to a page that it cannot show.
  if (accept.startsWith('application/json')) {
    const problem = new Problem('sign-in-required', 'Sign in again, by way of /account, and repeat what you wanted to do.');
    sendProblem(response, problem, requestEventOf(response));
  } else seeOther(response, error.location);
}

function tell(error: unknown, response: Response): void {
  const refusal = toRefusal(error);
  const event = requestEventOf(response);
  event.problem = refusal.kind;
  if (refusal.status >= 500) event.cause = error;
  if (refusal.status === 503) response.setHeader('Retry-After', '2');
  const context = contextOf(response.req);
  const html = errorPage(context, { kind: refusal.kind, requestId: event.requestId, backTo: '/account' });
  sendPage(response, html, { context, status: refusal.status });
}

function toRefusal(error: unknown): AccountRefusal {
  if (error instanceof AccountRefusal) return error;
  if (isDatabaseOutage(error)) return new AccountRefusal('unavailable', 503);
  const { status } = toProblem(error, []);
  if (status === 404) return new AccountRefusal('not-found', 404);
  return status < 500 ? new AccountRefusal('forbidden', status) : new AccountRefusal('internal', 500);
}

/** What is known of the page without having looked anything up: the host is that of the domain's issuer. */
function contextOf({ headers }: Request): PageContext {
  const domain = URL.parse(`http://${headers.host ?? ''}`)?.hostname ?? '';
  return { domain, branding: null, language: chooseLanguage(undefined, headers['accept-language']) };
}
