import { Injectable } from '@nestjs/common';
import type { PublicJwk } from '@latchkey/crypto';
import { AuditLogChainRepository, AuditLogRemovalRepository, type Domain } from '@latchkey/persistence';
import { ReceiptKeyService } from '@latchkey/receipt';
import { DomainOriginService } from '../../receipt-key/domain-origin.service.js';
import type { ChainError, RemovedRun } from './chain-verifier.js';
import { findNotStored, findUnlinked, type SignedCheckpoint } from './checkpoint-links.js';
import { verifyCheckpoint } from './checkpoint.js';
import { verifyRemovalRecord } from './removal-record.js';

/** Checkpoints that were kept outside of the database, in their compact serialization. */
export interface KeptCheckpoints {
  checkpoints: readonly string[];
  /** Additional keys that verify them. */
  keys: readonly PublicJwk[];
}

/** A log's signed statements of one kind, up to the first invalid one. */
export interface Statements<T> {
  verified: T[];
  error: ChainError | null;
}

/** The signed statements about logs: checkpoints, and records of removed entries. */
@Injectable()
export class AuditLogStatementService {
  constructor(
    private readonly chains: AuditLogChainRepository,
    private readonly removals: AuditLogRemovalRepository,
    private readonly keys: ReceiptKeyService,
    private readonly origins: DomainOriginService,
  ) {}

  /** Lists the checkpoints, oldest first, for an auditor who keeps them elsewhere. */
  async listCheckpoints({ id }: Pick<Domain, 'id'>): Promise<string[]> {
    return (await this.chains.listCheckpoints(id)).map(({ jws }) => jws);
  }

  /** Lists the records of removed entries, oldest first. */
  async listRemovals({ id }: Pick<Domain, 'id'>): Promise<string[]> {
    return (await this.removals.list(id)).map(({ jws }) => jws);
  }

  /** Prevents the removal of entries until the transaction ends. */
  keepEntries(): Promise<void> {
    return this.removals.keepPartitions();
  }

  /** All checkpoints of a domain. Each must be signed and name its predecessor. */
  async readCheckpoints(domainId: string): Promise<Statements<SignedCheckpoint>> {
    const keysAt = await this.readKeys(domainId);
    const verified: SignedCheckpoint[] = [];
    for (const { sequence, jws } of await this.chains.listCheckpoints(domainId)) {
      const checkpoint = verifyCheckpoint(jws, keysAt(sequence));
      const isOfThisPlace = checkpoint?.domainId === domainId && checkpoint.sequence === sequence;
      if (!isOfThisPlace) return { verified, error: { sequence, problem: 'checkpoint-invalid' } };
      verified.push({ ...checkpoint, jws });
    }
    return { verified, error: findUnlinked(verified, true) };
  }

  /** Checkpoints that were kept elsewhere. Each must be signed, belong to this domain, and exist in the database. */
  async readKept(domainId: string, kept: KeptCheckpoints): Promise<Statements<SignedCheckpoint>> {
    const keysAt = await this.readKeys(domainId);
    const keys = [...keysAt(0), ...kept.keys];
    const verified: SignedCheckpoint[] = [];
    for (const jws of kept.checkpoints) {
      const checkpoint = verifyCheckpoint(jws, keys);
      if (checkpoint?.domainId !== domainId)
        return { verified, error: { sequence: checkpoint?.sequence ?? 0, problem: 'checkpoint-invalid' } };
      verified.push({ ...checkpoint, jws });
    }
    const stored = new Map((await this.chains.listCheckpoints(domainId)).map(({ sequence, jws }) => [sequence, jws]));
    return { verified, error: findNotStored(verified, stored) };
  }

  /**
   * The keys that may have signed a statement about a place in the log: those of this installation, and before the import of the domain those
   * of the installations before.
   */
  private async readKeys(domainId: string): Promise<(sequence: number) => PublicJwk[]> {
    const own = await this.keys.listPublicKeys();
    const { receiptKeys } = await this.origins.find(domainId);
    return (sequence) => [...own, ...receiptKeys.filter((former) => sequence <= former.sequence).map(({ key }) => key)];
  }

  async readRemovals(domainId: string): Promise<Statements<RemovedRun>> {
    const keysAt = await this.readKeys(domainId);
    const verified: RemovedRun[] = [];
    for (const { firstSequence, jws } of await this.removals.list(domainId)) {
      const record = verifyRemovalRecord(jws, keysAt(firstSequence));
      const isOfThisPlace = record?.domainId === domainId && record.firstSequence === firstSequence;
      if (!isOfThisPlace) return { verified, error: { sequence: firstSequence, problem: 'removal-invalid' } };
      verified.push(record);
    }
    return { verified, error: null };
  }
}
