import { Injectable } from '@nestjs/common';
import { traceWork } from '@latchkey/observability';
import { pathOf } from '@latchkey/server';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { FormSubmissionService } from '../pages/http/form-submission.service.js';
import { ProviderPool } from '../provider/provider.pool.js';
import { isConsumingRequest } from '../protocol/endpoints.js';
import { ReadableRequestService, type ReceivedRequest } from './readable-request.service.js';

const PROVIDER_SPAN = { name: 'oidc-provider', kind: 'internal' } as const;

/** Passes requests to the oidc-provider of a domain. */
@Injectable()
export class ProviderAnswerService {
  constructor(
    private readonly pool: ProviderPool,
    private readonly readable: ReadableRequestService,
    private readonly submissions: FormSubmissionService,
  ) {}

  /** A browser that repeats a one-time request receives the first response. @throws ClientAuthenticationError */
  async answer(request: IncomingMessage, response: ServerResponse, received: ReceivedRequest): Promise<void> {
    if (!isConsumingRequest({ method: request.method, path: pathOf(request) })) return this.pass(request, response, received);
    const content = [request.url ?? '', received.form];
    const complete = await this.submissions.begin({ request, response, domain: received.domain }, content);
    if (!complete) return;
    await this.pass(request, response, received);
    await complete();
  }

  private async pass(request: IncomingMessage, response: ServerResponse, received: ReceivedRequest): Promise<void> {
    const readable = await this.readable.create(request, received);
    await traceWork(PROVIDER_SPAN, () => this.pool.get(received.domain).answer(readable, response));
  }
}
