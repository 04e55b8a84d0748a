import { createParamDecorator, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { getRequestEvent } from '@latchkey/observability';
import type { Domain } from '@latchkey/persistence';
import type { Request, Response } from 'express';
import { getCaller, type Caller } from '../caller/caller.js';
import { CurrentDomainService } from './current-domain.service.js';

const domainByRequest = new WeakMap<Request, Domain>();

/** Requires a `{domain}` that the caller may use. All others get the same 404. */
@Injectable()
export class CurrentDomainGuard implements CanActivate {
  constructor(private readonly domains: CurrentDomainService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request<{ domain: string }>>();
    const domain = await this.find(getCaller(request), request.params.domain);
    domainByRequest.set(request, domain);
    getRequestEvent(http.getResponse<Response>()).domain = domain.name;
    return true;
  }

  protected find(caller: Caller, name: string): Promise<Domain> {
    return this.domains.getExisting(caller, name);
  }
}

/** The domain that CurrentDomainGuard accepted; undefined if the operation has no such guard. */
export function getCurrentDomain(request: Request): Domain | undefined {
  return domainByRequest.get(request);
}

/** The domain that CurrentDomainGuard accepted. */
export const CurrentDomain = createParamDecorator((_data: unknown, context: ExecutionContext): Domain => {
  const domain = getCurrentDomain(context.switchToHttp().getRequest<Request>());
  if (!domain) throw new Error('this operation has no CurrentDomainGuard');
  return domain;
});

/** Documents the path parameter `{domain}`. */
export function DomainParameter(): MethodDecorator & ClassDecorator {
  return ApiParam({ name: 'domain', type: String, example: 'auth.example.com', description: 'The name of a domain of your subscription.' });
}
