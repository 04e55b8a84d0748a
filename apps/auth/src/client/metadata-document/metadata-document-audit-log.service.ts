import { Inject, Injectable } from '@nestjs/common';
import { getCurrentTraceparent, LOGGER, type Logger } from '@latchkey/observability';
import { ClientFailureAuditLogRepository, type ClientFailure } from '@latchkey/persistence';
import { StatementBatcher } from '../../cache/statement-batcher.js';

/** A request whose client's document was refused. */
export interface RefusedDocument {
  /** The name of the domain. */
  domain: string;
  clientId: string;
  requestId: string;
  reason: string;
}

/** The maximum length of a client_id in the log. */
const MAX_ID_LENGTH = 512;

/**
 * Writes refused documents of clients to the domain's log. Anyone can cause any number of them, so concurrent entries share a statement and
 * the entries per minute are limited.
 */
@Injectable()
export class MetadataDocumentAuditLogService {
  private readonly batcher: StatementBatcher<ClientFailure, null>;

  constructor(
    repository: ClientFailureAuditLogRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.batcher = new StatementBatcher(async (failures) => {
      await repository.recordRefusedDocuments(failures);
      return failures.map(() => null);
    });
  }

  /** Never throws, because the request is refused anyway. */
  async record({ clientId, ...refused }: RefusedDocument): Promise<void> {
    try {
      const shown = clientId.slice(0, MAX_ID_LENGTH);
      await this.batcher.ask({ ...refused, clientId: shown, isIssuerKnown: true, traceparent: getCurrentTraceparent() });
    } catch (error) {
      const { domain, requestId } = refused;
      this.logger.error({ domain, requestId, error }, 'refused metadata document not logged');
    }
  }
}
