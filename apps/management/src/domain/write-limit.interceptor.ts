import { Inject, Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { Problem } from '@latchkey/problem';
import { KeyedSemaphore } from '@latchkey/server';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { getAuthenticatedCaller, getOwnerId } from '../caller/caller.js';
import { STREAMS_BODY } from '../http/waits-for-network.js';
import { SETTINGS } from '../settings/settings.module.js';
import { getCurrentDomain } from '../current-domain/current-domain.guard.js';

/** The fraction of the pool that writes of one domain may hold, but at least two connections: while one commits, the next is prepared. */
const POOL_FRACTION = 4;
const MAX_WAIT_MS = 5_000;
const RETRY_AFTER_SECONDS = 1;
const READ_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Limits the concurrent writes of one domain. Others wait here before they take a connection. Otherwise writes that wait for the domain's
 * lock would hold all connections, and other domains would get none. Without a domain in the path, the limit counts by subscription.
 */
@Injectable()
export class WriteLimitInterceptor implements NestInterceptor {
  private readonly turns: KeyedSemaphore;

  constructor(
    @Inject(SETTINGS) { DATABASE_POOL_SIZE }: ManagementSettings,
    private readonly reflector: Reflector,
  ) {
    const share = Math.max(2, Math.ceil(DATABASE_POOL_SIZE / POOL_FRACTION));
    this.turns = new KeyedSemaphore(Math.min(share, DATABASE_POOL_SIZE - 1));
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    const isStream = this.reflector.get<boolean | undefined>(STREAMS_BODY, context.getHandler()) === true;
    if (READ_METHODS.has(request.method) || isStream) return next.handle();
    const key = getCurrentDomain(request)?.id ?? getOwnerId(getAuthenticatedCaller(request));
    return from(this.inTurn(key, () => lastValueFrom(next.handle(), { defaultValue: undefined })));
  }

  /** @throws Problem too-many-requests */
  private async inTurn<T>(key: string, act: () => Promise<T>): Promise<T> {
    const patience = AbortSignal.timeout(MAX_WAIT_MS);
    try {
      return await this.turns.take(key, act, patience);
    } catch (error) {
      throw patience.aborted && error === patience.reason ? createTooManyWritesProblem() : error;
    }
  }
}

function createTooManyWritesProblem(): Problem {
  const detail =
    'Too many changes of this domain are waiting for one another. Nothing was changed; send fewer at a time, and this one again.';
  return new Problem('too-many-requests', detail, { headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) } });
}
