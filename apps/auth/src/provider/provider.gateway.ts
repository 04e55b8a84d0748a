import { Injectable } from '@nestjs/common';
import { requestEventOf } from '@latchkey/observability';
import { isDatabaseOutage } from '@latchkey/persistence';
import { sendProblem } from '@latchkey/problem';
import { pathOf, queryOf } from '@latchkey/server';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { CurrentRevisions } from '../domain/current-revisions.js';
import type { DomainRecord } from '../domain/domain-record.js';
import { DomainRecords } from '../domain/domain-records.js';
import { dotSegmentProblem } from '../domain/dot-segment.js';
import { canonicalize } from '../domain/host.js';
import { sendNotFound } from '../domain/not-found.js';
import { sendErrorPage } from '../pages/http/page-error.filter.js';
import { acceptsHtml } from '../pages/http/accepts-html.js';
import { endpointOf } from './endpoints.js';
import { isForm, readBody } from './form-body.js';
import { askAgain, isForeignPost, isOwnPost } from './own-post.js';
import { isForPeople } from './protocol-pages.js';
import { ProviderPool } from './provider.pool.js';
import { refuseRequest } from './refuse-request.js';
import { FORM_TOO_LONG, requestFault } from './request-limits.js';
import { asGet, withBody } from './seams.js';
import { sendUnavailable } from './unavailable.js';

export interface Target {
  /** The name of the host that the request is for. */
  host: string;
  /** The body, if it has been read already. */
  body?: string;
}

/** The way to the oidc-provider of the domain that a host names. */
@Injectable()
export class ProviderGateway {
  constructor(
    private readonly revisions: CurrentRevisions,
    private readonly domains: DomainRecords,
    private readonly pool: ProviderPool,
  ) {}

  async handle(request: IncomingMessage, response: ServerResponse, { host, body }: Target): Promise<void> {
    try {
      const current = await this.revisions.read(host, null);
      const domain = current && (await this.domains.get(current));
      // Who has gone away gets no answer, and of a body that broke off oidc-provider thinks that somebody else has read it.
      if (request.socket.destroyed) return;
      if (!domain) return sendNotFound(response);
      requestEventOf(response).domain = domain.name;
      await this.answer(request, response, { domain, body });
    } catch (error) {
      if (request.socket.destroyed) return;
      if (!isDatabaseOutage(error)) throw error;
      if (isForPeople({ path: pathOf(request) }) && acceptsHtml(request)) sendErrorPage(response, error, null);
      else sendUnavailable(response, error);
    }
  }

  private async answer(request: IncomingMessage, response: ServerResponse, { domain, body }: Asked): Promise<void> {
    const path = pathOf(request);
    const problem = dotSegmentProblem(path);
    if (problem) return sendProblem(response, problem, requestEventOf(response));
    if (endpointOf(path) === null) return sendNotFound(response);
    const form = request.method === 'POST' ? (body ?? (await readBody(request))) : '';
    const fault = form === null ? FORM_TOO_LONG : requestFault({ path, query: queryOf(request), form });
    if (form === null || fault !== null) return refuseRequest(request, response, { domain, fault: fault ?? FORM_TOO_LONG });
    if (isForeignPost(request)) return askAgain(request, response, { domain, form });
    canonicalize(request, new URL(domain.issuer));
    await this.pool.get(domain).answer(readableOf(request, form), response);
  }
}

interface Asked {
  domain: DomainRecord;
  body: string | undefined;
}

/** A request as oidc-provider can read it, once its form has been read. */
function readableOf(request: IncomingMessage, form: string): IncomingMessage {
  if (request.method !== 'POST') return request;
  return isOwnPost(request) && isForm(request) ? asGet(request, form) : withBody(request, form);
}
