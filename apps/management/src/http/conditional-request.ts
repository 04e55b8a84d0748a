import {
  applyDecorators,
  createParamDecorator,
  Injectable,
  SetMetadata,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  type Type,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiResponse } from '@nestjs/swagger';
import type { Precondition } from '@latchkey/persistence';
import type { Request, Response } from 'express';
import { map, type Observable } from 'rxjs';
import { createEntityTag, isInIfNoneMatch, requirePreconditions } from './precondition.js';
import { serializeAs } from './response-body.js';

const IS_CONDITIONAL = 'conditional GET';

/** A GET of one resource: its answer has an ETag, and is 304 if `If-None-Match` has it (RFC 9110 section 13.1.2). */
export function ConditionalGet(): MethodDecorator {
  return applyDecorators(
    SetMetadata(IS_CONDITIONAL, true),
    ApiResponse({ status: 304, description: 'If-None-Match has the current ETag.' }),
  );
}

/** Adds the ETag of routes with `@ConditionalGet`. Runs after ResponseSerializerInterceptor, because the tag is that of the whole body. */
@Injectable()
export class EntityTagInterceptor implements NestInterceptor<object> {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler<object>): Observable<unknown> {
    if (!this.reflector.get<boolean | undefined>(IS_CONDITIONAL, context.getHandler())) return next.handle();
    const http = context.switchToHttp();
    return next.handle().pipe(map((body) => addEntityTag(body, http.getRequest<Request>(), http.getResponse<Response>())));
  }
}

function addEntityTag(body: object, { headers }: Request, response: Response): object | undefined {
  const tag = createEntityTag(body);
  response.setHeader('ETag', tag);
  const ifNoneMatch = headers['if-none-match'];
  if (ifNoneMatch === undefined || !isInIfNoneMatch(ifNoneMatch, tag)) return body;
  response.status(304);
  return undefined;
}

/**
 * The preconditions of a PUT, PATCH or DELETE: `@RequestPrecondition(ClientResponse) precondition: Precondition<Client>`.
 *
 * @param type of the body of the resource's GET; absent: it is sent as it is
 */
export const RequestPrecondition = createParamDecorator((type: Type | undefined, context: ExecutionContext): Precondition<object> =>
  createPrecondition(context.switchToHttp().getRequest<Request>(), type),
);

function createPrecondition({ headers }: Request, type: Type | undefined): Precondition<object> {
  const isConditional = headers['if-match'] !== undefined || headers['if-none-match'] !== undefined;
  if (!isConditional) return () => undefined;
  return (current) => {
    requirePreconditions(headers, current && createEntityTag(type ? (serializeAs(type, current) as object) : current));
  };
}
