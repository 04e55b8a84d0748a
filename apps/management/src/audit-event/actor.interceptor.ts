import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { getRequestEvent } from '@latchkey/observability';
import type { Request, Response } from 'express';
import { Observable } from 'rxjs';
import { getAuthenticatedCaller } from '../caller/caller.js';
import { runAsActor, type Actor } from './actor.js';

/** Runs an operation as the caller who requested it. */
@Injectable()
export class ActorInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const caller = getAuthenticatedCaller(request);
    const { requestId } = getRequestEvent(http.getResponse<Response>());
    const identity = caller.type === 'platform' ? ({ type: 'operator', id: null } as const) : { type: caller.type, id: caller.id };
    const actor: Actor = { ...identity, name: caller.name, requestId, address: request.ip ?? null };
    return new Observable((subscriber) => runAsActor(actor, () => next.handle().subscribe(subscriber)));
  }
}
