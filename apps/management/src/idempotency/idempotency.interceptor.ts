import { Inject, Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { fingerprint, Encryptor, randomId } from '@latchkey/crypto';
import { getRequestEvent } from '@latchkey/observability';
import { Database, IdempotencyRepository, type IdempotencyAnswer, type IdempotencyKey } from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { setTimeout as delay } from 'node:timers/promises';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { getAuthenticatedCaller, getOwnerId } from '../caller/caller.js';
import { getBodyText } from '../http/json-body.js';
import { WAITS_FOR_NETWORK } from '../http/waits-for-network.js';
import { getStoredResponseContext } from './stored-response-context.js';
import { SETTINGS } from '../settings/settings.module.js';

/** A string of RFC 9651 as in the draft, or without quotes, as most clients send it. */
const HEADER_PATTERN = /^(?:"([\x21\x23-\x5b\x5d-\x7e]{1,255})"|([\x21\x23-\x5b\x5d-\x7e]{1,255}))$/;

/** How long a request waits, without a connection, for a concurrent one with the same key, and how often it checks. */
const WAIT_MS = 5_000;
const INTERVAL_MS = 100;

/** A request that runs once. */
interface OnceRequest {
  key: IdempotencyKey;
  next: CallHandler;
  response: Response;
}

/**
 * Runs a POST with an Idempotency-Key once, and repeats its response for the same request (draft-ietf-httpapi-idempotency-key-header). The
 * key and the response are stored in the work's transaction, so nothing runs twice, whenever a process dies, and a failed request leaves no
 * key. Work that waits for the network runs outside any transaction: it leases the key, and may be repeated if its process dies.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  private readonly encryptor: Encryptor;

  constructor(
    @Inject(SETTINGS) settings: ManagementSettings,
    private readonly database: Database,
    private readonly records: IdempotencyRepository,
    private readonly reflector: Reflector,
  ) {
    this.encryptor = new Encryptor(settings.MASTER_KEY);
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const header = request.headers['idempotency-key'];
    if (request.method !== 'POST' || header === undefined) return next.handle();
    const once = { key: createRecordKey(request, header), next, response: http.getResponse<Response>() };
    const isLeased = this.reflector.get<boolean | undefined>(WAITS_FOR_NETWORK, context.getHandler()) === true;
    return from(this.waitForTurn(() => (isLeased ? this.runLeased(once) : this.database.transaction(() => this.runInTransaction(once)))));
  }

  /** @param run returns null while another request with the key is running */
  private async waitForTurn(run: () => Promise<{ body: unknown } | null>): Promise<unknown> {
    const deadline = performance.now() + WAIT_MS;
    for (;;) {
      const result = await run();
      if (result) return result.body;
      if (performance.now() > deadline) throw createBusyProblem();
      await delay(INTERVAL_MS);
    }
  }

  private async runInTransaction({ key, next, response }: OnceRequest): Promise<{ body: unknown } | null> {
    const reserved = await this.records.reserve(key, null);
    if (reserved !== 'reserved') return reserved === 'busy' ? null : { body: this.replayResponse(reserved, key) };
    const body: unknown = await lastValueFrom(next.handle(), { defaultValue: undefined });
    await this.records.storeResponse(key, this.protect(key, body, response), null);
    return { body };
  }

  /** Reserves the key, works and stores the response in three transactions. The work takes a connection only while it needs one. */
  private async runLeased({ key, next, response }: OnceRequest): Promise<{ body: unknown } | null> {
    const leaseId = randomId();
    const reserved = await this.database.transaction(() => this.records.reserve(key, leaseId));
    if (reserved !== 'reserved') return reserved === 'busy' ? null : { body: this.replayResponse(reserved, key) };
    try {
      const body: unknown = await lastValueFrom(next.handle(), { defaultValue: undefined });
      await this.records.storeResponse(key, this.protect(key, body, response), leaseId);
      return { body };
    } catch (error) {
      await this.records.free(key, leaseId);
      throw error;
    }
  }

  private protect(
    { subscriptionId, key }: IdempotencyKey,
    body: unknown,
    response: Response,
  ): Pick<IdempotencyAnswer, 'body' | 'domainName'> {
    const context = getStoredResponseContext(subscriptionId, key);
    const encrypted = body === undefined ? null : this.encryptor.encrypt(Buffer.from(JSON.stringify(body)), context);
    return { body: encrypted, domainName: getDomainName(body, response) };
  }

  private replayResponse(storedResponse: IdempotencyAnswer, recordKey: IdempotencyKey): unknown {
    if (!storedResponse.fingerprint.equals(recordKey.fingerprint)) {
      const detail = 'This Idempotency-Key was sent with another request within the last 24 hours. Nothing was changed; choose a new key.';
      throw new Problem('idempotency-conflict', detail);
    }
    return storedResponse.body === null
      ? undefined
      : JSON.parse(
          this.encryptor.decrypt(storedResponse.body, getStoredResponseContext(recordKey.subscriptionId, recordKey.key)).toString(),
        );
  }
}

function createRecordKey(request: Request, header: string | string[]): IdempotencyKey {
  const [, quoted, bare] = (typeof header === 'string' && HEADER_PATTERN.exec(header)) || [];
  const key = quoted ?? bare;
  if (key === undefined) {
    const errors = [{ pointer: 'Idempotency-Key', detail: 'must be 1 to 255 visible ASCII characters, such as a UUID' }];
    throw new Problem('invalid-request', 'The Idempotency-Key header is invalid.', { errors });
  }
  const caller = getAuthenticatedCaller(request);
  return {
    subscriptionId: getOwnerId(caller),
    key,
    // control: a stored response is shown only to its caller
    fingerprint: fingerprint(caller.type, caller.id, request.method, request.originalUrl, getBodyText(request)),
  };
}

function createBusyProblem(): Problem {
  const detail = 'A request with this Idempotency-Key is still running. Repeat it in some seconds to get its response.';
  return new Problem('idempotency-conflict', detail);
}

/** The domain of a response: the one in the path, or the newly registered one. */
function getDomainName(body: unknown, response: Response): string | null {
  return getRequestEvent(response).domain ?? (body as { domain?: string } | undefined)?.domain ?? null;
}
