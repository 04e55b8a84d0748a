import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { Request } from 'express';
import { createInvalidQueryProblem, findUnknownParameters } from './request-query.pipe.js';

/** Rejects the query of an operation without parameters; RequestQueryPipe validates the others. */
@Injectable()
export class UnknownQueryGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    if (hasQueryParameters(context)) return true;
    const violations = findUnknownParameters(context.switchToHttp().getRequest<Request>().query, []);
    // control: a misspelt parameter selects nothing
    if (violations.length > 0) throw createInvalidQueryProblem(violations);
    return true;
  }
}

function hasQueryParameters(context: ExecutionContext): boolean {
  const handlerParameters = Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), context.getHandler().name) as object | undefined;
  return Object.keys(handlerParameters ?? {}).some((key) => key.startsWith(`${RouteParamtypes.QUERY}:`));
}
