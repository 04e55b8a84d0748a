import { Injectable } from '@nestjs/common';
import type { ClientAuthentication, ClientType } from '@latchkey/oauth';
import { SafeFetchClient } from '@latchkey/outgoing';
import { createFaultyBodyProblem } from '../../http/request-body.pipe.js';
import { findLastUseFaults, type ShownLastUse } from './last-use-rules.js';
import { findDocumentFaults, toDocument } from './document-rules.js';

/** Validates authentication documents. It is not a pipe, because the rules depend on the client's type. */
@Injectable()
export class AuthenticationDocumentValidator {
  constructor(private readonly safeFetch: SafeFetchClient) {}

  /**
   * @param shown the methods that GET currently shows
   * @throws Problem invalid-request with all errors of the body
   */
  validate(body: unknown, clientType: ClientType, shown: readonly ShownLastUse[]): ClientAuthentication {
    const faults = [...findDocumentFaults(body, clientType, (url) => this.findUrlFault(url)), ...findLastUseFaults(body, shown)];
    if (faults.length > 0) throw createFaultyBodyProblem(faults);
    return toDocument(body as ClientAuthentication);
  }

  private findUrlFault(url: string): string | null {
    const violation = this.safeFetch.findUrlViolation(url);
    return violation && `${url} ${violation}`;
  }
}
