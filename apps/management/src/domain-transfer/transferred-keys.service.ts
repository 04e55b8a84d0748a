import { Inject, Injectable } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { deriveCookieKeys, Encryptor } from '@latchkey/crypto';
import { ReceiptKeyService } from '@latchkey/receipt';
import { DomainOriginService, type OriginKeys } from '../receipt-key/domain-origin.service.js';
import { SETTINGS } from '../settings/settings.module.js';

/** The keys of installations that go with a domain. */
@Injectable()
export class TransferredKeysService {
  private readonly encryptor: Encryptor;

  constructor(
    @Inject(SETTINGS) settings: ManagementSettings,
    private readonly receiptKeys: ReceiptKeyService,
    private readonly origins: DomainOriginService,
  ) {
    this.encryptor = new Encryptor(settings.MASTER_KEY);
  }

  /** The keys of this installation, and those of the installations before. @param sequence of the last entry of the log */
  async list(domainId: string, sequence: number): Promise<OriginKeys> {
    const { cookieKeys, receiptKeys } = await this.origins.find(domainId);
    const own = deriveCookieKeys(this.encryptor, domainId).map((key) => key.toString('base64'));
    const ownReceiptKeys = (await this.receiptKeys.listPublicKeys()).map((key) => ({ key, sequence }));
    return { cookieKeys: [...own, ...cookieKeys], receiptKeys: [...ownReceiptKeys, ...receiptKeys] };
  }

  /** Keeps the keys of an imported domain. */
  store(domainId: string, keys: OriginKeys): Promise<void> {
    return this.origins.store(domainId, keys);
  }
}
