import { createParamDecorator, Injectable, type ExecutionContext } from '@nestjs/common';
import { requestEventOf } from '@latchkey/observability';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { CurrentRevisions } from './current-revisions.js';
import { DomainRecords } from './domain-records.js';
import type { DomainRecord } from './domain-record.js';
import { canonicalize, hostOf, type TrustsPeer } from './host.js';
import { sendNotFound } from './not-found.js';

const DOMAIN = Symbol('served domain');

type Served = IncomingMessage & { [DOMAIN]?: DomainRecord };

type Middleware = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;

/** One request of somebody's browser to a domain, and the answer that it will get. */
export interface Visit {
  request: IncomingMessage;
  response: ServerResponse;
  domain: DomainRecord;
}

/** Finds the domain that a request is for, before anything else of the request is looked at: an unknown host is answered with 404. */
@Injectable()
export class ServedDomains {
  constructor(
    private readonly revisions: CurrentRevisions,
    private readonly domains: DomainRecords,
  ) {}

  /** @returns a middleware; what comes after it sees the host and scheme of the domain's issuer, whatever the caller sent */
  middleware(trustsPeer: TrustsPeer): Middleware {
    const find = async (...[request, response, next]: Parameters<Middleware>): Promise<void> => {
      const domain = await this.find(hostOf(request, trustsPeer));
      if (!domain) return sendNotFound(response);
      requestEventOf(response).domain = domain.name;
      canonicalize(request, new URL(domain.issuer));
      (request as Served)[DOMAIN] = domain;
      next();
    };
    return (request, response, next) => void find(request, response, next).catch(next);
  }

  /** @returns null if no such domain is served */
  async find(host: string | null): Promise<DomainRecord | null> {
    const current = host === null ? null : await this.revisions.read(host, null);
    return current && this.domains.get(current);
  }
}

/** The domain that a request is for: `@ServedDomain() domain: DomainRecord`. */
export const ServedDomain = createParamDecorator((_data: unknown, context: ExecutionContext) => visitOf(context).domain);

/** The request with its domain, for what reads and sets cookies: `@CurrentVisit() visit: Visit`. */
export const CurrentVisit = createParamDecorator((_data: unknown, context: ExecutionContext) => visitOf(context));

function visitOf(context: ExecutionContext): Visit {
  const http = context.switchToHttp();
  const request = http.getRequest<Served>();
  const domain = request[DOMAIN];
  if (!domain) throw new Error('the domain is not known: its middleware comes before everything else');
  return { request, response: http.getResponse(), domain };
}
