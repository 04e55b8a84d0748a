import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { getRequestEvent } from '@latchkey/observability';
import type { Request, Response } from 'express';
import { Observable } from 'rxjs';
import { runInRequestContext } from './request-context.js';

/** Runs each request handler within its request context. */
@Injectable()
export class RequestContextInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const { requestId } = getRequestEvent(http.getResponse<Response>());
    const { 'accept-language': acceptLanguage, 'user-agent': userAgent } = http.getRequest<Request>().headers;
    const requestContext = { requestId, acceptLanguage, userAgent };
    return new Observable((subscriber) => runInRequestContext(requestContext, () => next.handle().subscribe(subscriber)));
  }
}
