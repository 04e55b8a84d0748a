import { Injectable } from '@nestjs/common';
import type { ClientAuthentication, ClientType } from '@latchkey/oauth';
import { SafeFetchClient } from '@latchkey/outgoing';
import { createInvalidBodyProblem } from '@latchkey/problem';
import { findLastUseViolations, type ReturnedLastUse } from './last-use-rules.js';
import { findDocumentViolations, toDocument } from './document-rules.js';

/** Validates authentication documents. It is not a pipe, because the rules depend on the client's type. */
@Injectable()
export class AuthenticationDocumentValidator {
  constructor(private readonly safeFetch: SafeFetchClient) {}

  /**
   * @param shown the methods that GET currently shows
   * @throws Problem invalid-request with all errors of the body
   */
  validate(body: unknown, clientType: ClientType, shown: readonly ReturnedLastUse[]): ClientAuthentication {
    const violations = [
      ...findDocumentViolations(body, clientType, (url) => this.findUrlViolation(url)),
      ...findLastUseViolations(body, shown),
    ];
    if (violations.length > 0) throw createInvalidBodyProblem(violations);
    return toDocument(body as ClientAuthentication);
  }

  private findUrlViolation(url: string): string | null {
    const violation = this.safeFetch.findUrlViolation(url);
    return violation && `${url} ${violation}`;
  }
}
