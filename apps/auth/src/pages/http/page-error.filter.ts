import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { getRequestEvent } from '@latchkey/observability';
import { isTemporary } from '@latchkey/persistence';
import { toProblem } from '@latchkey/problem';
import type { Response } from 'express';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { TooManyPendingError } from '../../domain/too-many-pending.error.js';
import type { PageErrorKind } from '../views/view-models.js';
import { errorPage } from '../views/error.view.js';
import { createPageContext, type PageContext } from '../page-context.js';
import { PageRefusal } from './page-refusal.js';
import { sendPage } from './send-page.js';

const TEMPORARY_KINDS: ReadonlySet<PageErrorKind> = new Set(['unavailable', 'internal', 'too-many-requests']);

/** Shows an error page with the request id that the log contains. */
@Catch()
export class PageErrorFilter implements ExceptionFilter<unknown> {
  catch(error: unknown, host: ArgumentsHost): void {
    sendErrorPage(host.switchToHttp().getResponse<Response>(), error, null);
  }
}

/** @param backTo URL to continue at; null if unknown */
export function sendErrorPage(response: ServerResponse, error: unknown, backTo: string | null): void {
  const refusal = toPageRefusal(error);
  const event = getRequestEvent(response);
  event.problem = refusal.kind;
  if (refusal.status >= 500) event.cause = error;
  if (response.headersSent) return void response.destroy();
  const context = getPageContext(response.req, refusal.branding);
  const { kind, provider } = refusal;
  const wayBack = refusal.backTo ?? backTo ?? findWayBack(response.req, refusal);
  const html = errorPage(context, { kind, provider, requestId: event.requestId, backTo: wayBack, oauthError: null });
  if (refusal.status === 503) response.setHeader('Retry-After', '2');
  if (error instanceof TooManyPendingError) response.setHeader('Retry-After', String(error.retryAfter));
  sendPage(response, html, { context, status: refusal.status });
}

function toPageRefusal(error: unknown): PageRefusal {
  if (error instanceof PageRefusal) return error;
  if (error instanceof TooManyPendingError) return new PageRefusal('too-many-requests', 429);
  if (isTemporary(error)) return new PageRefusal('unavailable', 503);
  const { status } = toProblem(error, []);
  if (status === 404) return new PageRefusal('not-found', 404);
  return status < 500 ? new PageRefusal('forbidden', status) : new PageRefusal('internal', 500);
}

/** If a page may work later, it can be requested again. Otherwise the account page is a way on if the domain has one. */
function findWayBack({ method, url = '' }: IncomingMessage, { kind, branding }: PageRefusal): string | null {
  if (TEMPORARY_KINDS.has(kind)) return method === 'GET' ? url : null;
  return branding === null ? null : '/account';
}

/** Builds the page context without a database query: the host comes from the issuer. */
function getPageContext(request: IncomingMessage, branding: PageContext['branding']): PageContext {
  const name = URL.parse(`http://${request.headers.host ?? ''}`)?.hostname ?? '';
  return createPageContext(request, { name, branding });
}
