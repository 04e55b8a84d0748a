import { Injectable } from '@nestjs/common';
import { Database, AuditLogChainRepository, type Domain } from '@latchkey/persistence';
import { OperatorError } from '@latchkey/server';
import { AuditLogService } from '../../audit-event/audit-log.service.js';
import { hashCheckpoint } from './checkpoint-links.js';
import type { Anchor } from './chain-verifier.js';
import { AuditLogHeadService } from './audit-log-head.service.js';
import { AuditLogStatementService } from './audit-log-statement.service.js';

/** Lets the log of a domain continue after its head was altered in the database. Problems in its entries remain detectable. */
@Injectable()
export class AuditLogHeadAcceptanceService {
  constructor(
    private readonly database: Database,
    private readonly chains: AuditLogChainRepository,
    private readonly heads: AuditLogHeadService,
    private readonly statements: AuditLogStatementService,
    private readonly log: AuditLogService,
  ) {}

  /**
   * Gives the domain a head after its last entry, or after the last one that a signed statement names, and logs this.
   *
   * @returns the sequence number after which the log continues
   * @throws OperatorError if the head is valid
   */
  accept({ id }: Pick<Domain, 'id'>): Promise<{ sequence: number }> {
    return this.database.transaction(async () => {
      const locked = await this.chains.lockHeads([id], true);
      const { valid, sign } = await this.heads.select(locked);
      if (valid.length > 0) throw new OperatorError('the end of this log is already valid');
      const { sequence, hash } = await this.findEnd(id);
      const [last] = await this.chains.listLastCheckpoints([id]);
      const checkpoint = { checkpointSequence: last?.sequence ?? 0, checkpointHash: last ? hashCheckpoint(last.jws) : null };
      await this.chains.replaceHead(sign({ domainId: id, sequence, hash, ...checkpoint }));
      await this.log.record(id, { type: 'log.head.accepted', data: { sequence } });
      return { sequence };
    });
  }

  /** A new entry must not reuse the number of a removed one. */
  private async findEnd(domainId: string): Promise<{ sequence: number; hash: string | null }> {
    const { verified: checkpoints } = await this.statements.readCheckpoints(domainId);
    const { verified: removals } = await this.statements.readRemovals(domainId);
    const ends: Anchor[] = [
      ...checkpoints,
      ...removals.map(({ lastSequence, hash }) => ({ sequence: lastSequence, hash })),
      ...(await this.chains.listLastEntry(domainId)),
    ];
    const none: { sequence: number; hash: string | null } = { sequence: 0, hash: null };
    return ends.reduce((last, { sequence, hash }) => (sequence > last.sequence ? { sequence, hash } : last), none);
  }
}
