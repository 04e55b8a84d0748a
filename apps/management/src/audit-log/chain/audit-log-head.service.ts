import { Injectable } from '@nestjs/common';
import { sha256, type AuditLogHeadKey } from '@latchkey/crypto';
import { AuditLogChainRepository, type AuthenticatedHead, type ChainHead, type HeadState } from '@latchkey/persistence';
import { readCheckpoint } from './checkpoint.js';
import { HeadAuthenticator } from './head-authenticator.js';
import { AuditLogHeadKeyService } from './audit-log-head-key.service.js';

/** Heads that may be extended and signed, and how their successors get a MAC. */
export interface HeadSelection<Head> {
  valid: Head[];
  sign: (head: HeadState) => AuthenticatedHead;
}

/** Decides which heads of chains are unaltered. The others stay unchanged until an operator accepts them. */
@Injectable()
export class AuditLogHeadService {
  /** The domains whose heads are invalid. */
  private readonly invalid = new Set<string>();

  constructor(
    private readonly chains: AuditLogChainRepository,
    private readonly keys: AuditLogHeadKeyService,
  ) {}

  /** Starts missing chains of domains. Call it within a transaction. */
  async createMissing(domainIds: readonly string[]): Promise<void> {
    const headKey = await this.keys.find();
    if (!headKey) return;
    const { sign } = this.createSelection(headKey, []);
    const start = { sequence: 0, hash: null, checkpointSequence: 0, checkpointHash: null };
    await this.chains.createHeads(domainIds.map((domainId) => sign({ domainId, ...start })));
  }

  /** Selects the valid heads, and remembers the others. */
  async select<Head extends ChainHead>(heads: readonly Head[]): Promise<HeadSelection<Head>> {
    const headKey = await this.keys.find();
    if (!headKey) return this.createSelection(null, this.remember(heads, []));
    const authenticator = new HeadAuthenticator(headKey.key);
    const authentic = heads.filter((head) => authenticator.isAuthentic(head));
    const others = heads.filter((head) => !authentic.includes(head));
    const isAdopting = Date.now() < headKey.requiredFrom.getTime();
    const adopted = others.length > 0 && isAdopting ? await this.adopt(others, headKey) : [];
    return this.createSelection(headKey, this.remember(heads, [...authentic, ...adopted]));
  }

  /** Whether heads without a MAC are still accepted. */
  async isAdopting(): Promise<boolean> {
    const headKey = await this.keys.find();
    return headKey !== null && Date.now() < headKey.requiredFrom.getTime();
  }

  /** Remembers domains that have lost their head. */
  async findLost(domainIds: readonly string[]): Promise<void> {
    if (domainIds.length === 0) return;
    for (const id of await this.chains.listWithoutHead(domainIds)) this.invalid.add(id);
  }

  /** Checks the invalid heads again. @returns the domains whose heads are still invalid */
  async recheckInvalid(): Promise<string[]> {
    const ids = [...this.invalid];
    if (ids.length === 0) return [];
    const heads = await this.chains.listByDomain(ids);
    this.invalid.clear();
    await this.select(heads);
    const present = new Set(heads.map(({ domainId }) => domainId));
    await this.findLost(ids.filter((id) => !present.has(id)));
    return [...this.invalid];
  }

  /** Accepts heads of a release without MACs unchanged, with the checkpoint that they name. */
  private async adopt<Head extends ChainHead>(heads: readonly Head[], { createdAt }: AuditLogHeadKey): Promise<Head[]> {
    const rows = await this.chains.listLastCheckpoints(heads.map(({ domainId }) => domainId));
    const last = new Map(rows.map(({ domainId, ...checkpoint }) => [domainId, checkpoint]));
    return heads.flatMap((head) => {
      const { sequence = 0, jws = null } = last.get(head.domainId) ?? {};
      if (head.hasLaterEntries || sequence !== head.checkpointSequence || (jws && wasLinkedBefore(jws, createdAt))) return [];
      return [{ ...head, checkpointHash: jws && sha256(jws) }];
    });
  }

  private remember<Head extends ChainHead>(heads: readonly Head[], valid: Head[]): Head[] {
    for (const { domainId } of heads) this.invalid.add(domainId);
    for (const { domainId } of valid) this.invalid.delete(domainId);
    return valid;
  }

  private createSelection<Head>(headKey: AuditLogHeadKey | null, valid: Head[]): HeadSelection<Head> {
    const authenticator = headKey && new HeadAuthenticator(headKey.key);
    return {
      valid,
      sign: (head) => {
        if (!authenticator) throw new Error('the key that signs log heads is missing');
        return authenticator.sign(head);
      },
    };
  }
}

/**
 * Whether a release with MACs signed the checkpoint before the key was created. If so, the database has lost an earlier key and the MACs.
 */
function wasLinkedBefore(jws: string, createdAt: Date): boolean {
  const checkpoint = readCheckpoint(jws);
  return checkpoint?.previous !== undefined && checkpoint.iat < Math.floor(createdAt.getTime() / 1_000);
}
