import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { requestEventOf } from '@latchkey/observability';
import type { Request, Response } from 'express';
import { Observable } from 'rxjs';
import { apiKeyOf } from '../api-key/api-key.middleware.js';
import { actAs } from './actor.js';

/** Carries out an operation in the name of the API key that it was asked with. */
@Injectable()
export class ActorInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const { id, name } = apiKeyOf(http.getRequest<Request>());
    const { requestId } = requestEventOf(http.getResponse<Response>());
    return new Observable((subscriber) => actAs({ type: 'api_key', id, name, requestId }, () => next.handle().subscribe(subscriber)));
  }
}
