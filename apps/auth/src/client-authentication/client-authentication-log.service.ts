import { Inject, Injectable } from '@nestjs/common';
import { decodeJws } from '@latchkey/crypto';
import { getCurrentTraceparent, LOGGER, type Logger } from '@latchkey/observability';
import { ClientFailureLogRepository, type ClientFailure } from '@latchkey/persistence';
import { StatementBatcher } from '../cache/statement-batcher.js';
import type { AuthenticationRequest } from './authentication-request.js';
import type { ClientAuthenticationError } from './client-authentication.error.js';

/** Characters of an assertion that is decoded for the log. */
const MAX_DECODED_LENGTH = 16_384;

/**
 * Writes failed authentications of clients to the domain's log. Anyone can cause any number of them: concurrent ones share a statement, and
 * the entries of a minute are limited.
 */
@Injectable()
export class ClientAuthenticationLogService {
  private readonly batcher: StatementBatcher<ClientFailure, null>;

  constructor(
    repository: ClientFailureLogRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.batcher = new StatementBatcher(async (failures) => {
      await repository.recordAuthenticationFailures(failures);
      return failures.map(() => null);
    });
  }

  /** Logs a failure, unless no client of the domain has anything to do with it. Never throws: the request is refused all the same. */
  async record({ domainName: domain, requestId, parameters }: AuthenticationRequest, error: ClientAuthenticationError): Promise<void> {
    const { reason, cause } = error;
    const isIssuerKnown = reason === 'unknown-subject';
    const clientId = error.clientId ?? parameters.client_id ?? getClaimedClientId(parameters.client_assertion);
    if (reason === 'unknown-client' || (clientId === null && !isIssuerKnown)) return;
    // Why keys cannot be fetched. The log of a domain has reasons only.
    if (cause instanceof Error)
      this.logger.warn({ domain, clientId, reason, requestId, detail: cause.message }, 'client authentication failed');
    try {
      await this.batcher.ask({ domain, clientId, isIssuerKnown, requestId, traceparent: getCurrentTraceparent(), reason });
    } catch (failure) {
      this.logger.error({ domain, requestId, error: failure }, 'client authentication failure not logged');
    }
  }
}

/** The client that an assertion names, whatever else is wrong with it: RFC 7523 section 3. */
function getClaimedClientId(assertion: string | undefined): string | null {
  const { iss, sub } = (assertion !== undefined && assertion.length <= MAX_DECODED_LENGTH && decodeJws(assertion)?.claims) || {};
  return typeof iss === 'string' && iss === sub ? iss : null;
}
