import { Injectable, type PipeTransform } from '@nestjs/common';
import { SafeFetchClient } from '@latchkey/outgoing';
import { createFaultyBodyProblem } from '../http/request-body.pipe.js';
import type { WebhookRequest } from './webhook.dto.js';

/** Requires a permitted target address. Runs after the pipe that validates the body. */
@Injectable()
export class WebhookUrlPipe implements PipeTransform<WebhookRequest, WebhookRequest> {
  constructor(private readonly safeFetch: SafeFetchClient) {}

  transform(request: WebhookRequest): WebhookRequest {
    const violation = this.safeFetch.findUrlViolation(request.url);
    if (violation === null) return request;
    throw createFaultyBodyProblem([{ pointer: '/url', detail: `${request.url} ${violation}` }]);
  }
}
