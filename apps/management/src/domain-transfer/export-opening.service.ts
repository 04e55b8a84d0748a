import { Injectable } from '@nestjs/common';
import { TransferCipher, type TransferPublicJwk } from '@latchkey/crypto';
import { Database, DomainRepository, type Domain } from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';
import { AuditLogService } from '../audit-event/audit-log.service.js';
import { createDomainNotFoundProblem } from '../current-domain/domain-not-found.js';
import type { TransferredLog } from './transfer-file.js';
import { TransferredLogService } from './transferred-log.service.js';

/** What an export begins with. */
export interface OpenedExport {
  cipher: TransferCipher;
  /** The key of the file, encrypted for the receiver. */
  encryptedKey: string;
  log: TransferredLog;
}

/** Begins exports. */
@Injectable()
export class ExportOpeningService {
  constructor(
    private readonly database: Database,
    private readonly domains: DomainRepository,
    private readonly events: AuditLogService,
    private readonly logs: TransferredLogService,
  ) {}

  /** Logs the export, so that the file contains that, too. @throws Problem invalid-request, domain-not-found */
  async open(domain: Domain, receiver: TransferPublicJwk): Promise<OpenedExport> {
    const created = await TransferCipher.create(receiver).catch(() => {
      throw createReceiverProblem('is no public key of the curve P-256');
    });
    const event = { type: 'domain.exported', data: { receiver: receiver.kid } } as const;
    await this.database.transaction(async () => {
      if (!(await this.domains.lockEvenFrozen(domain.id))) throw createDomainNotFoundProblem();
      await this.events.record(domain.id, event);
    });
    return { ...created, log: await this.logs.close(domain) };
  }
}

/** The problem of the parameter with the receiver's key. */
export function createReceiverProblem(detail: string): Problem {
  return new Problem('invalid-request', 'The key of the receiver is not usable. Take it from GET /v1/domain-import/key there.', {
    errors: [{ pointer: 'key', detail }],
  });
}
