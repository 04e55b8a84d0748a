import { Injectable } from '@nestjs/common';
import {
  Database,
  AuditLogChainRepository,
  workForDomains,
  type ChainHead,
  type ChainLink,
  type DomainFailure,
  type HeadState,
} from '@latchkey/persistence';
import { hashEntry, hashStart } from './entry-hash.js';
import { AuditLogHeadService } from './audit-log-head.service.js';

/** The maximum number of entries per domain that one transaction of the sweeper chains. */
const BATCH_SIZE = 200;
/** The number of entries that one transaction of a request chains, and the number of these transactions. The sweeper chains the rest. */
const AWAITED_BATCH_SIZE = 1_000;
const MAX_AWAITED_BATCHES = 5;

interface ExtensionOptions {
  /** Whether to wait for another process that extends the same chain. */
  wait: boolean;
  batchSize: number;
}

/** New entries of a chain, and its end after them. */
interface Extension {
  head: HeadState;
  links: ChainLink[];
  /** The number of entries found: as many as requested, or fewer. */
  found: number;
}

type Unchained = Awaited<ReturnType<AuditLogChainRepository['listUnchained']>>[number];

/**
 * Chains the entries of domains, except domains whose head was tampered with. Entries are written without a position in the chain, so that
 * concurrent changes of a domain do not wait for each other. Any process may then chain them, any number of times: the head of the chain is
 * locked meanwhile, and moves in the same transaction.
 */
@Injectable()
export class AuditLogChainService {
  constructor(
    private readonly database: Database,
    private readonly chains: AuditLogChainRepository,
    private readonly heads: AuditLogHeadService,
  ) {}

  /**
   * Chains the oldest unchained entries of domains, in the order in which they were written. Skips domains that another process is
   * chaining. Entries of a transaction that commits late follow the entries that were already chained.
   *
   * @returns the domains that may have more, and those whose entries could not be chained
   */
  async chain(domainIds: readonly string[]): Promise<{ rest: string[]; failures: DomainFailure[] }> {
    const extend = (ids: readonly string[]): Promise<string[]> => this.extend(ids, { wait: false, batchSize: BATCH_SIZE });
    const { results, failures } = await workForDomains(this.database, domainIds, extend);
    return { rest: results.flat(), failures };
  }

  /** Chains the entries of a domain, so that callers see their latest changes. */
  async catchUp(domainId: string): Promise<void> {
    if (!(await this.chains.hasPending(domainId))) return;
    for (let batch = 0; batch < MAX_AWAITED_BATCHES; batch += 1) {
      const rest = await this.extend([domainId], { wait: true, batchSize: AWAITED_BATCH_SIZE });
      if (rest.length === 0) return;
    }
  }

  private extend(domainIds: readonly string[], { wait, batchSize }: ExtensionOptions): Promise<string[]> {
    return this.database.transaction(async () => {
      await this.heads.createMissing(domainIds);
      const locked = await this.chains.lockHeads(domainIds, wait);
      const { valid, sign } = await this.heads.select(locked);
      await this.heads.findLost(domainIds.filter((id) => !locked.some(({ domainId }) => domainId === id)));
      const extensions = await this.linkPending(valid, batchSize);
      if (extensions.length === 0) return [];
      await this.chains.append(
        extensions.flatMap(({ links }) => links),
        extensions.map(({ head }) => sign(head)),
      );
      return extensions.filter(({ links, found }) => found === batchSize || links.length < found).map(({ head }) => head.domainId);
    });
  }

  private async linkPending(heads: readonly ChainHead[], batchSize: number): Promise<Extension[]> {
    const domainIds = heads.map(({ domainId }) => domainId);
    const pending = Map.groupBy(await this.chains.listUnchained(domainIds, batchSize), ({ domainId }) => domainId);
    return heads.filter(({ domainId }) => pending.has(domainId)).map((head) => link(head, pending.get(head.domainId)!));
  }
}

function link(head: HeadState, entries: readonly Unchained[]): Extension {
  let [sequence, previousHash] = [head.sequence, head.hash ?? hashStart(head.domainId)];
  const links = entries.map(({ domainId, id, removedFrom, found: _found, ...entry }) => {
    sequence += 1;
    const place = { domainId, id, removedFrom, sequence, previousHash };
    previousHash = hashEntry({ ...entry, sequence, previousHash });
    return { ...place, hash: previousHash };
  });
  return { head: { ...head, sequence, hash: previousHash }, links, found: entries[0]!.found };
}
