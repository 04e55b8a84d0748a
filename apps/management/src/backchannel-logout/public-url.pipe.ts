import { Injectable, type PipeTransform } from '@nestjs/common';
import { SafeFetchClient, findSafeFetchError } from '@latchkey/outgoing';
import { createFaultyBodyProblem } from '../http/request-body.pipe.js';
import type { BackchannelLogoutRequest } from './backchannel-logout.dto.js';

const PUBLIC_URL_ADVICE = 'name an address with https that the whole Internet can reach';

/** Requires a permitted target address. Runs after the pipe that validates the body. */
@Injectable()
export class PublicUrlPipe implements PipeTransform<BackchannelLogoutRequest, BackchannelLogoutRequest> {
  constructor(private readonly safeFetch: SafeFetchClient) {}

  transform(request: BackchannelLogoutRequest): BackchannelLogoutRequest {
    try {
      this.safeFetch.checkUrl(request.uri);
      return request;
    } catch (error) {
      const failure = findSafeFetchError(error);
      if (!failure) throw error;
      const errors = [{ pointer: '/uri', detail: `${request.uri} ${failure.message}; ${PUBLIC_URL_ADVICE}` }];
      throw createFaultyBodyProblem(errors);
    }
  }
}
