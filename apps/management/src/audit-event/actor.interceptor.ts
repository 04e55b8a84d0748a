import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { getRequestEvent } from '@latchkey/observability';
import type { Request, Response } from 'express';
import { Observable } from 'rxjs';
import { getCaller } from '../caller/caller.js';
import { runAsActor, type Actor } from './actor.js';

/** Runs an operation as the caller who requested it. */
@Injectable()
export class ActorInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const { type, id, name } = getCaller(request);
    const { requestId } = getRequestEvent(http.getResponse<Response>());
    const actor: Actor = { type, id, name, requestId, address: request.ip ?? null };
    return new Observable((subscriber) => runAsActor(actor, () => next.handle().subscribe(subscriber)));
  }
}
