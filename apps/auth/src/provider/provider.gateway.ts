import { Injectable } from '@nestjs/common';
import { requestEventOf } from '@latchkey/observability';
import { isDatabaseOutage } from '@latchkey/persistence';
import { Problem, sendProblem } from '@latchkey/problem';
import { pathOf } from '@latchkey/server';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { CurrentRevisions } from '../domain/current-revisions.js';
import { DomainRecords } from '../domain/domain-records.js';
import { canonicalize } from '../domain/host.js';
import { sendNotFound } from '../domain/not-found.js';
import { sendErrorPage } from '../pages/page-error.filter.js';
import { wantsPage } from '../pages/wants-page.js';
import { isForm, readForm, TOO_LONG } from './form-body.js';
import { askAgain, isForeignPost, isOwnPost } from './own-post.js';
import { isForPeople } from './protocol-pages.js';
import { ProviderPool } from './provider.pool.js';
import { asGet, mayBeTooLong, withBody, withLongBody } from './seams.js';
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
      if (isForeignPost(request)) return await askAgain(request, response, domain);
      canonicalize(request, new URL(domain.issuer));
      const readable = body === undefined ? await readableOf(request, response) : withBody(request, body);
      if (readable) await this.pool.get(domain).answer(readable, response);
    } catch (error) {
      if (request.socket.destroyed) return;
      if (!isDatabaseOutage(error)) throw error;
      if (isForPeople({ path: pathOf(request) }) && wantsPage(request)) sendErrorPage(response, error, null);
      else sendUnavailable(response, error);
    }
  }
}

/** A request as oidc-provider can read it. @returns null if it has been refused: its body is too long */
async function readableOf(request: IncomingMessage, response: ServerResponse): Promise<IncomingMessage | null> {
  const isOwn = isOwnPost(request);
  if (!isForm(request) || (!isOwn && !mayBeTooLong(request))) return request;
  const form = await readForm(request);
  if (form !== null) return isOwn ? asGet(request, form) : withLongBody(request, form);
  sendProblem(response, new Problem('content-too-large', TOO_LONG), requestEventOf(response));
  return null;
}
