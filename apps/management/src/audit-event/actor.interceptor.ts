import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { getRequestEvent } from '@latchkey/observability';
import type { Request, Response } from 'express';
import { Observable } from 'rxjs';
import { getApiKey } from '../api-key/api-key.middleware.js';
import { runAsActor, type Actor } from './actor.js';

/** Runs an operation as the API key that requested it. */
@Injectable()
export class ActorInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const { id, name } = getApiKey(request);
    const { requestId } = getRequestEvent(http.getResponse<Response>());
    const actor: Actor = { type: 'api_key', id, name, requestId, address: request.ip ?? null };
    return new Observable((subscriber) => runAsActor(actor, () => next.handle().subscribe(subscriber)));
  }
}
