import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { Request } from 'express';
import { createFaultyQueryProblem, findUnknownParameters } from './request-query.pipe.js';

/** Rejects the query of an operation without parameters; RequestQueryPipe validates the others. */
@Injectable()
export class UnknownQueryGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    if (hasQueryParameters(context)) return true;
    const faults = findUnknownParameters(context.switchToHttp().getRequest<Request>().query, []);
    // control: a misspelt parameter selects nothing
    if (faults.length > 0) throw createFaultyQueryProblem(faults);
    return true;
  }
}

function hasQueryParameters(context: ExecutionContext): boolean {
  const handlerParameters = Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), context.getHandler().name) as object | undefined;
  return Object.keys(handlerParameters ?? {}).some((key) => key.startsWith(`${RouteParamtypes.QUERY}:`));
}
