import { Inject, Injectable } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { DomainDeletionRepository, DomainRepository, type DomainDeletion, type EndingDeletion } from '@latchkey/persistence';
import { LogChainService } from '../../log/chain/log-chain.service.js';
import { ReceiptKeyService } from '../../receipt-key/receipt-key.service.js';
import { SETTINGS } from '../../settings/settings.module.js';
import { createDeletionNotFoundProblem } from './deletion-not-found.js';
import { describeDeletion, RECEIPT_TYPE } from './deletion-receipt.js';

/** The deletions of domains, and their receipts. */
@Injectable()
export class DeletionService {
  constructor(
    @Inject(SETTINGS) private readonly settings: ManagementSettings,
    private readonly deletions: DomainDeletionRepository,
    private readonly domains: DomainRepository,
    private readonly chain: LogChainService,
    private readonly keys: ReceiptKeyService,
  ) {}

  /** @throws Problem deletion-not-found - the same for an unknown id and another subscription's deletion */
  async get(subscriptionId: string, id: string): Promise<DomainDeletion> {
    const deletion = await this.deletions.find(subscriptionId, id);
    if (!deletion) throw createDeletionNotFoundProblem();
    return deletion;
  }

  /**
   * Deletes the rows of a domain in deletion. Its last entries get their place in the chain before, so that the receipt covers them.
   *
   * @param signal stops between two batches, with its reason
   */
  async purge(domainId: string, signal: AbortSignal): Promise<void> {
    await this.chain.catchUp(domainId);
    await this.domains.purge(domainId, (deletion) => this.createReceipt(deletion), signal);
  }

  /** Signs what a deletion has removed, by the installation's key. */
  private async createReceipt(deletion: EndingDeletion): Promise<string> {
    const sign = await this.keys.createSigner(RECEIPT_TYPE);
    return sign(describeDeletion(deletion, this.settings.MANAGEMENT_URL));
  }
}
