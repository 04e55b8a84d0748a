import { Injectable } from '@nestjs/common';
import { getRequestEvent } from '@latchkey/observability';
import { pathOf } from '@latchkey/server';
import type { IncomingMessage } from 'node:http';
import { parse } from 'node:querystring';
import type { AuthenticatedClient, ClientParameters } from '../client-authentication/authentication-request.js';
import { ClientCertificateService } from '../client-authentication/certificate/client-certificate.service.js';
import type { PresentedCertificate } from '../client-authentication/certificate/presented-certificate.js';
import { ClientAuthenticationService } from '../client-authentication/client-authentication.service.js';
import type { CachedDomain } from '../domain/cached-domain.js';
import { setCanonicalHost } from '../domain/host.js';
import { MtlsHostService } from '../domain/mtls-host.service.js';
import { createAuthenticatedRequest } from '../provider/overrides/authenticated-clients.js';
import { convertFormToGet, createRequestWithBody } from '../protocol/request-body.js';
import { isSameSitePost } from '../protocol/cross-site-post.js';
import { nameClientWithoutSecret } from '../protocol/empty-secret.js';
import { isClientEndpoint } from '../protocol/endpoints.js';
import { isForm } from '../protocol/form-body.js';
import { attachCredentials } from '../protocol/request-credentials.js';

/** A request whose body has been read. */
export interface ReceivedRequest {
  domain: CachedDomain;
  /** Empty for a request without a body. */
  form: string;
  /** The client, if the fast path has already authenticated it. */
  authenticated?: AuthenticatedClient | null | undefined;
}

/** Prepares a request for oidc-provider: authenticates its client, and sets the host of the issuer. */
@Injectable()
export class ReadableRequestService {
  constructor(
    private readonly clientAuthentication: ClientAuthenticationService,
    private readonly certificates: ClientCertificateService,
    private readonly mtlsHosts: MtlsHostService,
  ) {}

  /** @throws ClientAuthenticationError */
  async create(request: IncomingMessage, { domain, form: sent, authenticated: known }: ReceivedRequest): Promise<IncomingMessage> {
    const form = nameClientWithoutSecret(request, sent);
    const certificate = this.certificates.read(request);
    const authenticated = known === undefined ? await this.authenticate(request, { domain, form, certificate }) : known;
    setCanonicalHost(request, this.mtlsHosts.getAddressedUrl(request, domain));
    const readable = authenticated ? createAuthenticatedRequest(request, form, authenticated) : toReadableRequest(request, form);
    attachCredentials(readable, { authenticated, certificate, received: request });
    return readable;
  }

  /** @returns null if oidc-provider must check the client's secret, or the request authenticates no client */
  private async authenticate(
    request: IncomingMessage,
    { domain, form, certificate }: ReceivedRequest & { certificate: PresentedCertificate | null },
  ): Promise<AuthenticatedClient | null> {
    const path = pathOf(request);
    if (request.method !== 'POST' || !isClientEndpoint(path) || !isForm(request)) return null;
    const { authorization } = request.headers;
    // No parameter occurs twice: see findLimitViolation.
    const parameters = parse(form) as ClientParameters;
    const { requestId } = getRequestEvent({ req: request });
    return this.clientAuthentication.authenticate({
      domainName: domain.name,
      path,
      received: request,
      requestId,
      authorization,
      certificate,
      parameters,
    });
  }
}

/** A request in the form that oidc-provider reads after the body has been consumed. */
function toReadableRequest(request: IncomingMessage, form: string): IncomingMessage {
  if (request.method !== 'POST') return request;
  return isSameSitePost(request) && isForm(request) ? convertFormToGet(request, form) : createRequestWithBody(request, form);
}
