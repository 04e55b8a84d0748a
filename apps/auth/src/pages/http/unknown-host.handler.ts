import { Inject, Injectable } from '@nestjs/common';
import { authUrlOf, type AuthSettings } from '@latchkey/config';
import { getRequestEvent } from '@latchkey/observability';
import { ServedDomainRepository } from '@latchkey/persistence';
import { Problem, sendProblem } from '@latchkey/problem';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { acceptsHtml } from './accepts-html.js';
import { sendAsset } from './send-asset.js';
import { sendPage } from './send-page.js';
import { createPageContext } from '../page-context.js';
import { unknownHostPage } from '../views/unknown-host.view.js';
import { SETTINGS } from '../../settings/settings.module.js';

/** The maximum number of domains to list in development. */
const MAX_EXAMPLES = 5;
const NO_HOST = 'The request does not name a valid host.';
const READ_METHODS = new Set(['GET', 'HEAD']);

/**
 * Answers requests to hosts without an active domain. The response names the host, but does not reveal whether it is pending, being
 * deleted, or was never registered. Only in development it lists other domains.
 */
@Injectable()
export class UnknownHostHandler {
  constructor(
    @Inject(SETTINGS) private readonly settings: AuthSettings,
    private readonly domains: ServedDomainRepository,
  ) {}

  /** @param host null if the request does not name a valid host */
  async handle(request: IncomingMessage, response: ServerResponse, host: string | null): Promise<void> {
    if (READ_METHODS.has(request.method ?? '') && sendAsset(response, request.url ?? '')) return;
    const names = this.settings.production ? [] : await this.domains.listNewestNames(MAX_EXAMPLES);
    if (acceptsHtml(request)) this.sendUnknownHostPage(response, host, names);
    else sendProblem(response, createUnknownHostProblem(host, names), getRequestEvent(response));
  }

  private sendUnknownHostPage(response: ServerResponse, host: string | null, names: readonly string[]): void {
    const event = getRequestEvent(response);
    event.problem = 'not-found';
    // The host has no route that could set a cookie.
    const context = { ...createPageContext(response.req, { name: host ?? 'Latchkey', branding: null }), address: null };
    const examples = names.map((name) => ({ name, url: authUrlOf(this.settings, name) }));
    sendPage(response, unknownHostPage(context, { host, examples, requestId: event.requestId }), { context, status: 404 });
  }
}

function createUnknownHostProblem(host: string | null, names: readonly string[]): Problem {
  const reason = host === null ? NO_HOST : `No active domain has the host ${host}.`;
  return new Problem('not-found', names.length === 0 ? reason : `${reason} Active domains here: ${names.join(', ')}.`);
}
