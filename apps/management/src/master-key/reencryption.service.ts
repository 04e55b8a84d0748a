import { Inject, Injectable } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { Encryptor } from '@latchkey/crypto';
import { EncryptedValueRepository } from '@latchkey/persistence';
import { SETTINGS } from '../settings/settings.module.js';
import { ENCRYPTED_COLUMNS, type EncryptedColumn } from './encrypted-columns.js';

const PAGE_SIZE = 500;

/** The rotation of MASTER_KEY. */
@Injectable()
export class ReencryptionService {
  private readonly encryptor: Encryptor;

  constructor(
    @Inject(SETTINGS) settings: ManagementSettings,
    private readonly values: EncryptedValueRepository,
  ) {
    this.encryptor = new Encryptor(settings.MASTER_KEY);
  }

  /**
   * Re-encrypts everything with the first master key, so that the others can be removed. Can run repeatedly.
   *
   * @returns the number of re-encrypted values
   * @throws UnknownMasterKeyError if none of the keys decrypts a value
   */
  async reencryptAll(): Promise<number> {
    let count = 0;
    for (const column of ENCRYPTED_COLUMNS) count += await this.reencryptColumn(column);
    return count;
  }

  private async reencryptColumn(column: EncryptedColumn): Promise<number> {
    let count = 0;
    let page = await this.values.listPage(column, null, PAGE_SIZE);
    while (page.length > 0) {
      for (const value of page.filter(({ encrypted }) => !this.encryptor.isKeyCurrent(encrypted))) {
        const [first, second] = value.key;
        const context = column.contextOf(first, second);
        await this.values.replace(column, value, this.encryptor.encrypt(this.encryptor.decrypt(value.encrypted, context), context));
        count += 1;
      }
      page = await this.values.listPage(column, page.at(-1)!, PAGE_SIZE);
    }
    return count;
  }
}
