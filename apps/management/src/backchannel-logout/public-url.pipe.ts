import { Injectable, type PipeTransform } from '@nestjs/common';
import { SafeFetchClient } from '@latchkey/outgoing';
import { createFaultyBodyProblem } from '../http/request-body.pipe.js';
import type { BackchannelLogoutRequest } from './backchannel-logout.dto.js';

/** Requires a permitted target address. Runs after the pipe that validates the body. */
@Injectable()
export class PublicUrlPipe implements PipeTransform<BackchannelLogoutRequest, BackchannelLogoutRequest> {
  constructor(private readonly safeFetch: SafeFetchClient) {}

  transform(request: BackchannelLogoutRequest): BackchannelLogoutRequest {
    const violation = this.safeFetch.findUrlViolation(request.uri);
    if (violation === null) return request;
    throw createFaultyBodyProblem([{ pointer: '/uri', detail: `${request.uri} ${violation}` }]);
  }
}
