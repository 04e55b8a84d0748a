import { Injectable } from '@nestjs/common';
import {
  Database,
  LogChainRepository,
  LogQueryRepository,
  LogRemovalRepository,
  type ChainedEntry,
  type Domain,
  type LogFilter,
} from '@latchkey/persistence';
import { ReceiptKeyService } from '../../receipt-key/receipt-key.service.js';
import { ChainVerifier, type Anchor, type ChainFault, type RemovedRun } from './chain-verifier.js';
import { verifyCheckpoint } from './checkpoint.js';
import { hashStart } from './entry-hash.js';
import { verifyRemovalRecord } from './removal-record.js';
import { createResult, type VerificationResult } from './verification-result.js';

const PAGE_SIZE = 1_000;
const EVERYTHING: LogFilter = {
  from: null,
  to: null,
  types: null,
  actor: null,
  user: null,
  client: null,
  requestId: null,
  after: null,
  before: null,
};

/** What a log has of one kind of signed statements, up to the first that is none. */
interface Statements<T> {
  verified: T[];
  fault: ChainFault | null;
}

/** Verifies the whole log of a domain against its checkpoints, and the records of what was removed from it. */
@Injectable()
export class LogVerificationService {
  constructor(
    private readonly database: Database,
    private readonly chains: LogChainRepository,
    private readonly entries: LogQueryRepository,
    private readonly removals: LogRemovalRepository,
    private readonly keys: ReceiptKeyService,
  ) {}

  verify({ id }: Pick<Domain, 'id'>): Promise<VerificationResult> {
    // Nothing is removed between two statements.
    return this.database.transaction(async () => {
      await this.removals.keepPartitions();
      return this.verifyLog(id);
    });
  }

  private async verifyLog(id: string): Promise<VerificationResult> {
    const { verified: anchors, fault } = await this.readCheckpoints(id);
    const { verified: removals, fault: removalFault } = await this.readRemovals(id);
    const head = await this.chains.find(id);
    const verifier = new ChainVerifier({ sequence: 0, hash: hashStart(id) }, { anchors: [...anchors, ...toAnchor(head)], removals });
    const chainFault = removalFault ?? (await this.verifyEntries(id, verifier));
    const isLastMissing = head !== null && head.checkpointSequence > (anchors.at(-1)?.sequence ?? 0);
    const missing = isLastMissing ? ({ sequence: head.checkpointSequence, problem: 'checkpoint-missing' } as const) : null;
    const counts = { entries: verifier.entries, checkpoints: anchors.length, removals: removals.length };
    return createResult(counts, chainFault ?? fault ?? missing);
  }

  /** Lists the checkpoints, oldest first, for an auditor who keeps them elsewhere. */
  async listCheckpoints({ id }: Pick<Domain, 'id'>): Promise<string[]> {
    return (await this.chains.listCheckpoints(id)).map(({ jws }) => jws);
  }

  /** Lists the records of removed entries, oldest first. */
  async listRemovals({ id }: Pick<Domain, 'id'>): Promise<string[]> {
    return (await this.removals.list(id)).map(({ jws }) => jws);
  }

  private async readCheckpoints(domainId: string): Promise<Statements<Anchor>> {
    const keys = await this.keys.listPublicKeys();
    const verified: Anchor[] = [];
    for (const { sequence, jws } of await this.chains.listCheckpoints(domainId)) {
      const checkpoint = verifyCheckpoint(jws, keys);
      const isOfThisPlace = checkpoint?.domainId === domainId && checkpoint.sequence === sequence;
      if (!isOfThisPlace) return { verified, fault: { sequence, problem: 'checkpoint-invalid' } };
      verified.push({ sequence, hash: checkpoint.hash });
    }
    return { verified, fault: null };
  }

  private async readRemovals(domainId: string): Promise<Statements<RemovedRun>> {
    const keys = await this.keys.listPublicKeys();
    const verified: RemovedRun[] = [];
    for (const { firstSequence, jws } of await this.removals.list(domainId)) {
      const record = verifyRemovalRecord(jws, keys);
      const isOfThisPlace = record?.domainId === domainId && record.firstSequence === firstSequence;
      if (!isOfThisPlace) return { verified, fault: { sequence: firstSequence, problem: 'removal-invalid' } };
      verified.push(record);
    }
    return { verified, fault: null };
  }

  private async verifyEntries(domainId: string, verifier: ChainVerifier): Promise<ChainFault | null> {
    for (let after = '0'; ;) {
      const page: ChainedEntry[] = await this.entries.list(domainId, { ...EVERYTHING, after }, { order: 'oldest-first', limit: PAGE_SIZE });
      for (const entry of page) {
        const fault = verifier.accept(entry);
        if (fault) return fault;
      }
      if (page.length < PAGE_SIZE) return verifier.finish();
      after = String(page.at(-1)!.sequence);
    }
  }
}

/** The end of the chain, as it was last stored. */
function toAnchor(head: { sequence: number; hash: string | null } | null): Anchor[] {
  return head?.hash ? [{ sequence: head.sequence, hash: head.hash }] : [];
}
