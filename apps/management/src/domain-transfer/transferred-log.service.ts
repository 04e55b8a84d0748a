import { Injectable } from '@nestjs/common';
import { AuditLogChainRepository, Database, type Domain } from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';
import { AuditLogChainService } from '../audit-log/chain/audit-log-chain.service.js';
import { AuditLogHeadService } from '../audit-log/chain/audit-log-head.service.js';
import { AuditLogVerificationService } from '../audit-log/chain/audit-log-verification.service.js';
import type { TransferredLog } from './transfer-file.js';

const NO_ENTRIES: TransferredLog = { sequence: 0, hash: null, checkpointSequence: 0, checkpointHash: null };

/** The log of a domain that leaves or arrives. */
@Injectable()
export class TransferredLogService {
  constructor(
    private readonly database: Database,
    private readonly chain: AuditLogChainService,
    private readonly chains: AuditLogChainRepository,
    private readonly heads: AuditLogHeadService,
    private readonly verification: AuditLogVerificationService,
  ) {}

  /** Chains the log. @returns its end @throws Problem invalid-request if that was changed in the database */
  async close({ id, name }: Domain): Promise<TransferredLog> {
    await this.chain.catchUp(id);
    const head = await this.chains.find(id);
    if (!head) return NO_ENTRIES;
    const { valid } = await this.heads.select([head]);
    if (valid.length === 0) {
      const detail = `The end of the log of ${name} was changed in the database, so the domain cannot be exported. "log verify" shows more.`;
      throw new Problem('invalid-request', detail);
    }
    const { sequence, hash, checkpointSequence, checkpointHash } = head;
    return { sequence, hash, checkpointSequence, checkpointHash };
  }

  /**
   * Lets this installation continue the log of a domain that was imported, if it is whole.
   *
   * @throws Problem invalid-request, which names the entry
   */
  async accept(id: string, log: TransferredLog): Promise<void> {
    await this.database.transaction(async () => {
      const { sign } = await this.heads.select([]);
      await this.chains.replaceHead(sign({ domainId: id, ...log }));
    });
    const { firstFault } = await this.verification.verify({ id });
    if (!firstFault) return;
    const detail = `The log of the file is not whole: entry ${firstFault.sequence} (${firstFault.problem}). Nothing was imported; compare the file with "log verify" where it comes from.`;
    throw new Problem('invalid-request', detail);
  }
}
