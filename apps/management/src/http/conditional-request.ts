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
import { createInvalidBodyProblem } from '@latchkey/problem';
import { isObject, type JsonObject } from './merge-patch.js';
import { createEntityTag, isInIfNoneMatch, requirePreconditions } from './precondition.js';
import { findChangedReadOnlyMembers, getReadOnlyMembers } from './read-only-members.js';
import { serializeAs } from './response-body.js';

const TAGGED_PART = 'conditional GET';

interface TaggedPart {
  type: Type | undefined;
}

/**
 * A GET of one resource. The response has an ETag, and is 304 if `If-None-Match` contains it (RFC 9110 section 13.1.2).
 *
 * @param type of the part of the body that the tag covers; absent if it covers the whole body
 */
export function ConditionalGet(type?: Type): MethodDecorator {
  return applyDecorators(
    SetMetadata(TAGGED_PART, { type } satisfies TaggedPart),
    ApiResponse({ status: 304, description: 'If-None-Match contains the current ETag.' }),
  );
}

/** Adds the ETag of routes with `@ConditionalGet`. Runs after ResponseSerializerInterceptor, because the tag covers the whole body. */
@Injectable()
export class EntityTagInterceptor implements NestInterceptor<object> {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler<object>): Observable<unknown> {
    const part = this.reflector.get<TaggedPart | undefined>(TAGGED_PART, context.getHandler());
    if (!part) return next.handle();
    const http = context.switchToHttp();
    return next.handle().pipe(
      map((body) => {
        const tag = createTag(body, part.type);
        return addEntityTag(tag, http.getRequest<Request>(), http.getResponse<Response>()) ? body : undefined;
      }),
    );
  }
}

function createTag(body: object, type: Type | undefined): string {
  return createEntityTag(type ? (serializeAs(type, body) as object) : body);
}

/** @returns false if the response is 304 without a body */
function addEntityTag(tag: string, { headers }: Request, response: Response): boolean {
  response.setHeader('ETag', tag);
  const ifNoneMatch = headers['if-none-match'];
  if (ifNoneMatch === undefined || !isInIfNoneMatch(ifNoneMatch, tag)) return true;
  response.status(304);
  return false;
}

/**
 * The preconditions of a PUT, PATCH or DELETE: `@RequestPrecondition(ClientResponse) precondition: Precondition<Client>`. They include that
 * the read-only members of the body are unchanged.
 *
 * @param type of the GET response body; absent if it is sent unchanged
 */
export const RequestPrecondition = createParamDecorator((type: Type | undefined, context: ExecutionContext): Precondition<object> =>
  createPrecondition(context.switchToHttp().getRequest<Request>(), type),
);

function createPrecondition(request: Request, type: Type | undefined): Precondition<object> {
  const { headers } = request;
  const isConditional = headers['if-match'] !== undefined || headers['if-none-match'] !== undefined;
  return (current, isDefault = false) => {
    if (isConditional) requirePreconditions(headers, { tag: current && createTag(current, type), isDefault });
    requireReadOnlyMembers(request, current, type);
  };
}

/** A resource that does not exist yet only has the id in its path. */
function requireReadOnlyMembers({ body, params }: Request, current: object | null, type: Type | undefined): void {
  const names = getReadOnlyMembers(type);
  if (names.length === 0 || !isObject(body)) return;
  const shown = current ? (serializeAs(type!, current) as JsonObject) : params;
  const violations = findChangedReadOnlyMembers(body, shown, names);
  if (violations.length > 0) throw createInvalidBodyProblem(violations);
}
