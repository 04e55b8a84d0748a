import { Injectable, StreamableFile, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { map, type Observable } from 'rxjs';
import { JsonStream } from './json-stream.js';

/** The media types of responses in order of preference. */
export const RESPONSE_MEDIA_TYPES = ['application/json', 'text/json', 'text/plain'];

/**
 * Offers each response as one of three media types, with the same JSON text. A client that accepts none of them gets the first. A stream has
 * its own media type.
 */
@Injectable()
export class ContentNegotiationInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    return next.handle().pipe(map((body: unknown) => setContentType(body, http.getRequest<Request>(), http.getResponse<Response>())));
  }
}

function setContentType(body: unknown, request: Request, response: Response): unknown {
  response.vary('Accept');
  if (body === undefined || (body instanceof StreamableFile && !(body instanceof JsonStream))) return body;
  // A charset parameter does not change the type: JSON is UTF-8.
  request.headers.accept = request.headers.accept?.replaceAll(/;\s*charset=[^;,]*/gi, '');
  const type = request.accepts(RESPONSE_MEDIA_TYPES) || RESPONSE_MEDIA_TYPES[0];
  response.setHeader('Content-Type', `${type as string}; charset=utf-8`);
  return body;
}
