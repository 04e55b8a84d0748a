import { Injectable } from '@nestjs/common';
import { getRequestEvent } from '@latchkey/observability';
import { DomainFrozenError, isTemporary } from '@latchkey/persistence';
import { sendProblem } from '@latchkey/problem';
import { pathOf } from '@latchkey/server';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AuthenticatedClient } from '../client-authentication/authentication-request.js';
import { ClientAuthenticationError } from '../client-authentication/client-authentication.error.js';
import type { CachedDomain } from '../domain/cached-domain.js';
import { RsaKeyService } from '../domain/rsa-key.service.js';
import { findDotSegmentProblem } from '../domain/dot-segment.js';
import { sendNotFound } from '../pages/http/not-found.js';
import { TooManyRefusedTokensError } from '../domain/too-many-refused-tokens.error.js';
import { UnknownHostHandler } from '../pages/http/unknown-host.handler.js';
import { sendErrorPage } from '../pages/http/page-error.filter.js';
import { acceptsHtml } from '../pages/http/accepts-html.js';
import { answerOptions } from '../protocol/cors.js';
import type { RequestState } from '../protocol/request-state.js';
import { getAllowedMethods, getEndpoint, isBrowserEndpoint, isDocument } from '../protocol/endpoints.js';
import { AuthorizationReadService } from '../provider/adapters/authorization-read.service.js';
import { readCheckedForm } from '../protocol/checked-form.js';
import { resubmitSameSite, isCrossSitePost } from '../protocol/cross-site-post.js';
import { ProviderAnswerService } from './provider-answer.service.js';
import { refuseClient } from '../protocol/refuse-client.js';
import { refuseTooManyTokens } from '../protocol/refuse-tokens.js';
import { refuseRequest } from '../protocol/refuse-request.js';
import { sendUnavailable } from '../protocol/unavailable.js';

/** Passes requests to the oidc-provider of the domain of their host. */
@Injectable()
export class ProviderGateway {
  constructor(
    private readonly reads: AuthorizationReadService,
    private readonly rsaKeys: RsaKeyService,
    private readonly answers: ProviderAnswerService,
    private readonly unknownHosts: UnknownHostHandler,
  ) {}

  async handle(request: IncomingMessage, response: ServerResponse, requestState: RequestState): Promise<void> {
    const { host, body, current: read, authenticated } = requestState;
    try {
      const current = read === undefined ? await this.reads.readFirst(request, host) : read;
      const domain = current && (await this.rsaKeys.getDomain(current));
      // The caller has disconnected. oidc-provider would report the incomplete body as already read.
      if (request.socket.destroyed) return;
      if (!domain) return await this.unknownHosts.handle(request, response, host);
      getRequestEvent(response).domain = domain.name;
      if (domain.isFrozen && !isDocument(pathOf(request))) throw new DomainFrozenError(domain.name);
      await this.respond(request, response, { domain, body, authenticated });
    } catch (error) {
      if (request.socket.destroyed) return;
      if (!isTemporary(error)) throw error;
      if (isBrowserEndpoint({ path: pathOf(request) }) && acceptsHtml(request)) sendErrorPage(response, error, null);
      else sendUnavailable(response, error);
    }
  }

  private async respond(
    request: IncomingMessage,
    response: ServerResponse,
    { domain, body, authenticated }: GatewayRequest,
  ): Promise<void> {
    const path = pathOf(request);
    const problem = findDotSegmentProblem(path);
    if (problem) return sendProblem(response, problem, getRequestEvent(response));
    const endpoint = getEndpoint(path);
    if (endpoint === null) return sendNotFound(response, domain.branding);
    if (request.method === 'OPTIONS') {
      getRequestEvent(response).route = endpoint;
      return answerOptions(request, response, getAllowedMethods(path));
    }
    const form = await readCheckedForm(request, body);
    if (typeof form !== 'string') return refuseRequest(request, response, { domain, ...form });
    if (isCrossSitePost(request)) return resubmitSameSite(request, response, { domain, form });
    try {
      await this.answers.answer(request, response, { domain, form, authenticated });
    } catch (error) {
      if (error instanceof TooManyRefusedTokensError) return refuseTooManyTokens(request, response, error);
      if (!(error instanceof ClientAuthenticationError)) throw error;
      refuseClient(request, response, { issuer: domain.issuer, error });
    }
  }
}

interface GatewayRequest {
  domain: CachedDomain;
  body: string | undefined;
  authenticated: AuthenticatedClient | null | undefined;
}
