import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { getRequestEvent } from '@latchkey/observability';
import type { Request, Response } from 'express';
import { Observable } from 'rxjs';
import { ClientAddressService } from '../domain/client-address.service.js';
import { runInRequestContext } from './request-context.js';

/** Runs each request handler within its request context. */
@Injectable()
export class RequestContextInterceptor implements NestInterceptor {
  constructor(private readonly clientAddresses: ClientAddressService) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const { requestId } = getRequestEvent(http.getResponse<Response>());
    const request = http.getRequest<Request>();
    const { 'accept-language': acceptLanguage, 'user-agent': userAgent } = request.headers;
    const requestContext = {
      requestId,
      acceptLanguage,
      userAgent,
      clientAddress: this.clientAddresses.of(request),
      country: this.clientAddresses.countryOf(request),
    };
    return new Observable((subscriber) => runInRequestContext(requestContext, () => next.handle().subscribe(subscriber)));
  }
}
