import { Injectable } from '@nestjs/common';
import { LogChainRepository, LogQueryRepository, type ChainedEntry, type Domain, type LogFilter } from '@latchkey/persistence';
import { ReceiptKeyService } from '../../receipt-key/receipt-key.service.js';
import { ChainVerifier, type Anchor, type ChainFault } from './chain-verifier.js';
import { verifyCheckpoint } from './checkpoint.js';
import { hashStart } from './entry-hash.js';
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

/** Verifies the whole log of a domain against its checkpoints. */
@Injectable()
export class LogVerificationService {
  constructor(
    private readonly chains: LogChainRepository,
    private readonly entries: LogQueryRepository,
    private readonly keys: ReceiptKeyService,
  ) {}

  async verify({ id }: Pick<Domain, 'id'>): Promise<VerificationResult> {
    const { anchors, fault, checkpoints } = await this.readCheckpoints(id);
    const head = await this.chains.find(id);
    const verifier = new ChainVerifier({ sequence: 0, hash: hashStart(id) }, [...anchors, ...toAnchor(head)]);
    const chainFault = await this.verifyEntries(id, verifier);
    const isLastMissing = head !== null && head.checkpointSequence > (anchors.at(-1)?.sequence ?? 0);
    const missing = isLastMissing ? ({ sequence: head.checkpointSequence, problem: 'checkpoint-missing' } as const) : null;
    return createResult({ entries: verifier.entries, checkpoints }, chainFault ?? fault ?? missing);
  }

  /** Lists the checkpoints, oldest first, for an auditor who keeps them elsewhere. */
  async listCheckpoints({ id }: Pick<Domain, 'id'>): Promise<string[]> {
    return (await this.chains.listCheckpoints(id)).map(({ jws }) => jws);
  }

  private async readCheckpoints(domainId: string): Promise<{ anchors: Anchor[]; fault: ChainFault | null; checkpoints: number }> {
    const keys = await this.keys.listPublicKeys();
    const anchors: Anchor[] = [];
    const stored = await this.chains.listCheckpoints(domainId);
    for (const { sequence, jws } of stored) {
      const checkpoint = verifyCheckpoint(jws, keys);
      const isOfThisPlace = checkpoint?.domainId === domainId && checkpoint.sequence === sequence;
      if (!isOfThisPlace) return { anchors, fault: { sequence, problem: 'checkpoint-invalid' }, checkpoints: anchors.length };
      anchors.push({ sequence, hash: checkpoint.hash });
    }
    return { anchors, fault: null, checkpoints: anchors.length };
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
