import { Injectable } from '@nestjs/common';
import { sha256 } from '@latchkey/crypto';
import { CHECKPOINT_SELECTORS } from '@latchkey/events';
import {
  Database,
  AuditLogChainRepository,
  throwFailures,
  WebhookOutboxRepository,
  workForDomains,
  type CheckpointTarget,
  type DomainFailure,
  type NewCheckpoint,
} from '@latchkey/persistence';
import { ReceiptKeyService } from '@latchkey/receipt';
import { CHECKPOINT_TYPE, type Checkpoint } from './checkpoint.js';
import { AuditLogHeadService, type HeadSelection } from './audit-log-head.service.js';

const BATCH_SIZE = 100;

/** Signs checkpoints of chains: a minute after the first new entry, or after 1,000 entries. */
@Injectable()
export class CheckpointService {
  constructor(
    private readonly database: Database,
    private readonly chains: AuditLogChainRepository,
    private readonly heads: AuditLogHeadService,
    private readonly outbox: WebhookOutboxRepository,
    private readonly keys: ReceiptKeyService,
  ) {}

  /**
   * Signs all due checkpoints. Skips chains that another process is extending or signing.
   *
   * @throws DomainFailuresError after the checkpoints of the other domains
   */
  async signDue(): Promise<void> {
    const failures: DomainFailure[] = [];
    while ((await this.signBatch(failures)) === BATCH_SIZE);
    throwFailures(failures);
  }

  private async signBatch(failures: DomainFailure[]): Promise<number> {
    let due: CheckpointTarget[] = [];
    try {
      await this.database.transaction(async () => this.signLocked((due = await this.chains.lockDue(BATCH_SIZE))));
    } catch (error) {
      if (due.length === 0) throw error;
      failures.push(...(await this.signApart(due.map(({ domainId }) => domainId))));
    }
    return due.length;
  }

  /** Signs domains separately, so that a failing one does not block the others. */
  private async signApart(domainIds: readonly string[]): Promise<DomainFailure[]> {
    const { failures } = await workForDomains(this.database, domainIds, (ids) =>
      this.database.transaction(async () => this.signLocked(await this.chains.lockDue(BATCH_SIZE, ids))),
    );
    if (failures.length > 0) await this.chains.postponeCheckpoints(failures.map(({ domainId }) => domainId));
    return failures;
  }

  private async signLocked(due: readonly CheckpointTarget[]): Promise<void> {
    if (due.length === 0) return;
    const selection = await this.heads.select(due);
    const [grown, unchanged] = partitionByGrowth(selection.valid);
    await this.store(await this.sign({ ...selection, valid: grown }));
    if (unchanged.length > 0) await this.chains.cancelCheckpoints(unchanged.map(({ domainId }) => domainId));
    await this.postpone(due, selection);
  }

  private async store(checkpoints: readonly NewCheckpoint[]): Promise<void> {
    if (checkpoints.length === 0) return;
    await this.chains.createCheckpoints(checkpoints);
    await this.outbox.announceCheckpoints(checkpoints, CHECKPOINT_SELECTORS);
  }

  private async sign({ valid, sign }: HeadSelection<CheckpointTarget>): Promise<NewCheckpoint[]> {
    if (valid.length === 0) return [];
    const signClaims = await this.keys.createSigner(CHECKPOINT_TYPE);
    const iat = Math.floor(Date.now() / 1_000);
    const signHead = async (head: CheckpointTarget): Promise<NewCheckpoint> => {
      const { domainId, domain, sequence, hash, checkpointHash } = head;
      const jws = await signClaims({ sub: domain, domainId, sequence, hash, iat, previous: checkpointHash } satisfies Checkpoint);
      return { ...sign({ ...head, checkpointSequence: sequence, checkpointHash: sha256(jws) }), jws };
    };
    return Promise.all(valid.map(signHead));
  }

  /** Chains with an invalid head must not block others. */
  private async postpone(due: readonly CheckpointTarget[], { valid }: HeadSelection<CheckpointTarget>): Promise<void> {
    const invalid = due.filter((head) => !valid.some(({ domainId }) => domainId === head.domainId));
    if (invalid.length > 0) await this.chains.postponeCheckpoints(invalid.map(({ domainId }) => domainId));
  }
}

/** A second checkpoint of the same entry would not be the one that the head names. */
function partitionByGrowth<Head extends CheckpointTarget>(heads: readonly Head[]): [grown: Head[], unchanged: Head[]] {
  const hasGrown = (head: Head): boolean => head.sequence > head.checkpointSequence;
  return [heads.filter(hasGrown), heads.filter((head) => !hasGrown(head))];
}
