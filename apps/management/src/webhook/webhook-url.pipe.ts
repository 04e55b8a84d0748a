import { Injectable, type PipeTransform } from '@nestjs/common';
import { SafeFetchClient, findSafeFetchError } from '@latchkey/outgoing';
import { createFaultyBodyProblem } from '../http/request-body.pipe.js';
import type { WebhookRequest } from './webhook.dto.js';

const PUBLIC_URL_ADVICE = 'name an address with https that the whole Internet can reach';

/** Requires a permitted target address. Runs after the pipe that validates the body. */
@Injectable()
export class WebhookUrlPipe implements PipeTransform<WebhookRequest, WebhookRequest> {
  constructor(private readonly safeFetch: SafeFetchClient) {}

  transform(request: WebhookRequest): WebhookRequest {
    try {
      this.safeFetch.checkUrl(request.url);
      return request;
    } catch (error) {
      const failure = findSafeFetchError(error);
      if (!failure) throw error;
      throw createFaultyBodyProblem([{ pointer: '/url', detail: `${request.url} ${failure.message}; ${PUBLIC_URL_ADVICE}` }]);
    }
  }
}
