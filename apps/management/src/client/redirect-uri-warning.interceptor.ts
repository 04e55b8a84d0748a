import {
  applyDecorators,
  Injectable,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { ApiResponseOptions } from '@nestjs/swagger';
import { createWarningLink } from '@latchkey/problem';
import type { Request, Response } from 'express';
import { tap, type Observable } from 'rxjs';
import type { UpdateClientRequest } from './client.dto.js';

const LINK = createWarningLink('redirect-uris-missing');

/** Documents the header of a response that may contain the warning. */
export const REDIRECT_URI_WARNING_HEADER: NonNullable<ApiResponseOptions['headers']> = {
  Link: {
    description:
      'A warning (RFC 8288): rel="help", with the address of its explanation and a title. ' +
      'Only if the client has the grantType AuthorizationCode and no redirectUris, so that no user can sign in with it.',
    schema: { type: 'string' },
    example: LINK,
  },
};

/**
 * Adds a `Link` to the explanation if a request provisions or shows a client that no user can sign in with. The request is accepted anyway.
 */
@Injectable()
class RedirectUriWarningInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    return next.handle().pipe(
      tap((shown: unknown) => {
        const { method, body } = http.getRequest<Request>();
        // The handler has answered, so the body is valid.
        const { grantType, redirectUris } = (method === 'PUT' ? body : shown) as UpdateClientRequest;
        if (grantType === 'AuthorizationCode' && !redirectUris?.length) http.getResponse<Response>().appendHeader('Link', LINK);
      }),
    );
  }
}

export function WarnsOfMissingRedirectUris(): MethodDecorator {
  return applyDecorators(UseInterceptors(RedirectUriWarningInterceptor));
}
