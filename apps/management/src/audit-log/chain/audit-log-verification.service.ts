import { Injectable } from '@nestjs/common';
import {
  ALL_ENTRIES,
  Database,
  AuditLogChainRepository,
  AuditLogQueryRepository,
  type ChainedEntry,
  type ChainHead,
  type Domain,
} from '@latchkey/persistence';
import { ChainVerifier, type Anchor, type ChainError } from './chain-verifier.js';
import { hashCheckpoint, type SignedCheckpoint } from './checkpoint-links.js';
import { hashStart } from './entry-hash.js';
import { AuditLogHeadService } from './audit-log-head.service.js';
import { AuditLogStatementService, type KeptCheckpoints, type Statements } from './audit-log-statement.service.js';
import { createResult, type VerificationResult } from './verification-result.js';

const PAGE_SIZE = 1_000;
const NOTHING: Statements<SignedCheckpoint> = { verified: [], error: null };

/** Verifies the whole log of a domain against its checkpoints, its removal records, and the end of its chain. */
@Injectable()
export class AuditLogVerificationService {
  constructor(
    private readonly database: Database,
    private readonly chains: AuditLogChainRepository,
    private readonly entries: AuditLogQueryRepository,
    private readonly statements: AuditLogStatementService,
    private readonly heads: AuditLogHeadService,
  ) {}

  /** @param kept checkpoints from outside the database, to compare the log with */
  verify({ id }: Pick<Domain, 'id'>, kept?: KeptCheckpoints): Promise<VerificationResult> {
    // Prevents removals between two statements.
    return this.database.transaction(async () => {
      await this.statements.keepEntries();
      return this.verifyLog(id, kept);
    });
  }

  private async verifyLog(id: string, kept?: KeptCheckpoints): Promise<VerificationResult> {
    // Reads the head first, so that everything read later is at least as new.
    const head = await this.chains.find(id);
    const { verified: checkpoints, error } = await this.statements.readCheckpoints(id);
    const { verified: removals, error: removalError } = await this.statements.readRemovals(id);
    const outside = kept ? await this.statements.readKept(id, kept) : NOTHING;
    const anchors = [...checkpoints, ...outside.verified, ...toAnchor(head)];
    const verifier = new ChainVerifier({ sequence: 0, hash: hashStart(id) }, { anchors, removals });
    const chainError = removalError ?? (await this.verifyEntries(id, verifier));
    const counts = { entries: verifier.entries, checkpoints: checkpoints.length, removals: removals.length };
    const isEmpty = verifier.entries + checkpoints.length + removals.length === 0;
    const headError = findLastMissing(head, checkpoints) ?? (await this.verifyHead(id, { checkpoints, isEmpty }));
    return createResult(counts, chainError ?? error ?? outside.error ?? headError);
  }

  /** Checks the current end of the chain: entries and checkpoints are stored together with it. */
  private async verifyHead(
    domainId: string,
    log: { checkpoints: readonly SignedCheckpoint[]; isEmpty: boolean },
  ): Promise<ChainError | null> {
    const head = await this.chains.find(domainId);
    if (head === null) return log.isEmpty ? null : { sequence: 0, problem: 'head-invalid' };
    const { valid } = await this.heads.select([head]);
    const isLast = head.checkpointSequence >= (log.checkpoints.at(-1)?.sequence ?? 0);
    return valid.length > 0 && isLast ? null : { sequence: head.sequence, problem: 'head-invalid' };
  }

  private async verifyEntries(domainId: string, verifier: ChainVerifier): Promise<ChainError | null> {
    for (let after = '0'; ;) {
      const page: ChainedEntry[] = await this.entries.list(
        domainId,
        { ...ALL_ENTRIES, after },
        { order: 'oldest-first', limit: PAGE_SIZE },
      );
      for (const entry of page) {
        const error = verifier.accept(entry);
        if (error) return error;
      }
      if (page.length < PAGE_SIZE) return verifier.finish();
      after = String(page.at(-1)!.sequence);
    }
  }
}

/** The head names the last checkpoint. A head of a release without MACs names only its position. */
function findLastMissing(head: ChainHead | null, checkpoints: readonly SignedCheckpoint[]): ChainError | null {
  if (!head || head.checkpointSequence === 0) return null;
  const sequence = head.checkpointSequence;
  const last = checkpoints.find((each) => each.sequence === sequence);
  if (!last) return { sequence, problem: 'checkpoint-missing' };
  const isNamed = head.checkpointHash === null || head.checkpointHash === hashCheckpoint(last.jws);
  return isNamed ? null : { sequence, problem: 'checkpoint-differs' };
}

/** The end of the chain as it was last stored. */
function toAnchor(head: ChainHead | null): Anchor[] {
  return head?.hash ? [{ sequence: head.sequence, hash: head.hash }] : [];
}
