import { Inject, Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { fingerprint, Sealer } from '@latchkey/crypto';
import { requestEventOf } from '@latchkey/observability';
import { Database, IdempotencyRepository, type IdempotencyAnswer, type IdempotencyClaim } from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';
import type { Request, Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { apiKeyOf } from '../api-key/api-key.middleware.js';
import { bodyTextOf } from '../http/json-body.js';
import { answerContext } from './answer-context.js';
import { SETTINGS } from '../settings/settings.module.js';

/** As the draft writes it, a string of RFC 9651; or without its quotes, as everybody else does. */
const KEY = /^(?:"([\x21\x23-\x5b\x5d-\x7e]{1,255})"|([\x21\x23-\x5b\x5d-\x7e]{1,255}))$/;

/**
 * Carries out a POST that bears an Idempotency-Key once, and gives the same answer to the same request again
 * (draft-ietf-httpapi-idempotency-key-header). The key is claimed in the transaction of the work itself, so of two at once one waits
 * for the other, and what fails leaves no claim.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  private readonly sealer: Sealer;

  constructor(
    @Inject(SETTINGS) settings: ManagementSettings,
    private readonly database: Database,
    private readonly answers: IdempotencyRepository,
  ) {
    this.sealer = new Sealer(settings.MASTER_KEY);
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const header = request.headers['idempotency-key'];
    if (request.method !== 'POST' || header === undefined) return next.handle();
    const claim = claimOf(request, header);
    return from(this.database.transaction(() => this.answer(claim, next, http.getResponse<Response>())));
  }

  private async answer(claim: IdempotencyClaim, next: CallHandler, response: Response): Promise<unknown> {
    const kept = await this.answers.claim(claim);
    if (kept) return this.again(kept, claim);
    const body: unknown = await lastValueFrom(next.handle(), { defaultValue: undefined });
    const sealed =
      body === undefined ? null : this.sealer.seal(Buffer.from(JSON.stringify(body)), answerContext(claim.subscriptionId, claim.key));
    await this.answers.keep(claim, { body: sealed, domainName: domainOf(body, response) });
    return body;
  }

  private again(kept: IdempotencyAnswer, claim: IdempotencyClaim): unknown {
    if (!kept.fingerprint.equals(claim.fingerprint)) {
      const detail = 'This Idempotency-Key was sent with another request within the last 24 hours. Nothing was changed; choose a new key.';
      throw new Problem('idempotency-conflict', detail);
    }
    return kept.body === null
      ? undefined
      : JSON.parse(this.sealer.open(kept.body, answerContext(claim.subscriptionId, claim.key)).toString());
  }
}

function claimOf(request: Request, header: string | string[]): IdempotencyClaim {
  const [, quoted, bare] = (typeof header === 'string' && KEY.exec(header)) || [];
  const key = quoted ?? bare;
  if (key === undefined) {
    const errors = [{ pointer: 'Idempotency-Key', detail: 'must be 1 to 255 visible ASCII characters, such as a UUID' }];
    throw new Problem('invalid-request', 'The header Idempotency-Key cannot be used as a key.', { errors });
  }
  const { subscriptionId } = apiKeyOf(request);
  return { subscriptionId, key, fingerprint: fingerprint(request.method, request.originalUrl, bodyTextOf(request)) };
}

/** The domain that an answer speaks of: the one of the address, or the one that was registered. */
function domainOf(body: unknown, response: Response): string | null {
  return requestEventOf(response).domain ?? (body as { domain?: string } | undefined)?.domain ?? null;
}
