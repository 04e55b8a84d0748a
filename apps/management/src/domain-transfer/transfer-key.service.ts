import { Inject, Injectable } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { deriveTransferKeys, Encryptor, TransferCipher, type TransferKey, type TransferPublicJwk } from '@latchkey/crypto';
import { SETTINGS } from '../settings/settings.module.js';

/** The keys for which other installations encrypt domains. */
@Injectable()
export class TransferKeyService {
  private readonly keys: readonly [TransferKey, ...TransferKey[]];

  constructor(@Inject(SETTINGS) settings: ManagementSettings) {
    this.keys = deriveTransferKeys(new Encryptor(settings.MASTER_KEY));
  }

  getPublicKey(): TransferPublicJwk {
    return this.keys[0].publicJwk;
  }

  /** @returns null if the file was encrypted for another installation, or before the master key was replaced */
  open(encryptedKey: string): Promise<TransferCipher | null> {
    return TransferCipher.open(encryptedKey, this.keys);
  }
}
