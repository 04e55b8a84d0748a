import { createParamDecorator, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { getDomainRequest } from '../domain/served-domain.service.js';
import { ScimCallerService, type ScimCaller } from './scim-caller.service.js';
import { SCIM_MEDIA_TYPE } from './scim-protocol.js';

const CALLER = Symbol('SCIM caller');

type RequestWithCaller = Request & { [CALLER]?: ScimCaller };

/** Lets only clients pass that may use SCIM, and gives each response its type. */
@Injectable()
export class ScimCallerGuard implements CanActivate {
  constructor(private readonly callers: ScimCallerService) {}

  /** @throws ClientTokenError, ScimError */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<RequestWithCaller>(), http.getResponse<Response>()];
    request[CALLER] = await this.callers.authenticate(getDomainRequest(request, response));
    response.type(SCIM_MEDIA_TYPE);
    return true;
  }
}

/** Injects the client of a request that ScimCallerGuard has let pass. */
export const CurrentScimCaller = createParamDecorator(
  (_data: unknown, context: ExecutionContext): ScimCaller => context.switchToHttp().getRequest<RequestWithCaller>()[CALLER]!,
);
