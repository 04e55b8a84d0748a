import { createParamDecorator, Injectable, type ExecutionContext } from '@nestjs/common';
import { getRequestEvent } from '@latchkey/observability';
import { DomainFrozenError } from '@latchkey/persistence';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { CurrentRevisionService } from './current-revision.service.js';
import { DomainCache } from './domain.cache.js';
import type { CachedDomain } from './cached-domain.js';
import { setCanonicalHost } from './host.js';
import { RequestHostService } from './request-host.service.js';

const SERVED_DOMAIN = Symbol('served domain');

type RequestWithDomain = IncomingMessage & { [SERVED_DOMAIN]?: CachedDomain };

type Middleware = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;

/** Answers requests to hosts without a domain. */
interface UnknownHosts {
  handle(request: IncomingMessage, response: ServerResponse, host: string | null): Promise<void>;
}

/** A browser's request to a domain, with its response. */
export interface DomainRequest {
  request: IncomingMessage;
  response: ServerResponse;
  domain: CachedDomain;
}

/** Finds the domain of a request first; an unknown host gets 404. */
@Injectable()
export class ServedDomainService {
  constructor(
    private readonly revisions: CurrentRevisionService,
    private readonly domains: DomainCache,
    private readonly hosts: RequestHostService,
  ) {}

  /** @returns a middleware; later ones see the host and scheme of the domain's issuer */
  middleware(unknownHosts: UnknownHosts): Middleware {
    const find = async (...[request, response, next]: Parameters<Middleware>): Promise<void> => {
      const host = this.hosts.read(request);
      // At its host for mTLS the router lets nothing pass but what clients call.
      const domain = await this.find(host === null ? null : this.hosts.domainNameOf(host));
      if (!domain) return unknownHosts.handle(request, response, host);
      getRequestEvent(response).domain = domain.name;
      if (domain.isFrozen) throw new DomainFrozenError(domain.name);
      setCanonicalHost(request, new URL(domain.issuer));
      (request as RequestWithDomain)[SERVED_DOMAIN] = domain;
      next();
    };
    return (request, response, next) => void find(request, response, next).catch(next);
  }

  /** @returns null if no such domain is served */
  async find(host: string | null): Promise<CachedDomain | null> {
    const current = host === null ? null : await this.revisions.read(host, null);
    return current && this.domains.get(current);
  }
}

/** Injects the domain of a request: `@CurrentDomain() domain: CachedDomain`. */
export const CurrentDomain = createParamDecorator((_data: unknown, context: ExecutionContext) => getContextRequest(context).domain);

/** Injects the request with its domain, for code that reads and sets cookies: `@CurrentDomainRequest() request: DomainRequest`. */
export const CurrentDomainRequest = createParamDecorator((_data: unknown, context: ExecutionContext) => getContextRequest(context));

/** @returns undefined before the middleware has found the domain */
export function findDomain(request: IncomingMessage): CachedDomain | undefined {
  return (request as RequestWithDomain)[SERVED_DOMAIN];
}

/** For code that runs after the middleware. */
export function getDomainRequest(request: IncomingMessage, response: ServerResponse): DomainRequest {
  const domain = findDomain(request);
  if (!domain) throw new Error('the domain is not known: register its middleware before all others');
  return { request, response, domain };
}

function getContextRequest(context: ExecutionContext): DomainRequest {
  const http = context.switchToHttp();
  return getDomainRequest(http.getRequest(), http.getResponse());
}
