import { Injectable } from '@nestjs/common';
import { getRequestEvent } from '@latchkey/observability';
import { isDatabaseOutage, type CurrentRevision } from '@latchkey/persistence';
import { sendProblem } from '@latchkey/problem';
import { pathOf, queryOf } from '@latchkey/server';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { parse } from 'node:querystring';
import type { AuthenticatedClient, ClientParameters } from '../client-authentication/authentication-request.js';
import { ClientAuthenticationError } from '../client-authentication/client-authentication.error.js';
import { ClientAuthenticationService } from '../client-authentication/client-authentication.service.js';
import { CurrentRevisionService } from '../domain/current-revision.service.js';
import type { CachedDomain } from '../domain/cached-domain.js';
import { DomainCache } from '../domain/domain.cache.js';
import { findDotSegmentProblem } from '../domain/dot-segment.js';
import { setCanonicalHost } from '../domain/host.js';
import { sendNotFound } from '../domain/not-found.js';
import { sendErrorPage } from '../pages/http/page-error.filter.js';
import { acceptsHtml } from '../pages/http/accepts-html.js';
import { getEndpoint, isClientEndpoint } from './requests/endpoints.js';
import { isForm, readBody } from './requests/form-body.js';
import { resubmitSameSite, isCrossSitePost, isSameSitePost } from './pages/cross-site-post.js';
import { isBrowserEndpoint } from './pages/protocol-pages.js';
import { ProviderPool } from './provider.pool.js';
import { refuseClient } from './requests/refuse-client.js';
import { refuseRequest } from './requests/refuse-request.js';
import { FORM_TOO_LONG, findLimitFault } from './requests/request-limits.js';
import { createAuthenticatedRequest } from './overrides/authenticated-clients.js';
import { convertFormToGet, createRequestWithBody } from './overrides/request-body.js';
import { sendUnavailable } from './requests/unavailable.js';

export interface GatewayTarget {
  /** The name of the host that the request is for. */
  host: string;
  /** The body and the domain's current revision, if they have been read already. */
  body?: string;
  current?: CurrentRevision | null;
}

/** Passes requests to the oidc-provider of the domain of their host. */
@Injectable()
export class ProviderGateway {
  constructor(
    private readonly revisions: CurrentRevisionService,
    private readonly domains: DomainCache,
    private readonly pool: ProviderPool,
    private readonly clientAuthentication: ClientAuthenticationService,
  ) {}

  async handle(request: IncomingMessage, response: ServerResponse, { host, body, current: read }: GatewayTarget): Promise<void> {
    try {
      const current = read === undefined ? await this.revisions.read(host, null) : read;
      const domain = current && (await this.domains.get(current));
      // The caller has disconnected. oidc-provider would report an incomplete body as one that was already read.
      if (request.socket.destroyed) return;
      if (!domain) return sendNotFound(response);
      getRequestEvent(response).domain = domain.name;
      await this.respond(request, response, { domain, body });
    } catch (error) {
      if (request.socket.destroyed) return;
      if (!isDatabaseOutage(error)) throw error;
      if (isBrowserEndpoint({ path: pathOf(request) }) && acceptsHtml(request)) sendErrorPage(response, error, null);
      else sendUnavailable(response, error);
    }
  }

  private async respond(request: IncomingMessage, response: ServerResponse, { domain, body }: GatewayRequest): Promise<void> {
    const path = pathOf(request);
    const problem = findDotSegmentProblem(path);
    if (problem) return sendProblem(response, problem, getRequestEvent(response));
    if (getEndpoint(path) === null) return sendNotFound(response);
    const form = request.method === 'POST' ? (body ?? (await readBody(request))) : '';
    const fault = form === null ? FORM_TOO_LONG : findLimitFault({ path, query: queryOf(request), form });
    if (form === null || fault !== null) return refuseRequest(request, response, { domain, fault: fault ?? FORM_TOO_LONG });
    if (isCrossSitePost(request)) return resubmitSameSite(request, response, { domain, form });
    setCanonicalHost(request, new URL(domain.issuer));
    try {
      const authenticated = await this.authenticateClient(request, domain, form);
      const readable = authenticated ? createAuthenticatedRequest(request, form, authenticated) : toReadableRequest(request, form);
      await this.pool.get(domain).answer(readable, response);
    } catch (error) {
      if (!(error instanceof ClientAuthenticationError)) throw error;
      refuseClient(request, response, { domain, error });
    }
  }

  /** @returns null if oidc-provider authenticates the client, by its secret, or no client does here */
  private async authenticateClient(request: IncomingMessage, domain: CachedDomain, form: string): Promise<AuthenticatedClient | null> {
    const path = pathOf(request);
    if (request.method !== 'POST' || !isClientEndpoint(path) || !isForm(request)) return null;
    const { authorization } = request.headers;
    // No parameter comes twice: see findLimitFault.
    return this.clientAuthentication.authenticate({
      domainName: domain.name,
      path,
      requestId: getRequestEvent({ req: request }).requestId,
      authorization,
      parameters: parse(form) as ClientParameters,
    });
  }
}

interface GatewayRequest {
  domain: CachedDomain;
  body: string | undefined;
}

/** A request as oidc-provider can read it, once its form has been read. */
function toReadableRequest(request: IncomingMessage, form: string): IncomingMessage {
  if (request.method !== 'POST') return request;
  return isSameSitePost(request) && isForm(request) ? convertFormToGet(request, form) : createRequestWithBody(request, form);
}
