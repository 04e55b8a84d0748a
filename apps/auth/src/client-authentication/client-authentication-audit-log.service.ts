import { Inject, Injectable } from '@nestjs/common';
import { decodeJws } from '@latchkey/crypto';
import { getCurrentTraceparent, LOGGER, type Logger } from '@latchkey/observability';
import { ClientFailureAuditLogRepository, type ClientFailure } from '@latchkey/persistence';
import { StatementBatcher } from '../cache/statement-batcher.js';
import type { AuthenticationRequest } from './authentication-request.js';
import type { ClientAuthenticationError } from './client-authentication.error.js';

/** The maximum length in characters of an assertion that is decoded for the log. */
const MAX_DECODED_LENGTH = 16_384;

/**
 * Writes failed client authentications to the domain's log. Anyone can cause any number of them, so concurrent failures share a statement
 * and the entries per minute are limited.
 */
@Injectable()
export class ClientAuthenticationAuditLogService {
  private readonly batcher: StatementBatcher<ClientFailure, null>;

  constructor(
    repository: ClientFailureAuditLogRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.batcher = new StatementBatcher(async (failures) => {
      await repository.recordAuthenticationFailures(failures);
      return failures.map(() => null);
    });
  }

  /** Logs a failure, unless it concerns no client of the domain. Never throws, because the request is rejected anyway. */
  async record({ domainName: domain, requestId, parameters }: AuthenticationRequest, error: ClientAuthenticationError): Promise<void> {
    const { reason, cause } = error;
    const isIssuerKnown = reason === 'unknown-subject';
    const clientId = error.clientId ?? parameters.client_id ?? getClaimedClientId(parameters.client_assertion);
    if (reason === 'unknown-client' || (clientId === null && !isIssuerKnown)) return;
    // The process log says why keys cannot be fetched. The domain's log contains only reason codes.
    if (cause instanceof Error)
      this.logger.warn({ domain, clientId, reason, requestId, detail: cause.message }, 'client authentication failed');
    try {
      await this.batcher.ask({ domain, clientId, isIssuerKnown, requestId, traceparent: getCurrentTraceparent(), reason });
    } catch (failure) {
      this.logger.error({ domain, requestId, error: failure }, 'client authentication failure not logged');
    }
  }
}

/** The client that an assertion names, even if the assertion is otherwise invalid: RFC 7523 section 3. */
function getClaimedClientId(assertion: string | undefined): string | null {
  const { iss, sub } = (assertion !== undefined && assertion.length <= MAX_DECODED_LENGTH && decodeJws(assertion)?.claims) || {};
  return typeof iss === 'string' && iss === sub ? iss : null;
}
