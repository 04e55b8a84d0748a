import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { pathOf } from '@latchkey/server';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { ProviderGateway } from './authorization/provider.gateway.js';
import { RequestHostService } from './domain/request-host.service.js';
import { TLS_ASK_PATH, TlsAskHandler } from './domain/tls-ask.handler.js';
import { sendNotFound } from './pages/http/not-found.js';
import { UnknownHostHandler } from './pages/http/unknown-host.handler.js';
import { isDeviceResumption, isMtlsPath } from './protocol/endpoints.js';

/** Magic links, links of sign-ups, callbacks of identity providers and registrations lead to our pages, although their paths are below oidc-provider's; so does the transmitter of Shared Signals. */
const PROVIDER_PATH = /^\/(connect\/(?!magiclink$|sign-up$|federation\/|register(?:\/|$))|\.well-known\/(?!ssf-configuration$))/;

/** Routes the requests that take no fast path. The domain is known before anything else of a request is read. */
@Injectable()
export class RequestRouter {
  constructor(
    private readonly provider: ProviderGateway,
    private readonly tls: TlsAskHandler,
    private readonly hosts: RequestHostService,
    private readonly unknownHosts: UnknownHostHandler,
    private readonly adapterHost: HttpAdapterHost,
  ) {}

  async route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = pathOf(request);
    if (path === TLS_ASK_PATH) return this.tls.handle(request, response);
    const host = this.hosts.read(request);
    if (host === null || this.hosts.isRefused(host)) return this.unknownHosts.handle(request, response, host);
    const domainName = this.hosts.domainNameOf(host);
    if (domainName !== host && !isMtlsPath(path)) return sendNotFound(response);
    if (PROVIDER_PATH.test(path) || isDeviceResumption(path)) return this.provider.handle(request, response, { host: domainName });
    return this.answerByPage(request, response);
  }

  /** By Nest's controllers. */
  private answerByPage(request: IncomingMessage, response: ServerResponse): void {
    const pages = this.adapterHost.httpAdapter.getInstance<RequestListener>();
    pages(request, response);
  }
}
