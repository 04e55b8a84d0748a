import { Inject, Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { fingerprint, Encryptor } from '@latchkey/crypto';
import { getRequestEvent } from '@latchkey/observability';
import { Database, IdempotencyRepository, type IdempotencyAnswer, type IdempotencyKey } from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';
import type { Request, Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { getApiKey } from '../api-key/api-key.middleware.js';
import { getBodyText } from '../http/json-body.js';
import { getStoredResponseContext } from './stored-response-context.js';
import { SETTINGS } from '../settings/settings.module.js';

/** As in the draft, a string of RFC 9651; or without quotes, as most clients send it. */
const HEADER_PATTERN = /^(?:"([\x21\x23-\x5b\x5d-\x7e]{1,255})"|([\x21\x23-\x5b\x5d-\x7e]{1,255}))$/;

/**
 * Runs a POST with an Idempotency-Key once, and repeats its response for the same request (draft-ietf-httpapi-idempotency-key-header). The
 * key is stored in the transaction of the work: of two concurrent requests one waits for the other, and a failed request leaves no key.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  private readonly encryptor: Encryptor;

  constructor(
    @Inject(SETTINGS) settings: ManagementSettings,
    private readonly database: Database,
    private readonly records: IdempotencyRepository,
  ) {
    this.encryptor = new Encryptor(settings.MASTER_KEY);
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const header = request.headers['idempotency-key'];
    if (request.method !== 'POST' || header === undefined) return next.handle();
    const recordKey = createRecordKey(request, header);
    return from(this.database.transaction(() => this.handleOnce(recordKey, next, http.getResponse<Response>())));
  }

  private async handleOnce(recordKey: IdempotencyKey, next: CallHandler, response: Response): Promise<unknown> {
    const storedResponse = await this.records.reserve(recordKey);
    if (storedResponse) return this.replayResponse(storedResponse, recordKey);
    const body: unknown = await lastValueFrom(next.handle(), { defaultValue: undefined });
    const encryptedBody =
      body === undefined
        ? null
        : this.encryptor.encrypt(Buffer.from(JSON.stringify(body)), getStoredResponseContext(recordKey.subscriptionId, recordKey.key));
    await this.records.storeResponse(recordKey, { body: encryptedBody, domainName: getDomainName(body, response) });
    return body;
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
    throw new Problem('invalid-request', 'The header Idempotency-Key cannot be used as a key.', { errors });
  }
  const { subscriptionId } = getApiKey(request);
  return { subscriptionId, key, fingerprint: fingerprint(request.method, request.originalUrl, getBodyText(request)) };
}

/** The domain of a response: the one in the path, or the one that was registered. */
function getDomainName(body: unknown, response: Response): string | null {
  return getRequestEvent(response).domain ?? (body as { domain?: string } | undefined)?.domain ?? null;
}
